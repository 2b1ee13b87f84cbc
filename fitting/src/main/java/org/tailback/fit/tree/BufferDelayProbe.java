package org.tailback.fit.tree;

/** A way to find the buffer delay d(h) of a height. */
public interface BufferDelayProbe {
    /**
     * Measures the buffer delay of a height.
     *
     * @param height from 1
     * @param repetitions how often, >= 1
     * @return without throughputs
     */
    TreeData.Delay measure(int height, int repetitions);
}
