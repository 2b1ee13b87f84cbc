package org.tailback.generator.hpl;

/**
 * A dimension distributed cyclically in blocks: index i belongs to process {@code (i / block) mod processes}.
 *
 * @param block number of indices in a block, >= 1
 * @param processes number of processes, >= 1
 */
record BlockCyclic(int block, int processes) {
    int owner(int index) {
        return index / block % processes;
    }

    /** Returns the number of indices from 0 to count - 1 that a process holds. This is ScaLAPACK's numroc. */
    int local(int count, int process) {
        int blocks = count / block;
        int full = blocks / processes * block;
        int left = blocks % processes;
        return full + (process < left ? block : process == left ? count % block : 0);
    }

    /** Returns the number of indices from {@code from} to {@code from + count - 1} that a process holds. */
    int local(int from, int count, int process) {
        return local(from + count, process) - local(from, process);
    }
}
