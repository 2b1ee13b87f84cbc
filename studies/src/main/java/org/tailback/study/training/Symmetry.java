package org.tailback.study.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveSchedule;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSink;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.random.SplitMix64;
import org.tailback.sharing.BandwidthSharing;

/**
 * Whether the GPUs of a step that a {@link Fold} replays stand for all others. Two things must hold.
 *
 * <ul>
 *   <li>All GPUs with the same image do the same: their parts in collective operations have the same messages, in the
 *       first steps of rings and all steps of shorter algorithms, between GPUs of the same images.
 *   <li>The network gives the messages of the whole step the rates that it gives those of the replayed GPUs: all of
 *       them at once, and some drawn at random.
 * </ul>
 *
 * <p>GPUs at the ends of a group that does not fill its machines are unlike the others. They are counted; their
 * messages must not be slower than the slowest of the others. Such a fold is approximate.
 *
 * @param fold whose GPUs stand for the others; null if all are different
 * @param unlike GPUs whose partners are on other places than those of their images
 * @param problem why the replayed GPUs do not stand for the others; empty if they do
 */
record Symmetry(@Nullable Fold fold, int unlike, String problem) {
    private static final int STEPS = 12;
    private static final int DRAWS = 8;
    private static final double SAME = 1e-12;
    private static final int PIPELINE = CommunicationKind.PIPELINE.ordinal();

    /** From so many GPUs on a step is folded. */
    static final int LEAST = 64;

    /** Steps of so many GPUs may be folded although some of them are unlike. */
    private static final int MANY = 1024;

    private static final int UNLIKE = 20;

    /** Returns what stands for what, in words. */
    String text() {
        return fold == null
                ? ""
                : fold.text() + (unlike == 0 ? "" : "; approximately, as " + unlike + " GPUs have other partners");
    }

    /** Returns the fold that replays fewest GPUs; none, without a problem, if all are different. */
    static Symmetry search(
            Parallelism division, ParallelProgram whole, CollectiveSelector selector, Platform platform, long seed) {
        String problem = "";
        @Nullable Symmetry approximate = null;
        for (Fold fold : Fold.of(division, platform.cluster().gpusPerMachine())) {
            if (approximate != null && fold.replayed() > MANY) {
                break;
            }
            Symmetry found = of(fold, whole, selector, platform, seed);
            if (found.problem.isEmpty() && found.unlike == 0) {
                return found;
            }
            if (found.problem.isEmpty() && division.ranks() >= MANY && approximate == null) {
                approximate = found;
            }
            problem = found.problem.isEmpty() ? "the groups do not fill their nodes" : found.problem;
        }
        return approximate == null ? new Symmetry(null, 0, problem) : approximate;
    }

    /** Returns whether a fold of a program is equal to the whole. O(GPUs x different calls). */
    static Symmetry of(Fold fold, ParallelProgram whole, CollectiveSelector selector, Platform platform, long seed) {
        Placement placement = platform.placement().place(platform.cluster(), whole.ranks());
        Walk walk = new Walk(fold, selector.on(platform, placement, whole.ranks()));
        walk.walk(whole);
        BitSet unlike = new BitSet();
        for (int rank = 0; rank < whole.ranks(); rank++) {
            unlike.set(rank, walk.parts[rank] != walk.parts[fold.image(rank)]);
        }
        String problem = unlike.cardinality() > whole.ranks() / UNLIKE
                ? unlike.cardinality()
                        + " GPUs have other partners in their groups than those that would stand for them"
                : new Rates(walk, unlike, platform, placement, seed).problem();
        return new Symmetry(fold, unlike.cardinality(), problem);
    }

    private record Pair(int communicator, int from, int to) {}

    /** What the GPUs do: the pairs among which they send messages, and a number that tells their parts apart. */
    private static final class Walk implements CollectiveSink {
        private final Fold fold;
        private final CollectiveSelector selector;
        /** Pairs of all GPUs, by the pair that stands for them. */
        private final Map<Pair, Set<Pair>> pairs = new LinkedHashMap<>();

        private final long[] parts;
        private int communicator;
        private int[] group = {};
        private int position;

        Walk(Fold fold, CollectiveSelector selector) {
            this.fold = fold;
            this.selector = selector;
            this.parts = new long[fold.division().ranks()];
        }

        void walk(ParallelProgram program) {
            int distance = fold.division().stageDistance();
            for (int first = 0; first < program.ranks(); first += distance) {
                Set<CollectiveCall> calls = new LinkedHashSet<>();
                Set<Integer> partners = new LinkedHashSet<>();
                try (Program one = program.open(first)) {
                    one.produceAll(new IgnoringSink() {
                        @Override
                        public void collective(CollectiveCall call) {
                            calls.add(call.on(call.communicator(), null));
                        }

                        @Override
                        public void icollective(int request, CollectiveCall call) {
                            collective(call);
                        }

                        @Override
                        public void isend(int request, int to, int tag, int inside, long bytes, SendMode mode) {
                            partners.add(to);
                        }
                    });
                }
                for (int rank = first; rank < first + distance; rank++) {
                    for (int partner : partners) {
                        add(PIPELINE, rank, rank + partner - first);
                    }
                }
                Map<Integer, List<CollectiveCall>> byCommunicator = new LinkedHashMap<>();
                calls.forEach(call -> byCommunicator
                        .computeIfAbsent(call.communicator(), key -> new ArrayList<>())
                        .add(call));
                for (Map.Entry<Integer, List<CollectiveCall>> some : byCommunicator.entrySet()) {
                    for (int rank = first; rank < first + distance; rank++) {
                        int[] its = fold.division().group(some.getKey(), rank);
                        if (its[0] == rank) {
                            some.getValue().forEach(call -> walk(call.on(some.getKey(), its), its));
                        }
                    }
                }
            }
        }

        private void walk(CollectiveCall call, int[] its) {
            CollectiveAlgorithm algorithm = selector.select(call, its.length);
            communicator = call.communicator();
            group = its;
            for (position = 0; position < its.length; position++) {
                CollectiveSchedule schedule = FoldedSelector.even(algorithm, call, position, its.length);
                walk(schedule);
                schedule.channels().forEach(this::walk);
            }
        }

        private void walk(CollectiveSchedule schedule) {
            note(Double.hashCode(schedule.startSeconds()), schedule.steps());
            for (int step = 0; step < Math.min(STEPS, schedule.steps()); step++) {
                note(step, Double.hashCode(schedule.wireFactor()));
                schedule.step(step, this);
            }
        }

        private void add(int number, int from, int to) {
            pairs.computeIfAbsent(
                            new Pair(number, fold.image(from), fold.partner(from, to, true)),
                            key -> new LinkedHashSet<>())
                    .add(new Pair(number, from, to));
        }

        private void note(long one, long other) {
            int rank = group[position];
            parts[rank] = SplitMix64.mixed(parts[rank] * 31 + one * 1_000_003 + other);
        }

        @Override
        public void isend(int request, int destination, long bytes) {
            add(communicator, group[position], group[destination]);
            note(fold.partner(group[position], group[destination], true), request);
            note(1, bytes);
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            note(fold.partner(group[position], group[source], false), request);
            note(2, bytes);
        }

        @Override
        public void send(int destination, long bytes) {
            isend(-1, destination, bytes);
        }

        @Override
        public void recv(int source, long bytes) {
            irecv(-1, source, bytes);
        }

        @Override
        public void awaitAll(int firstRequest, int count) {
            note(firstRequest, count);
        }

        @Override
        public void carry(long firstBlock, int count) {
            // data do not matter for time
        }

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {
            note(3, bytes);
        }

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {
            // data do not matter for time
        }
    }

    private record Rates(Walk walk, BitSet unlike, Platform platform, Placement placement, long seed) {
        String problem() {
            if (platform.loss().losesMessages()) {
                return "the network loses messages";
            }
            BandwidthSharing idle = platform.sharing().on(platform.cluster(), seed);
            for (Map.Entry<Pair, Set<Pair>> some : walk.pairs.entrySet()) {
                for (Pair pair : some.getValue()) {
                    if (isReplayed(some.getKey())
                            && !atUnlike(pair)
                            && !alone(pair, idle).equals(alone(some.getKey(), idle))) {
                        return problem(pair, "have routes of different lengths or rates");
                    }
                }
            }
            for (int draw = 0; draw < DRAWS; draw++) {
                List<Pair> all = new ArrayList<>();
                List<Pair> replayed = new ArrayList<>();
                List<Pair> images = new ArrayList<>();
                for (Map.Entry<Pair, Set<Pair>> some : walk.pairs.entrySet()) {
                    if (draw == 0
                            || (SplitMix64.mixed(draw * 31L + some.getKey().hashCode()) & 1) == 0) {
                        for (Pair pair : some.getValue()) {
                            all.add(pair);
                            images.add(some.getKey());
                            if (pair.from == some.getKey().from) {
                                replayed.add(some.getKey());
                            }
                        }
                    }
                }
                double[] rates = rates(all);
                double[] ofReplayed = rates(replayed);
                Map<Pair, Double> expected = new HashMap<>();
                for (int i = 0; i < ofReplayed.length; i++) {
                    expected.put(replayed.get(i), ofReplayed[i]);
                }
                double least = Arrays.stream(ofReplayed).min().orElse(0);
                for (int i = 0; i < rates.length; i++) {
                    double rate = atUnlike(all.get(i))
                            ? Math.max(rates[i], least)
                            : expected.getOrDefault(images.get(i), rates[i]);
                    if (Math.abs(rates[i] - rate) > SAME * rate) {
                        return problem(all.get(i), "do not all move at the same rate");
                    }
                }
            }
            return "";
        }

        private static String problem(Pair pair, String what) {
            return "messages of like GPUs ("
                    + CommunicationKind.of(pair.communicator).label() + ") " + what;
        }

        private boolean isReplayed(Pair image) {
            return walk.pairs.getOrDefault(image, Set.of()).stream().anyMatch(pair -> pair.from == image.from);
        }

        private boolean atUnlike(Pair pair) {
            return unlike.get(pair.from) || unlike.get(pair.to);
        }

        private List<Object> alone(Pair pair, BandwidthSharing idle) {
            int from = placement.nodeOf(pair.from);
            int to = placement.nodeOf(pair.to);
            return List.of(
                    platform.cluster().sameMachine(from, to), idle.referenceRate(from, to), idle.pathLatency(from, to));
        }

        private double[] rates(List<Pair> some) {
            BandwidthSharing sharing = platform.sharing().on(platform.cluster(), seed);
            boolean batches = sharing.batching() != BandwidthSharing.Batching.NONE;
            Map<Long, Integer> flows = new HashMap<>();
            int[] flowOf = new int[some.size()];
            int[] messages = new int[some.size()];
            for (int i = 0; i < flowOf.length; i++) {
                Pair pair = some.get(i);
                int next = flows.size();
                int flow = flows.computeIfAbsent(batches ? (long) pair.from << 32 | pair.to : i, key -> next);
                flowOf[i] = flow;
                if (++messages[flow] == 1) {
                    sharing.flowStarted(
                            flow,
                            placement.nodeOf(pair.from),
                            placement.nodeOf(pair.to),
                            Double.POSITIVE_INFINITY,
                            pair.from,
                            pair.to);
                } else {
                    sharing.flowResized(flow, messages[flow]);
                }
            }
            double[] rates = new double[some.size()];
            sharing.recompute((flow, rate) -> rates[flow] = rate);
            return Arrays.stream(flowOf).mapToDouble(flow -> rates[flow]).toArray();
        }
    }
}
