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

/** Reasons for the penalties of the messages of an instant, from the platform's model. */
record Why(Platform platform, Placement placement, long seed) {
    /** Largest number of explained messages per instant. */
    static final int MOST_MESSAGES = 64;

    /** Largest length of a reason in characters; models that enumerate subgraphs have very long explanations. */
    private static final int LONGEST = 2000;

    /**
     * Returns the reason of each drawn message of an instant, as indented lines. The {@value #MOST_MESSAGES} messages
     * with the greatest penalties have a reason; the other texts are empty. All texts are empty if the instant's
     * messages were not kept.
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
