package org.tailback.model.sharing.largestshare;

import java.util.ArrayList;
import java.util.List;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link LargestShare}: a start or an end reaches the messages on its own links. */
final class LargestShareSharing extends LinkSharing {
    LargestShareSharing(Topology topology, int nodes) {
        super(sharedOnly(topology), nodes, topology.longestRoute());
    }

    @Override
    protected void update() {
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            for (int at = crossings.count(link); --at >= 0; ) {
                int batch = crossings.flowOf(crossings.on(link)[at]);
                setRate(batch, Math.min(batches.pace(batch), narrowest(batch) / largestNumber(batch)));
            }
        }
        changedLinks.clear();
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
        int batch = batchToExplain(flow);
        List<Explanation> links = new ArrayList<>();
        for (int i = 0; i < crossings.length(batch); i++) {
            int link = crossings.link(batch, i);
            links.add(Explanation.leaf("messages on " + topology.link(link).name(), messages[link]));
        }
        List<Explanation> terms = new ArrayList<>();
        terms.add(bandwidth("narrowest link", narrowest(batch)));
        terms.add(new Explanation("penalty", largestNumber(batch), "max over the links of the route", links));
        boolean hasPace = batches.pace(batch) < Double.POSITIVE_INFINITY;
        if (hasPace) {
            terms.add(bandwidth("own pace", batches.pace(batch)));
        }
        String formula = "narrowest link / penalty" + (hasPace ? ", own pace at most" : "");
        return new Explanation("rate", rate(batch), formula, terms).asRate(topology.nodeBandwidth());
    }
}
