package org.tailback.fit.tree;

/** A way to find the buffer delay d(h) of a height. */
public interface BufferDelayProbe {
    /**
     * The buffer delay of a height.
     *
     * @param height from 1
     * @return seconds; NaN if it cannot be told
     */
    double bufferDelay(int height);

    /** How it is found, for comments. */
    String description();
}
