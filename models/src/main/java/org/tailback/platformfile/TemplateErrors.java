package org.tailback.platformfile;

import java.util.Map;
import java.util.Objects;
import org.tailback.platform.StatedError;

/**
 * Coarse errors of unmeasured platforms with numbers of data sheets, by the form of their network and whether they have
 * local work. Nine of ten measured collective operations of real machines took {@code low} to {@code high} times the
 * time that a nominal platform of the form predicts. The measured ratio of two algorithms at one size differs from the
 * predicted one by less than the factor {@code ratio} in nine of ten pairs. {@code benchmarks/accuracy.py templates}
 * measures them; docs/internals/template-errors.md names the cells.
 */
final class TemplateErrors {
    private static final String STAR = "742 cells of Leonardo, LUMI and MareNostrum 5";
    private static final String FAT_TREE = "542 cells of Leonardo and MareNostrum 5";
    private static final String DRAGONFLY = "171 cells of LUMI";
    private static final String TORUS = "396 cells of Fugaku";
    private static final String WIDEST = "the widest of all measured networks";

    private static final Map<String, StatedError> MESSAGES_ALONE = Map.of(
            "star", coarse("stars", 0.9, 10, 2, STAR),
            "fat-tree", coarse("fat trees", 0.8, 14, 2.8, FAT_TREE),
            "dragonfly", coarse("dragonflies", 1, 10, 1.7, DRAGONFLY),
            "torus", coarse("tori", 0.4, 3.6, 2.8, TORUS),
            "", coarse("networks", 0.4, 14, 2.8, WIDEST));

    private static final Map<String, StatedError> WITH_LOCAL_WORK = Map.of(
            "star", coarse("stars", 0.6, 3.6, 2.1, STAR),
            "fat-tree", coarse("fat trees", 0.6, 4.2, 2.8, FAT_TREE),
            "dragonfly", coarse("dragonflies", 1, 3.5, 1.7, DRAGONFLY),
            "torus", coarse("tori", 0.3, 3.5, 2.8, TORUS),
            "", coarse("networks", 0.3, 4.2, 2.8, WIDEST));

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

    /**
     * Returns the error of platforms with a topology; the widest of all for one that was never measured.
     *
     * @param hasLocalWork whether they have a node's speeds of reduction and copying
     */
    static StatedError of(String topology, boolean hasLocalWork) {
        Map<String, StatedError> errors = hasLocalWork ? WITH_LOCAL_WORK : MESSAGES_ALONE;
        return errors.getOrDefault(topology, Objects.requireNonNull(errors.get("")));
    }
}
