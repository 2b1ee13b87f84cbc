package org.tailback.collective;

/** An algorithm that can cut the buffer into segments, so that their transfers overlap. */
public interface SegmentedAlgorithm extends CollectiveAlgorithm {
    /**
     * Returns the same with segments of another size; its name gets that size: {@code pipeline/65536}.
     *
     * @param bytes size of a segment, bytes, > 0; or 0 for the whole buffer at once
     */
    CollectiveAlgorithm withSegments(long bytes);
}
