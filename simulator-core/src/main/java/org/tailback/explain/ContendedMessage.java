package org.tailback.explain;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Contention of one message on the critical path, by its links and by the pairs of ranks that shared them. */
final class ContendedMessage {
    static final double ROUNDING = 1e-9;

    /** Contention on the critical path in seconds, > 0. */
    final double seconds;

    /** Observed contention in seconds by cause: links, and the pairs and jobs whose messages shared them. */
    final Map<Culprit, Double> observed = new LinkedHashMap<>();

    private double seen;
    /** Present penalty; {@link #settle} is called before each change. */
    double penalty = 1;

    /** Time up to which the contention has been added. */
    double since;

    ContendedMessage(double seconds) {
        this.seconds = seconds;
    }

    /**
     * Adds the contention up to now. With a penalty p while n messages share the link, the share 1 - 1 / min(p, n) of
     * the time is attributed to the link, and the rest up to 1 - 1 / p to the network between the nodes. The whole
     * contention is attributed to another known link that the message shares on its route if n < p, or if that link has
     * more messages relative to its capacity.
     *
     * @param link link at the busier end of the message
     * @param inner shared link, not at an end of the route, with the most messages relative to its capacity; or null
     */
    void settle(double now, MovingMessages.Flow flow, SharedLink link, @Nullable SharedLink inner) {
        int all = link.flows().size();
        double seconds = now - since;
        since = now;
        if (!(seconds > 0) || !(penalty > 1)) {
            return;
        }
        double lost = seconds * (1 - 1 / penalty);
        seen += lost;
        if (inner != null && (inner.load() > link.load() * (1 + ROUNDING) || penalty > all * (1 + ROUNDING))) {
            add(inner, lost, flow);
            return;
        }
        double onLink = seconds * (1 - 1 / Math.min(penalty, all));
        if (onLink > 0) {
            add(link, onLink, flow);
        }
        if (lost > onLink) {
            observed.merge(SharedLink.BETWEEN_NODES.culprit(), lost - onLink, Double::sum);
        }
    }

    private void add(SharedLink link, double lost, MovingMessages.Flow flow) {
        observed.merge(link.culprit(), lost, Double::sum);
        int others = link.flows().size() - 1;
        for (MovingMessages.Flow other : link.flows()) {
            if (other != flow) {
                observed.merge(other.pair, lost / others, Double::sum);
                if (!other.job.name().isEmpty()) {
                    observed.merge(other.job, lost / others, Double::sum);
                }
            }
        }
    }

    /**
     * Returns the factor from the observed contention to the contention on the critical path, which excludes periods
     * with rates above the uncontended rate.
     */
    double scale() {
        return seen > 0 ? seconds / seen : 0;
    }

    String link() {
        return observed.entrySet().stream()
                .filter(each -> each.getKey().type() == Culprit.Type.LINK)
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .map(most -> most.getKey().name())
                .orElse(SharedLink.BETWEEN_NODES.name());
    }
}
