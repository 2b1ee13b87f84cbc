package org.tailback.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/** Why the messages of an instant have their penalties, by the platform's own model. */
final class Why {
    /** More messages are not explained: nobody reads that much. */
    private static final int MOST_MESSAGES = 64;

    /** A model that enumerates its subgraphs could say more than anybody reads. */
    private static final int LONGEST = 2000;

    private final Platform platform;
    private final Placement placement;
    private final long seed;

    Why(Platform platform, Placement placement, long seed) {
        this.platform = platform;
        this.placement = placement;
        this.seed = seed;
    }

    /** A text of lines, parts indented, for each message; empty ones for messages inside nodes, and for all if there are many. */
    List<String> of(Instants.Instant instant) {
        List<String> texts = new ArrayList<>();
        if (instant.all() > MOST_MESSAGES) {
            instant.edges().forEach(edge -> texts.add(""));
            return texts;
        }
        BandwidthSharing sharing = platform.sharing().on(platform.cluster(), seed);
        for (int i = 0; i < instant.edges().size(); i++) {
            int source = placement.nodeOf(instant.edges().get(i).sender());
            int destination = placement.nodeOf(instant.edges().get(i).receiver());
            if (source != destination) {
                sharing.flowStarted(i, source, destination);
            }
        }
        sharing.recompute((flow, rate) -> {});
        for (int i = 0; i < instant.edges().size(); i++) {
            int source = placement.nodeOf(instant.edges().get(i).sender());
            int destination = placement.nodeOf(instant.edges().get(i).receiver());
            texts.add(source == destination ? "inside a node" : text(sharing.explain(i)));
        }
        return texts;
    }

    private static String text(Explanation explanation) {
        StringBuilder text = new StringBuilder();
        append(explanation, 0, text);
        return text.length() <= LONGEST ? text.toString() : text.substring(0, LONGEST) + " …";
    }

    private static void append(Explanation term, int depth, StringBuilder text) {
        text.append(term.name()).append(' ').append(number(term.value()));
        if (!term.formula().isEmpty()) {
            text.append(" = ").append(term.formula());
        }
        for (Explanation part : term.parts()) {
            text.append('\n').append("  ".repeat(depth + 1));
            append(part, depth + 1, text);
        }
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString()
                : Double.toString(value);
    }
}
