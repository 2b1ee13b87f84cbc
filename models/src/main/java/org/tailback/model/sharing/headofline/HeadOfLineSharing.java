package org.tailback.model.sharing.headofline;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.sharing.reach.ConnectedPart;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link HeadOfLine}: each change solves the connected part that it touches, or looks up its solution. */
final class HeadOfLineSharing extends LinkSharing {
    private final ConnectedPart reached;
    private final DenseSet flows = new DenseSet(16);
    private final PacketWalk walk;
    private final PartAtHand atHand;
    private final PartSolver solver;

    HeadOfLineSharing(HeadOfLine model, Topology topology, int nodes, long seed) {
        super(sharedOnly(topology), nodes, topology.longestRoute());
        reached = new ConnectedPart(crossings, topology.links(), false);
        walk = new PacketWalk(model.buffer(), seed);
        atHand = new PartAtHand(model, topology, nodes, batches, crossings, capacity);
        solver = new PartSolver(model, atHand, walk);
    }

    @Override
    protected void opened(int batch, int source, int destination, double pace) {
        if (batch > PartAtHand.LARGEST_NUMBER) {
            throw new InputException("head-of-line knows " + PartAtHand.LARGEST_NUMBER
                    + " different messages in flight at most. Use max-min, or fewer messages");
        }
        super.opened(batch, source, destination, pace);
    }

    @Override
    protected void update() {
        reached.clear();
        flows.clear();
        DenseSet links = reached.links();
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            if (!links.contains(link)) {
                int before = collect(link);
                settle(before);
            }
        }
        changedLinks.clear();
    }

    /** Adds the batches that are connected with a link to those reached; returns the index of the first of them. */
    private int collect(int link) {
        int first = flows.size();
        DenseSet links = reached.links();
        int firstLink = links.size();
        reached.add(link);
        reached.extend();
        for (int i = firstLink; i < links.size(); i++) {
            int[] onLink = crossings.on(links.get(i));
            for (int k = crossings.count(links.get(i)); --k >= 0; ) {
                flows.add(crossings.flowOf(onLink[k]));
            }
        }
        return first;
    }

    /** Sets the rates of the batches reached from an index on. */
    private void settle(int from) {
        int count = flows.size() - from;
        if (count == 1) {
            int batch = flows.get(from);
            setRate(batch, Math.min(batches.pace(batch), narrowest(batch) / batches.size(batch)));
        } else if (count > 0) {
            atHand.set(flows.members(), from, count);
            double[] rate = solver.solution().rate();
            for (int i = 0; i < count; i++) {
                int batch = atHand.batch(i);
                double each = rate[atHand.part.stream[i]] * atHand.widest();
                setRate(batch, Math.min(each, Math.min(batches.pace(batch), narrowest(batch))));
            }
        }
    }

    /** Walks again to see where the packets of the message's part wait. */
    @Override
    public Explanation explain(int flow) {
        int batch = batchToExplain(flow);
        reached.clear();
        flows.clear();
        collect(crossings.link(batch, 0));
        atHand.set(flows.members(), 0, flows.size());
        solver.splitAsSolved();
        return new RoundExplanation(atHand, walk, topology)
                .of(batch, rate(batch), batches.size(batch), batches.pace(batch));
    }

    @Override
    public List<String> warnings() {
        return solver.warnings();
    }
}
