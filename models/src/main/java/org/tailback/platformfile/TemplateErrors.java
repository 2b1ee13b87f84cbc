package org.tailback.platformfile;

import java.util.Map;
import org.tailback.platform.StatedError;

/**
 * Coarse errors of platforms that nobody measured, made of numbers of data sheets, by the form of their network: nine
 * of ten measured collective operations of a real machine took from {@code low} to {@code high} times what a nominal
 * platform of the form predicts for it, and nine of ten pairs of algorithms at one size miss their ratio by less than
 * {@code ratio}. {@code benchmarks/accuracy.py templates} measures them; docs/internals/template-errors.md names the
 * cells.
 */
final class TemplateErrors {
    private static final Map<String, StatedError> MEASURED = Map.of(
            "star", coarse("stars", 0.9, 10, 2, "742 cells of Leonardo, LUMI and MareNostrum 5"),
            "fat-tree", coarse("fat trees", 0.8, 14, 2.8, "542 cells of Leonardo and MareNostrum 5"),
            "dragonfly", coarse("dragonflies", 1, 10, 1.7, "171 cells of LUMI"),
            "torus", coarse("tori", 0.4, 3, 2.6, "396 cells of Fugaku"));
    private static final StatedError OTHER = coarse("networks", 0.4, 14, 2.8, "the widest of all measured networks");

    private TemplateErrors() {}

    private static StatedError coarse(String forms, double low, double high, double ratio, String cells) {
        return new StatedError(
                low,
                high,
                ratio,
                true,
                "nine of ten times " + low + " to " + high + " times the predicted ones: " + cells,
                "nominal " + forms);
    }

    /** Returns the error of platforms with a topology; the widest of all for one that was never measured. */
    static StatedError of(String topology) {
        return MEASURED.getOrDefault(topology, OTHER);
    }
}
