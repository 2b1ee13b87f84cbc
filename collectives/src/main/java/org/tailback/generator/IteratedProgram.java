package org.tailback.generator;

/** A generated program whose ranks compute and exchange messages again and again. */
abstract class IteratedProgram extends GeneratedProgram {
    final long iterations;
    final double computeSeconds;

    /**
     * @param ranks P >= 1
     * @param iterations >= 0
     * @param bytes size of every message, >= 0
     * @param computeSeconds computation per iteration, seconds, finite, >= 0
     */
    IteratedProgram(int ranks, long iterations, long bytes, double computeSeconds) {
        super(ranks, bytes);
        this.iterations = Checks.iterations(iterations);
        this.computeSeconds = Checks.seconds(computeSeconds);
    }
}
