package org.tailback.cli.verdict;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.table.ShortNames;

/**
 * Where a program runs, and what the numbers come from, as part of a sentence.
 *
 * @param platform its name
 * @param basis what most of its numbers come from
 * @param interval of the predicted time; null if the error is not known
 * @param outside how the run leaves what the numbers hold for, a clause each
 * @param nodes that are used
 * @param ranksPerNode on the node with the most
 * @param inside share of messages that stay inside nodes; NaN if it is not known
 */
public record Setting(
        String platform,
        Validity.Basis basis,
        @Nullable Interval interval,
        List<String> outside,
        int nodes,
        int ranksPerNode,
        double inside) {
    /** Returns the setting of ranks as a platform places them. */
    public static Setting of(String name, Platform platform, int ranks, double inside, @Nullable Interval interval) {
        Validity.Use use = platform.use(ranks);
        Validity validity = platform.validity();
        return new Setting(
                name, validity.basis(), interval, validity.outside(use), use.nodes(), use.ranksANode(), inside);
    }

    /**
     * Returns a phrase: {@code 16 a node on 4 nodes of leonardo (measured), 75 % of messages inside nodes}.
     */
    public String text() {
        return ranksPerNode + " a node on " + Words.count(nodes, "node") + " of " + numbers() + messages();
    }

    /** Returns the platform and its numbers: {@code leonardo (measured)}, {@code star (nominal, error unknown)}. */
    public String numbers() {
        return ShortNames.stem(platform) + " (" + basis.label()
                + (!outside.isEmpty() ? ", extrapolated" : interval == null ? ", error unknown" : "") + ")";
    }

    private String messages() {
        return Double.isNaN(inside)
                ? ""
                : inside == 0
                        ? ", every message between nodes"
                        : ", " + (inside == 1 ? "all" : Words.percent(inside) + " of") + " messages inside nodes";
    }

    /** Returns why the interval does not hold, a clause; empty if it does. */
    public String doubt() {
        return interval == null ? unknown() : "";
    }

    /** Returns why nothing tells the error, a clause. */
    public String unknown() {
        String name = ShortNames.stem(platform);
        return outside.isEmpty()
                ? "the error of " + name + " (" + basis.label() + ") is not known"
                : name + " is extrapolated (" + outside.get(0) + ")";
    }

    public static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }
}
