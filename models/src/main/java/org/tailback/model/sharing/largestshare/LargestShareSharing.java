package org.tailback.model.sharing.largestshare;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.sharing.reach.BatchRates;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.GroupedSharing;

/** The state of {@link LargestShare}: a start or an end reaches the messages on its own links. */
final class LargestShareSharing extends LinkSharing implements GroupedSharing {
    private final BatchRates rates = new BatchRates(batches, started);

    LargestShareSharing(Topology topology, int nodes) {
        super(topology, nodes);
    }

    @Override
    protected void opened(int batch, int source, int destination) {
        rates.opened(batch);
    }

    @Override
    public void recompute(RateConsumer consumer) {
        update();
        rates.tell(consumer);
    }

    @Override
    public void recomputeGroups(GroupConsumer consumer) {
        update();
        rates.tellGroups(consumer);
    }

    @Override
    public double rateFactor(int flow) {
        return 1;
    }

    private void update() {
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            for (int at = crossings.count(link); --at >= 0; ) {
                int batch = crossings.flowOf(crossings.on(link)[at]);
                rates.set(batch, rate(batch));
            }
        }
        changedLinks.clear();
    }

    private double rate(int batch) {
        return Math.min(batches.pace(batch), narrowest(batch) / largestNumber(batch));
    }

    private double narrowest(int batch) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < crossings.length(batch); i++) {
            smallest = Math.min(smallest, capacity[crossings.link(batch, i)]);
        }
        return smallest;
    }

    private int largestNumber(int batch) {
        int largest = 0;
        for (int i = 0; i < crossings.length(batch); i++) {
            largest = Math.max(largest, messages[crossings.link(batch, i)]);
        }
        return largest;
    }

    @Override
    public Explanation explain(int flow) {
        Preconditions.checkArgument(batches.contains(flow), "flow %s is not in flight", flow);
        int batch = batches.of(flow);
        List<Explanation> links = new ArrayList<>();
        for (int i = 0; i < crossings.length(batch); i++) {
            int link = crossings.link(batch, i);
            links.add(Explanation.leaf("messages on " + topology.linkName(link), messages[link]));
        }
        List<Explanation> terms = new ArrayList<>();
        terms.add(Explanation.leaf("narrowest link", narrowest(batch)).asRate(topology.nodeBandwidth()));
        terms.add(new Explanation("penalty", largestNumber(batch), "max over the links of the route", links));
        if (batches.pace(batch) < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("own pace", batches.pace(batch)).asRate(topology.nodeBandwidth()));
        }
        return new Explanation(
                        "rate",
                        rate(batch),
                        terms.size() > 2 ? "narrowest link / penalty, own pace at most" : "narrowest link / penalty",
                        terms)
                .asRate(topology.nodeBandwidth());
    }
}
