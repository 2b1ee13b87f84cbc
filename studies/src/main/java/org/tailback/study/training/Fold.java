package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.simulation.Workload;

/**
 * Some GPUs of each stage that stand for all its others: a few replicas in a row, and a few GPUs of their tensor
 * groups. A message to a GPU that is not replayed goes to the one that stands for it. If all GPUs do the same at the
 * same time on links of their own, the replayed ones cannot tell the difference: theirs are the messages that
 * neighbours would have sent. {@link Symmetry} says whether it is so.
 *
 * <p><b>Worked example</b> ({@code FoldTest}). 6 replicas of one GPU in machines of one, every second one replayed: in
 * a ring replica 2 sends to 3 as it does, and 3 sends to 2, which stands for 4.
 *
 * @param division of the whole step
 * @param tensor GPUs of a tensor group that are replayed, 1 to {@code division.tensor()}; the first ones
 * @param data replicas that are replayed, 1 to {@code division.data()}
 * @param starts the first of these replicas, by stage
 */
record Fold(Parallelism division, int tensor, int data, int[] starts) {
    private static final int MOST_PERIODS = 3;

    static List<Fold> of(Parallelism division, int gpusOfMachine) {
        int apart = division.tensor() * division.context();
        int together = Math.max(1, gpusOfMachine / apart);
        // rings pass every second machine backwards
        int period = division.expert() * (together > 1 ? 2 * together / gcd(2 * together, division.expert()) : 2);
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
        if (periods.isEmpty() && period <= division.data() / 4) {
            periods.add(period);
        }
        periods.add(division.data());
        List<Fold> found = new ArrayList<>();
        for (int data : periods) {
            for (int tensor = Math.min(2, division.tensor()); tensor <= division.tensor(); tensor++) {
                boolean isWhole = tensor == division.tensor();
                if (division.tensor() % tensor == 0
                        && (isWhole || division.tensor() <= gpusOfMachine)
                        && !(isWhole && data == division.data())) {
                    found.add(of(division, tensor, data, gpusOfMachine));
                }
            }
        }
        return found;
    }

    private static Fold of(Parallelism division, int tensor, int data, int gpusOfMachine) {
        int apart = division.tensor() * division.context();
        int middle = data == division.data() ? 0 : (division.data() - data) / 2;
        int[] starts = IntStream.range(0, division.pipeline())
                .map(stage -> IntStream.rangeClosed(middle, division.data() - data)
                        .filter(replica -> (long) (stage * division.data() + replica) * apart % gpusOfMachine == 0)
                        .findFirst()
                        .orElse(0))
                .toArray();
        return new Fold(division, tensor, data, starts);
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    int replayed() {
        return tensor * division.context() * data * division.pipeline();
    }

    int image(int rank) {
        return shifted(rank, 0, 0);
    }

    private int shifted(int rank, int replicas, int places) {
        int t = division.tensor();
        int place = rank % t;
        int outside = rank / t;
        int c = division.context();
        int replica = outside / c % division.data();
        int stage = outside / c / division.data();
        int start = starts[stage];
        int folded = start + Math.floorMod(replica - start + replicas, data);
        return ((stage * division.data() + folded) * c + outside % c) * t + Math.floorMod(place + places, tensor);
    }

    /**
     * Returns the replayed GPU that takes the part of another one's partner.
     *
     * @param sends whether the partner is one to send to; if its image is the sender itself, a neighbour stands for it
     */
    int partner(int rank, int partner, boolean sends) {
        int found = image(partner);
        if (partner == rank || found != image(rank)) {
            return found;
        }
        return partner / division.tensor() == rank / division.tensor()
                ? shifted(partner, 0, aside(tensor, sends))
                : shifted(partner, aside(data, sends), 0);
    }

    private static int aside(int period, boolean sends) {
        return period % 2 == 0 ? period / 2 : sends ? 1 : -1;
    }

    Workload messages(ParallelProgram program, CollectiveSelector selector, Platform platform) {
        CollectiveExpansion expansion =
                CollectiveExpansion.of(program, new FoldedSelector(selector.on(platform, null, program.ranks()), this));
        return Workload.ofMessages("folded", new ParallelProgram() {
            @Override
            public int ranks() {
                return program.ranks();
            }

            @Override
            public Program open(int rank) {
                return image(rank) == rank ? expansion.open(rank) : sink -> false;
            }

            @Override
            public List<String> approximations() {
                return expansion.approximations();
            }

            @Override
            public Optional<String> collectiveOf(int communicator, int tag) {
                return expansion.collectiveOf(communicator, tag);
            }
        });
    }

    String text() {
        return replayed() + " of " + division.ranks() + " GPUs replayed for all: " + data + " of " + division.data()
                + " replicas, " + tensor + " of " + division.tensor() + " GPUs of a tensor group";
    }
}
