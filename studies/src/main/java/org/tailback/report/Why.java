package org.tailback.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.ByMessage;

/** Reasons for the penalties of the messages of an instant, by the platform's own model. */
record Why(Platform platform, Placement placement, long seed) {
    /** Messages of an instant that are explained. */
    static final int MOST_MESSAGES = 64;

    /** Longest reason in characters: models that enumerate their subgraphs would write pages. */
    private static final int LONGEST = 2000;

    /**
     * Returns a text of lines, parts indented, for each drawn message of an instant: for the {@value #MOST_MESSAGES}
     * with the greatest penalties, empty for the others, and for all if the instant's messages were not kept.
     */
    List<String> of(Instants.Instant instant) {
        List<Instants.Edge> drawn = instant.edges();
        String[] texts = new String[drawn.size()];
        Arrays.fill(texts, "");
        if (instant.together().isEmpty()) {
            return List.of(texts);
        }
        BandwidthSharing sharing = ByMessage.of(platform.model().on(platform.cluster(), seed));
        Map<Instants.Edge, Integer> flows = new IdentityHashMap<>();
        for (Instants.Edge edge : instant.together()) {
            int source = placement.nodeOf(edge.sender());
            int destination = placement.nodeOf(edge.receiver());
            if (source != destination) {
                sharing.flowStarted(flows.size(), source, destination, Double.POSITIVE_INFINITY);
                flows.put(edge, flows.size());
            }
        }
        sharing.recompute((flow, rate) -> {});
        List<Integer> worst = IntStream.range(0, drawn.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> drawn.get(i).penalty())
                        .reversed())
                .limit(MOST_MESSAGES)
                .toList();
        for (int i : worst) {
            Integer flow = flows.get(drawn.get(i));
            texts[i] = flow == null ? "inside a node" : text(sharing.explain(flow));
        }
        return List.of(texts);
    }

    private static String text(Explanation explanation) {
        String text = explanation.text("").stripTrailing();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
    }
}
