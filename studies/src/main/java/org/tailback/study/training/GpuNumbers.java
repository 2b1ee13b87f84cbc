package org.tailback.study.training;

import java.util.List;
import org.tailback.settings.Settings;

/**
 * Numbers of a GPU that are missing in data sheets and that {@link TrainingFit} fits. Fractions are above 0 and at most
 * 1.
 *
 * @param efficiency fraction of the peak of 16 bits that large matrix products reach
 * @param efficiencyOf8Bits fraction of the peak of 8 bits that large matrix products reach, including conversions
 * @param attention fraction of the peak of 16 bits that the scores of flash attention reach
 * @param memory fraction of the bandwidth that memory-bound work reaches
 * @param launch time in which the processor launches the forward pass of a layer, seconds, >= 0
 * @param optimizerBytes bytes of memory that the optimizer moves per parameter, >= 0
 * @param experts time of expert networks, with router and copies of tokens, divided by the time of their products and
 *     bytes, >= 0
 * @param recomputation time of a repeated forward pass divided by the time of the first forward pass, >= 0
 */
record GpuNumbers(
        double efficiency,
        double efficiencyOf8Bits,
        double attention,
        double memory,
        double launch,
        double optimizerBytes,
        double experts,
        double recomputation) {
    /** Keys of a GPU section; the keys of fractions are first. */
    static final List<String> NAMES = List.of(
            "efficiency",
            "efficiency-8-bit",
            "attention-efficiency",
            "memory-efficiency",
            "launch",
            "optimizer-bytes",
            "experts",
            "recomputation");

    private static final double MOST = 1e6;
    /** Number of keys that are fractions. */
    static final int PARTS = 4;

    /** Returns the numbers in the order of their keys. */
    double[] values() {
        return new double[] {
            efficiency, efficiencyOf8Bits, attention, memory, launch, optimizerBytes, experts, recomputation
        };
    }

    static GpuNumbers of(double[] values) {
        return new GpuNumbers(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]);
    }

    /**
     * Returns these numbers, overridden by the numbers of a section. Without an efficiency of 8 bits in the section,
     * the efficiency of 8 bits changes in proportion to the efficiency of 16 bits.
     */
    GpuNumbers overriddenBy(Settings section) {
        double[] usual = values();
        usual[1] = Math.min(1, efficiencyOf8Bits * section.number("efficiency", efficiency) / efficiency);
        return of(overridden(usual, NAMES, List.of("launch"), section));
    }

    /**
     * Returns the default numbers, overridden by the numbers of a section. Efficiencies must be above 0 and at most 1,
     * {@code late} at most 1, and other numbers at least 0.
     *
     * @param times names of the numbers that are times
     */
    static double[] overridden(double[] usual, List<String> names, List<String> times, Settings section) {
        double[] found = usual.clone();
        for (int j = 0; j < found.length; j++) {
            String name = names.get(j);
            found[j] = times.contains(name) ? section.seconds(name, found[j]) : section.number(name, found[j]);
            boolean isEfficiency = name.contains("efficiency");
            boolean isPart = isEfficiency || name.equals("late");
            section.require(
                    found[j] >= 0 && found[j] <= (isPart ? 1 : MOST) && (found[j] > 0 || !isEfficiency),
                    name,
                    "'" + name + "' must be " + (isEfficiency ? "above 0" : "at least 0")
                            + (isPart ? " and at most 1" : "") + ", found " + found[j],
                    "");
        }
        return found;
    }
}
