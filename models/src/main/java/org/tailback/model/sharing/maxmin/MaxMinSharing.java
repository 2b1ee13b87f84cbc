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
        int batch = batchOf(flow);
        List<Explanation> parts = new ArrayList<>();
        for (int i = 0; i < flows.length(batch); i++) {
            int link = flows.link(batch, i);
            Load load = load(link);
            boolean bottleneck = load.full() && load.highestLevel() <= rate * (1 + 1e-9);
            parts.add(Explanation.of(
                    topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                    load.used(),
                    "used by all messages" + (load.full() ? ", full" : ""),
                    Explanation.leaf("capacity", topology.capacity(link)),
                    Explanation.leaf("messages", load.messages()),
                    Explanation.leaf("fastest message", load.highestLevel())));
        }
        return new Explanation("rate", rate, "max-min fair share of the bottleneck link", parts);
    }
}
