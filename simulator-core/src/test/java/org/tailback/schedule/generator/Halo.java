package org.tailback.schedule.generator;

import com.google.common.base.Preconditions;

/**
 * The halo exchange of a stencil code on a periodic grid of ranks: iterations of one calculation, then a send to and a
 * receive from each neighbour (two per dimension) that all wait for the calculation; the next calculation waits for all
 * of them. The first dimension varies fastest with the rank.
 *
 * <p>With d dimensions an iteration has 1 + 4d operations: the calculation, the 2d sends and the 2d receives, each in
 * the order +x, -x, +y, -y, ... A send in direction k (of 2d) has tag 64 * iteration + k; the receive from there the
 * tag of the opposite direction.
 */
public final class Halo extends RegularSchedule {
    private final int[] extents;
    private final int[] strides;
    private final int iterations;
    private final long calculation;
    private final int directions;
    private final int perIteration;

    /**
     * @param iterations >= 1
     * @param bytes size of each message, >= 0
     * @param calculation duration of each calculation, in the unit of the simulation's parameters, >= 0
     * @param extents ranks in each dimension, >= 1 each; 1 to 16 dimensions, at most 2^30 ranks
     */
    public static Halo of(int iterations, long bytes, long calculation, int... extents) {
        Preconditions.checkArgument(iterations >= 1, "at least one iteration: %s", iterations);
        Preconditions.checkArgument(bytes >= 0, "bytes must be at least 0: %s", bytes);
        Preconditions.checkArgument(calculation >= 0, "the calculation must be at least 0: %s", calculation);
        Preconditions.checkArgument(
                extents.length >= 1 && extents.length <= 16, "1 to 16 dimensions: %s", extents.length);
        long ranks = 1;
        for (int extent : extents) {
            Preconditions.checkArgument(extent >= 1, "at least one rank in each dimension: %s", extent);
            ranks *= extent;
            Preconditions.checkArgument(ranks <= 1 << 30, "more than 2^30 ranks");
        }
        Preconditions.checkArgument(
                iterations <= Integer.MAX_VALUE / 128,
                "at most %s iterations: %s",
                Integer.MAX_VALUE / 128,
                iterations);
        return new Halo((int) ranks, iterations, bytes, calculation, extents.clone());
    }

    private Halo(int ranks, int iterations, long bytes, long calculation, int[] extents) {
        super(ranks, bytes);
        this.extents = extents;
        this.iterations = iterations;
        this.calculation = calculation;
        strides = new int[extents.length];
        int stride = 1;
        for (int d = 0; d < extents.length; d++) {
            strides[d] = stride;
            stride *= extents[d];
        }
        directions = 2 * extents.length;
        perIteration = 1 + 2 * directions;
    }

    @Override
    public int operations(int rank) {
        return iterations * perIteration;
    }

    @Override
    public Kind kind(int rank, int operation) {
        int step = operation % perIteration;
        return step == 0 ? Kind.CALCULATION : step <= directions ? Kind.SEND : Kind.RECEIVE;
    }

    @Override
    public long size(int rank, int operation) {
        return operation % perIteration == 0 ? calculation : bytes;
    }

    @Override
    public int peer(int rank, int operation) {
        int step = operation % perIteration;
        return step == 0 ? 0 : neighbour(rank, (step - 1) % directions);
    }

    @Override
    public int tag(int rank, int operation) {
        int step = operation % perIteration;
        if (step == 0) {
            return 0;
        }
        int direction = (step - 1) % directions;
        return 64 * (operation / perIteration) + (step <= directions ? direction : direction ^ 1);
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        if (operation % perIteration == 0) {
            return 2 * directions;
        }
        return operation / perIteration + 1 < iterations ? 1 : 0;
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        int step = operation % perIteration;
        return step == 0 ? operation + 1 + index : operation - step + perIteration;
    }

    private int neighbour(int rank, int direction) {
        int dimension = direction >> 1;
        int stride = strides[dimension];
        int extent = extents[dimension];
        int coordinate = rank / stride % extent;
        int moved = direction % 2 == 0 ? (coordinate + 1) % extent : (coordinate + extent - 1) % extent;
        return rank + (moved - coordinate) * stride;
    }
}
