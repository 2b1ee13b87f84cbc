package org.tailback.model.sharing.headofline;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link HeadOfLine}: each change solves the connected part that it touches, or looks up its solution. */
final class HeadOfLineSharing extends LinkSharing {
    private final PacketWalk walk;
    private final PartAtHand atHand;
    private final PartSolver solver;

    HeadOfLineSharing(HeadOfLine model, Topology topology, int nodes, long seed) {
        super(sharedOnly(topology), nodes, topology.longestRoute());
        walk = new PacketWalk(model.buffer(), seed);
        atHand = new PartAtHand(model, topology, nodes, this, capacity);
        solver = new PartSolver(model, atHand, walk);
    }

    @Override
    protected void opened(int batch) {
        if (batch > PartAtHand.LARGEST_NUMBER) {
            throw new InputException("head-of-line knows " + PartAtHand.LARGEST_NUMBER
                    + " different messages in flight at most. Use max-min, or fewer messages");
        }
    }

    @Override
    protected void solve(org.tailback.sharing.part.Part reached) {
        if (reached.size() == 1) {
            int batch = reached.batch(0);
            setRate(batch, Math.min(pace(batch), narrowest(batch) / messages(batch)));
            return;
        }
        atHand.set(reached);
        double[] rate = solver.solution().rate();
        for (int i = 0; i < reached.size(); i++) {
            int batch = atHand.batch(i);
            double each = rate[atHand.part.stream[i]] * atHand.widest();
            setRate(batch, Math.min(each, Math.min(pace(batch), narrowest(batch))));
        }
    }

    /** Walks again to see where the packets of the message's part wait. */
    @Override
    protected Explanation why(int batch) {
        atHand.set(partOf(batch));
        solver.splitAsSolved();
        return new RoundExplanation(atHand, walk, topology).of(batch, rate(batch), messages(batch), pace(batch));
    }

    @Override
    public List<String> warnings() {
        return solver.warnings();
    }
}
