package org.tailback.model.sharing.maxmin;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link MaxMin}. */
final class MaxMinSharing extends FairLinkSharing {
    MaxMinSharing(Topology topology, int nodes) {
        super(topology, nodes, false);
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        List<Explanation> parts = new ArrayList<>();
        for (int i = 0; i < flows.length(flow); i++) {
            int link = flows.link(flow, i);
            double used = 0;
            double fastest = 0;
            for (int at = 0; at < flows.count(link); at++) {
                int other = flows.flowOf(flows.crossing(link, at));
                used += rate(other);
                fastest = Math.max(fastest, rate(other));
            }
            boolean full = used >= topology.capacity(link) * (1 - 1e-9);
            boolean bottleneck = full && fastest <= rate * (1 + 1e-9);
            parts.add(Explanation.of(
                    topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                    used,
                    "used by all messages" + (full ? ", full" : ""),
                    Explanation.leaf("capacity", topology.capacity(link)),
                    Explanation.leaf("messages", flows.count(link)),
                    Explanation.leaf("fastest message", fastest)));
        }
        return new Explanation("rate", rate, "max-min fair share of the bottleneck link", parts);
    }
}
