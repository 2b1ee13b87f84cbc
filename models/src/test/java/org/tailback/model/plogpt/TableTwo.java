package org.tailback.model.plogpt;

import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;

/** Table II of the PlogPT paper, bidirectional, with L = 50 us, T_RTO = 200 ms and 64 KiB messages. */
public final class TableTwo {
    /** Size of the messages. */
    public static final long BYTES = 65536;

    /** b(h) of whole edges and d(h), half of the printed 2d(h). */
    public static final FairTree TREE = FairTree.of(
            new double[] {
                megabits(580.2), megabits(2 * 580.1), megabits(4 * 576.0), megabits(8 * 579.2), megabits(16 * 485.0)
            },
            new double[] {251e-6, 451e-6, 456.5e-6, 455e-6, 454.5e-6});

    /** g(m) = m / b(1), L = 50 us. */
    public static final PlogP COST = new PlogP(50e-6, GapFunction.perByte(1 / megabits(580.2)));

    private TableTwo() {}

    /** T_RTO = 200 ms, eps_S = 0.002, eps_T = 36 us. */
    public static TailDrop loss(TailDrop.Policy policy) {
        return new TailDrop(0.2, policy, TailDrop.Order.RANK, 0.002, 36e-6);
    }

    private static double megabits(double value) {
        return value * 1e6 / 8;
    }
}
