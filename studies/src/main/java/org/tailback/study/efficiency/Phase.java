package org.tailback.study.efficiency;

import org.tailback.output.Inline;

/**
 * A phase of a program. It ends when the last rank enters the first operation of the next phase, so that phases follow
 * each other without a gap.
 *
 * @param name {@code before}, {@code iteration 1} and so on, or {@code after}
 * @param from seconds, on the platform itself
 * @param to seconds, >= {@code from}
 * @param efficiencies of the phase
 */
public record Phase(
        String name, double from, double to, @Inline Efficiencies efficiencies) {}
