package org.tailback.model.loss;

import java.util.Arrays;
import org.tailback.cluster.Cluster;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossProcess;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.random.RandomStreams;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

/** Timeouts of one network under {@link TailDrop}. */
final class TailDropProcess implements LossProcess {
    private final TailDrop model;
    private final FairTree tree;
    private final boolean[][] switchBetween;
    private final RecentStarts recent;
    /** Expected starts, recomputed for every decision. */
    private final ExpectedStarts expected = new ExpectedStarts();

    private final RandomStream orderStream;
    private int[] order = new int[16];

    TailDropProcess(TailDrop model, FairTree tree, Cluster cluster, long seed) {
        this.model = model;
        this.tree = tree;
        this.switchBetween = model.switchesBetween(tree);
        this.recent = new RecentStarts(cluster.nodes(), tree.heights());
        this.orderStream = RandomStreams.of(seed, "tail-drop order");
    }

    private TailDropProcess(TailDropProcess original) {
        model = original.model;
        tree = original.tree;
        switchBetween = original.switchBetween;
        recent = original.recent.copy();
        orderStream = ((MRG32k3a) original.orderStream).clone();
    }

    @Override
    public void clockSetBack(double seconds) {
        recent.setBack(seconds);
    }

    @Override
    public LossProcess copy() {
        return new TailDropProcess(this);
    }

    @Override
    public void started(int sender, int source, int destination, double time) {
        recent.add(sender, FairTree.height(source, destination), destination, time);
    }

    @Override
    public void decide(EndingMessages ending) {
        int count = ending.count();
        boolean startsCount = false;
        for (int i = 0; i < count && !startsCount && model.policy() != TailDrop.Policy.NONE; i++) {
            startsCount = fillsBuffer(ending, i);
        }
        if (!startsCount) {
            return;
        }
        double horizon = ending.time() + model.timingTolerance();
        expected.begin(horizon);
        ending.predictStarts(horizon, expected);
        chooseOrder(count);
        for (int k = 0; k < count; k++) {
            int i = order[k];
            if (fillsBuffer(ending, i) && isHit(ending, i)) {
                ending.timeOut(i, model.timeout());
                predictAgain(ending, ending.sender(i), horizon);
                predictAgain(ending, ending.receiver(i), horizon);
            }
        }
    }

    /** Returns P_B: whether the data buffered when the message ends, d(h) times the rate, are less than the message. */
    private boolean fillsBuffer(EndingMessages ending, int i) {
        int height = FairTree.height(ending.source(i), ending.destination(i));
        return tree.bufferDelay(height) * ending.rate(i) < ending.bytes(i);
    }

    private boolean isHit(EndingMessages ending, int i) {
        int height = FairTree.height(ending.source(i), ending.destination(i));
        double end = ending.time();
        boolean[] beyondSwitch = switchBetween[height];
        if (model.policy() == TailDrop.Policy.ANY_START) {
            return recent.any(beyondSwitch, end - model.timingTolerance()) || expected.any(beyondSwitch);
        }
        int sender = ending.sender(i);
        int destination = ending.destination(i);
        return recent.anyTo(destination, sender, beyondSwitch, end - model.timingTolerance())
                || expected.anyTo(destination, sender, beyondSwitch);
    }

    private void predictAgain(EndingMessages ending, int rank, double horizon) {
        expected.forget(rank);
        ending.predictStartsOf(rank, horizon, expected);
    }

    private void chooseOrder(int count) {
        if (order.length < count) {
            order = new int[2 * count];
        }
        Arrays.setAll(order, i -> i);
        if (model.hasRandomOrder()) {
            for (int k = count - 1; k > 0; k--) {
                int other = orderStream.nextInt(0, k);
                int swapped = order[k];
                order[k] = order[other];
                order[other] = swapped;
            }
        }
    }
}
