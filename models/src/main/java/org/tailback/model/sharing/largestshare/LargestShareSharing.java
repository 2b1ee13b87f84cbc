package org.tailback.model.sharing.largestshare;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link LargestShare}. */
final class LargestShareSharing extends LinkSharing {
    LargestShareSharing(Topology topology, int nodes) {
        super(topology, nodes);
    }

    @Override
    protected void updateRates(DenseSet changedLinks) {
        for (int i = 0; i < changedLinks.size(); i++) {
            for (int c = flows.first(changedLinks.get(i)); c >= 0; c = flows.next(c)) {
                // a flow on several changed links gets the same rate again
                int flow = flows.flowOf(c);
                setRate(flow, loneRate(flow) / largestNumber(flow));
            }
        }
    }

    private double loneRate(int flow) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < flows.length(flow); i++) {
            smallest = Math.min(smallest, topology.capacity(flows.link(flow, i)));
        }
        return smallest;
    }

    private int largestNumber(int flow) {
        int largest = 0;
        for (int i = 0; i < flows.length(flow); i++) {
            largest = Math.max(largest, flows.count(flows.link(flow, i)));
        }
        return largest;
    }

    @Override
    public Explanation explain(int flow) {
        double rate = rate(flow);
        List<Explanation> links = new ArrayList<>();
        for (int i = 0; i < flows.length(flow); i++) {
            int link = flows.link(flow, i);
            links.add(Explanation.leaf("messages on " + topology.linkName(link), flows.count(link)));
        }
        return Explanation.of(
                "rate",
                rate,
                "lone rate / penalty",
                Explanation.leaf("lone rate", loneRate(flow)),
                new Explanation("penalty", largestNumber(flow), "max over the links of the way", links));
    }
}
