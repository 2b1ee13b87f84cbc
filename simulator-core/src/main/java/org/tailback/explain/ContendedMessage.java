package org.tailback.explain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Contention of one message of a chain, by the links where it was and the pairs that shared them. */
final class ContendedMessage {
    static final double ROUNDING = 1e-9;

    /** Seconds of contention on the chain, > 0. */
    final double seconds;

    final Map<String, Double> links = new LinkedHashMap<>();
    final Map<String, Double> pairs = new LinkedHashMap<>();
    final Map<String, Double> jobs = new LinkedHashMap<>();
    private double seen;
    private double penalty = 1;
    private double since;

    ContendedMessage(double seconds) {
        this.seconds = seconds;
    }

    /** It has another rate from now on; its contention until now is added. */
    void setPenalty(double value) {
        penalty = value;
    }

    /**
     * Adds the contention until now. Of a penalty p while n messages share the link, 1 - 1 / min(p, n) of the time is
     * the link's; the rest up to 1 - 1 / p is the network's between the nodes. If a link between them is known that
     * it shares, and n < p or that link has more messages for its capacity, all is that link's.
     *
     * @param innerIsBusier whether that link has more messages for its capacity than {@code link}
     * @param inner that link, or null
     * @param sharingInner as {@code sharing}
     * @param link at the busier end of the message
     * @param sharing the other messages on it
     */
    void settle(
            double now,
            String link,
            List<MovingMessages.Flow> sharing,
            boolean innerIsBusier,
            @Nullable String inner,
            List<MovingMessages.Flow> sharingInner) {
        int others = sharing.size();
        double seconds = now - since;
        since = now;
        if (!(seconds > 0) || !(penalty > 1)) {
            return;
        }
        double lost = seconds * (1 - 1 / penalty);
        seen += lost;
        if (inner != null && (innerIsBusier || penalty > (others + 1) * (1 + ROUNDING))) {
            add(inner, lost, sharingInner);
            return;
        }
        double onLink = seconds * (1 - 1 / Math.min(penalty, others + 1));
        if (onLink > 0) {
            add(link, onLink, sharing);
        }
        if (lost > onLink) {
            links.merge(MovingMessages.BETWEEN_NODES, lost - onLink, Double::sum);
        }
    }

    private void add(String link, double lost, List<MovingMessages.Flow> sharing) {
        links.merge(link, lost, Double::sum);
        for (MovingMessages.Flow flow : sharing) {
            pairs.merge(flow.pair(), lost / sharing.size(), Double::sum);
            jobs.merge(flow.job(), lost / sharing.size(), Double::sum);
        }
    }

    void begin(double now) {
        since = now;
    }

    /** Factor that makes the contention seen that on the chain, which leaves out times faster than alone. */
    double scale() {
        return seen > 0 ? seconds / seen : 0;
    }

    /** The link with most of the contention. */
    String link() {
        return links.entrySet().stream()
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .map(Map.Entry::getKey)
                .orElse(MovingMessages.BETWEEN_NODES);
    }
}
