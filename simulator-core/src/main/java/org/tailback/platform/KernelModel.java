package org.tailback.platform;

import org.tailback.stability.Beta;

/** Times of computing kernels on the CPUs of a platform. Immutable and thread-safe. */
@Beta
public interface KernelModel {
    /** Returns the number of CPUs per node, >= 1; rank i of a node computes on CPU i modulo this number. */
    int cpusPerNode();

    /**
     * Returns the time of a call.
     *
     * @param node number of the node, from 0
     * @param cpu number of the CPU on the node, from 0
     * @param kernel name, such as {@code dgemm}
     * @param m first size, >= 1
     * @param n second size, >= 1
     * @param k third size, >= 1
     * @param noise absolute value of a draw from the standard normal distribution
     * @return seconds, finite, >= 0; not a number if the kernel has no model
     */
    double seconds(int node, int cpu, String kernel, long m, long n, long k, double noise);
}
