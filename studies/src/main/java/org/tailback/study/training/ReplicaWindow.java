package org.tailback.study.training;

import com.google.common.math.IntMath;
import java.util.ArrayList;
import java.util.List;
import org.tailback.fold.Window;

/**
 * Window of GPUs of each stage that may represent all other GPUs of the stage: the first replicas, and the first GPUs
 * of their tensor groups. A GPU represents all GPUs whose distance is a multiple of the window. {@link StepFold} checks
 * whether the representation is exact.
 *
 * <p><b>Worked example</b> ({@code FoldedStepTest}). 6 replicas of one GPU each, one GPU per machine, and a window of
 * two replicas: in a ring, replica 1 sends to replica 2, which replica 0 represents.
 *
 * @param division of the whole step
 * @param tensor number of replayed GPUs per tensor group, a divisor of {@code division.tensor()}
 * @param data number of replayed replicas, a divisor of {@code division.data()}
 */
record ReplicaWindow(Parallelism division, int tensor, int data) implements Window {
    private static final int MOST_PERIODS = 3;

    /** Returns the candidate windows, sorted by ascending number of replicas. */
    static List<ReplicaWindow> of(Parallelism division, int gpusOfMachine) {
        int apart = division.tensor() * division.context();
        int together = Math.max(1, gpusOfMachine / apart);
        // rings visit the GPUs of every second machine in reverse order
        int period =
                division.expert() * (together > 1 ? 2 * together / IntMath.gcd(2 * together, division.expert()) : 2);
        List<Integer> periods = new ArrayList<>();
        for (int some = period; some < division.data() && periods.size() < MOST_PERIODS; some += period) {
            if (division.data() % some == 0) {
                periods.add(some);
            }
        }
        for (int some = 3;
                division.data() % 2 == 1 && together * division.expert() == 1 && some < division.data() / 2;
                some += 2) {
            if (division.data() % some == 0 && periods.isEmpty()) {
                periods.add(some);
            }
        }
        periods.add(division.data());
        List<ReplicaWindow> found = new ArrayList<>();
        for (int data : periods) {
            for (int tensor = Math.min(2, division.tensor()); tensor <= division.tensor(); tensor++) {
                boolean isWhole = tensor == division.tensor();
                if (division.tensor() % tensor == 0
                        && (isWhole || division.tensor() <= gpusOfMachine)
                        && !(isWhole && data == division.data())) {
                    found.add(new ReplicaWindow(division, tensor, data));
                }
            }
        }
        return found;
    }

    @Override
    public int replayed() {
        return tensor * division.context() * data * division.pipeline();
    }

    @Override
    public boolean isReplayed(int rank) {
        return representative(rank) == rank;
    }

    @Override
    public int standIn(int rank, int partner) {
        return representative(partner);
    }

    @Override
    public int representative(int rank) {
        int t = division.tensor();
        int c = division.context();
        int outside = rank / t;
        int replica = outside / c % division.data();
        int stage = outside / c / division.data();
        return ((stage * division.data() + replica % data) * c + outside % c) * t + rank % t % tensor;
    }

    @Override
    public String text() {
        return replayed() + " of " + division.ranks() + " GPUs replayed for all: " + data + " of " + division.data()
                + " replicas, " + tensor + " of " + division.tensor() + " GPUs of a tensor group";
    }
}
