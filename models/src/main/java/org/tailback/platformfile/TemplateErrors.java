package org.tailback.platformfile;

import java.util.List;
import org.tailback.platform.StatedError;

/**
 * Coarse errors of unmeasured platforms with numbers from data sheets, by the form of their network and the presence of
 * local work. Nine of ten measured collective operations of real machines took {@code low} to {@code high} times the
 * prediction of a nominal platform with the same form. The measured ratio of two algorithms at one size differs from
 * the predicted ratio by less than the factor {@code ratio} in nine of ten pairs. {@code benchmarks/accuracy.py
 * templates} measures these errors; docs/internals/template-errors.md lists the cells.
 */
final class TemplateErrors {
    /**
     * Errors of a form of network.
     *
     * @param numbers low, high and ratio without local work, then with local work
     */
    private record Form(String topology, String plural, String cells, double... numbers) {}

    private static final Form ANY =
            new Form("", "networks", "the widest of all measured networks", 0.4, 14, 2.8, 0.3, 4.2, 2.8);
    private static final List<Form> FORMS = List.of(
            new Form("star", "stars", "742 cells of Leonardo, LUMI and MareNostrum 5", 0.9, 10, 2, 0.6, 3.6, 2.1),
            new Form("fat-tree", "fat trees", "542 cells of Leonardo and MareNostrum 5", 0.8, 14, 2.8, 0.6, 4.2, 2.8),
            new Form("dragonfly", "dragonflies", "171 cells of LUMI", 1, 10, 1.7, 1, 3.5, 1.7),
            new Form("torus", "tori", "396 cells of Fugaku", 0.4, 3.6, 2.8, 0.3, 3.5, 2.8));

    private TemplateErrors() {}

    /**
     * Returns the error of platforms with a topology; for a topology without measurements, the widest interval of all.
     *
     * @param hasLocalWork whether the platforms define the speeds of reduction and copying
     */
    static StatedError of(String topology, boolean hasLocalWork) {
        Form form = FORMS.stream()
                .filter(each -> each.topology.equals(topology))
                .findFirst()
                .orElse(ANY);
        int first = hasLocalWork ? 3 : 0;
        double low = form.numbers[first];
        double high = form.numbers[first + 1];
        String words = "nine of ten times are " + low + " to " + high + " times the predicted times: " + form.cells;
        return new StatedError(low, high, form.numbers[first + 2], true, words, "nominal " + form.plural);
    }
}
