package org.tailback.model.sharing.largestshare;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link LargestShare}. */
final class LargestShareSharing extends LinkSharing {
    private double[] rates = new double[16];

    LargestShareSharing(Topology topology, int nodes) {
        super(topology, nodes);
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        checkNodes(flow, source, destination);
        flows.add(flow, source, destination);
        markLinks(flow);
        if (flow >= rates.length) {
            rates = Arrays.copyOf(rates, Math.max(flow + 1, rates.length + (rates.length >> 1)));
        }
        // not a number: differs from every rate, so that the first one is always reported
        rates[flow] = Double.NaN;
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(flows.contains(flow), "flow %s is not in flight", flow);
        markLinks(flow);
        flows.remove(flow);
    }

    @Override
    public void recompute(RateConsumer consumer) {
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            for (int at = flows.count(link); --at >= 0; ) {
                int flow = flows.flowOf(flows.crossing(link, at));
                double rate = loneRate(flow) / largestNumber(flow);
                if (rates[flow] != rate) {
                    rates[flow] = rate;
                    consumer.rate(flow, rate);
                }
            }
        }
        changedLinks.clear();
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
        Preconditions.checkArgument(flows.contains(flow), "flow %s is not in flight", flow);
        double rate = rates[flow];
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
