package org.tailback.generator;

import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;

/**
 * Sweeps of discrete ordinates as in SNAP (the algorithm of Koch, Baker and Alcouffe): the grid is divided into pencils
 * along x, and px x py ranks hold one pencil each, rank = z * px + y. A sweep begins at each of the four corners of the
 * ranks, one after the other. The groups of a corner follow one another. In each group, the planes of the octant
 * towards negative x precede the planes of the octant towards positive x. For each such block, a rank receives from its
 * predecessors in y and z, computes, and sends to its successors; it waits for these sends only before it sends the
 * next block. After a sweep, an all-reduce of 8 bytes per group determines convergence.
 *
 * <p>Without communication a sweep takes 8 * planes * groups + 4 (px - 1) + 2 (py - 1) blocks: each corner lies at the
 * end in y of the previous corner's blocks, and the third corner also lies at the end in z of the second corner's
 * blocks. Example: px = py = 2, three planes and two groups take 48 + 4 + 2 = 54 blocks.
 *
 * <p>Reference: K. R. Koch, R. S. Baker, R. E. Alcouffe: Solution of the first-order form of the 3-D discrete ordinates
 * equation on a massively parallel processor, Trans. Am. Nucl. Soc. 65, 1992.
 */
final class SweepProgram {
    private static final int CORNERS = 4;
    private static final int[] BOTH = {0, 1};

    private SweepProgram() {}

    /**
     * Returns the program of the sweeps.
     *
     * @param acrossY number of ranks in y, SNAP's npey, >= 1
     * @param acrossZ number of ranks in z, SNAP's npez, >= 1
     * @param sweeps number of sweeps of all eight octants, >= 0
     * @param planes number of blocks of a pencil along x, >= 1
     * @param groups number of successive energy groups, >= 1
     * @param bytes size of a message in bytes (one face of a block with all its angles), >= 0
     * @param secondsPerBlock computation of a block with all its angles, seconds, finite, >= 0
     */
    static ParallelProgram of(
            int acrossY, int acrossZ, long sweeps, int planes, int groups, long bytes, double secondsPerBlock) {
        long ofCorner = 2L * planes * groups;
        long ofSweep = CORNERS * ofCorner;
        int ranks = Math.multiplyExact(acrossY, acrossZ);
        return new GeneratedProgram(ranks, Math.multiplyExact(sweeps, ofSweep), rank -> {
            int y = rank % acrossY;
            int z = rank / acrossY;
            int[] sent = {0};
            return (step, sink) -> {
                int corner = (int) (step % ofSweep / ofCorner);
                // the direction alternates in y at each corner and changes in z after two corners; backwards precedes
                // forwards
                int forwardY = corner % 2 == 0 ? -1 : 1;
                int forwardZ = corner < 2 ? -1 : 1;
                if (isInside(y - forwardY, acrossY)) {
                    sink.recv(rank - forwardY, 0, bytes);
                }
                if (isInside(z - forwardZ, acrossZ)) {
                    sink.recv(rank - forwardZ * acrossY, 1, bytes);
                }
                sink.compute(secondsPerBlock);
                awaitSent(sent, sink);
                if (isInside(y + forwardY, acrossY)) {
                    sink.isend(sent[0]++, rank + forwardY, 0, bytes);
                }
                if (isInside(z + forwardZ, acrossZ)) {
                    sink.isend(sent[0]++, rank + forwardZ * acrossY, 1, bytes);
                }
                if (step % ofSweep == ofSweep - 1) {
                    awaitSent(sent, sink);
                    sink.collective(CollectiveCall.uniform(Kind.ALLREDUCE, 0, 8L * groups));
                }
            };
        });
    }

    private static void awaitSent(int[] sent, OperationSink sink) {
        if (sent[0] > 0) {
            sink.awaitAll(BOTH, sent[0]);
            sent[0] = 0;
        }
    }

    private static boolean isInside(int position, int extent) {
        return position >= 0 && position < extent;
    }
}
