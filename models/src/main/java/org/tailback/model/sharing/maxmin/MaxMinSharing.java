package org.tailback.model.sharing.maxmin;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link MaxMin}: level and rate are the same, as all weights are 1. */
final class MaxMinSharing extends FairLinkSharing {
    private final Topology network;

    /** @param network the topology without links of hosts and connections */
    MaxMinSharing(Topology topology, Topology network, int nodes) {
        super(topology, nodes);
        this.network = network;
    }

    @Override
    protected Topology oneWay() {
        return network;
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        int batch = batchOf(flow);
        List<Explanation> terms = new ArrayList<>();
        if (boundOf(batch) < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("own pace", boundOf(batch)));
        }
        for (int i = 0; i < crossings.length(batch); i++) {
            int link = crossings.link(batch, i);
            Load load = load(link);
            boolean bottleneck = load.full() && load.highestLevel() <= rate * (1 + 1e-9);
            terms.add(Explanation.of(
                            topology.linkName(link) + (bottleneck ? ", bottleneck" : ""),
                            load.used(),
                            "used by all messages" + (load.full() ? ", full" : ""),
                            Explanation.leaf("capacity", capacity[link]).asRate(topology.nodeBandwidth()),
                            Explanation.leaf("messages", messages[link]),
                            Explanation.leaf("fastest message", load.highestLevel())
                                    .asRate(topology.nodeBandwidth()))
                    .asRate(topology.nodeBandwidth()));
        }
        return new Explanation("rate", rate, "max-min fair share of the bottleneck link", terms)
                .asRate(topology.nodeBandwidth());
    }
}
