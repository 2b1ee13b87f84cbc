package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.experts.TokenExchange;
import org.tailback.experts.TokenRouting;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;

class MulticastExchangeTest {
    private static final TokenRouting ROUTING = TokenRouting.even(64, 6, 1, 1);

    private static TokenExchange exchange(TokenRouting routing, int ranks, boolean isReturn, ExchangeNumbers numbers) {
        return new TokenExchange(routing, ranks, 4096, 2048, 4096, isReturn, numbers);
    }

    private static CollectiveCall call(TokenExchange items) {
        return CollectiveCall.uniform(Kind.ALLTOALL, 0, 1 << 20).with(items);
    }

    /** Records what a rank sends and receives, by the two ends. */
    private static final class Messages implements CollectiveSink {
        private final Map<String, Long> sent = new HashMap<>();
        private final Map<String, Long> received = new HashMap<>();
        private int rank;

        @Override
        public void isend(int request, int destination, long bytes) {
            sent.merge(rank + " to " + destination, bytes, Long::sum);
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            received.merge(source + " to " + rank, bytes, Long::sum);
        }

        @Override
        public void send(int destination, long bytes) {
            throw new AssertionError();
        }

        @Override
        public void recv(int source, long bytes) {
            throw new AssertionError();
        }

        @Override
        public void awaitAll(int firstRequest, int count) {}

        @Override
        public void carry(long firstBlock, int count) {}

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {}

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {}
    }

    private static Messages messages(TokenExchange items, int gpus, int... nodes) {
        Cluster cluster = Cluster.of(8, 1).withGpus(gpus, 1);
        MachineLayout layout = new MachineLayout(
                Placement.of(cluster, nodes), cluster, () -> new MachineLayout.Speeds(50e9, 450e9, 0, 0, true));
        Messages found = new Messages();
        CollectiveAlgorithm algorithm = MulticastExchange.on(new NcclGroups(layout));
        for (int rank = 0; rank < nodes.length; rank++) {
            found.rank = rank;
            CollectiveSchedule schedule = algorithm.schedule(call(items), rank, nodes.length);
            for (int step = 0; step < schedule.steps(); step++) {
                schedule.step(step, found);
            }
        }
        return found;
    }

    /** With 2 machines of 4 GPUs: a token crosses once if one of four GPUs has one of its experts. */
    @Test
    void dispatch_ofTwoMachines_sendsATokenOnceToTheOther() {
        TokenExchange items = exchange(ROUTING, 8, false, ExchangeNumbers.FREE);
        Messages found = messages(items, 4, 0, 1, 2, 3, 4, 5, 6, 7);
        double toMachine = ROUTING.part(8, 4, 5, 6, 7) * 4096 * 4096;
        double toGpu = 2 * ROUTING.part(8, 0) * 4096 * 4096;
        assertThat(found.sent).hasSize(8 + 8 * 3).containsEntry("1 to 5", (long) Math.ceil(toMachine));
        assertThat((double) found.sent.get("1 to 3")).isEqualTo(toGpu, within(2.0));
        assertThat(messages(exchange(ROUTING, 8, true, ExchangeNumbers.FREE), 4, 0, 1, 2, 3, 4, 5, 6, 7).sent)
                .containsEntry("5 to 1", (long) Math.ceil(toMachine));
    }

    /** Each message has both its ends for seeded placements, also on machines with different numbers of GPUs. */
    @Test
    void messages_seededPlacements_haveBothEnds() {
        SplittableRandom random = new SplittableRandom(3);
        double[] shares = random.doubles(64, 0.5, 1.5).toArray();
        for (int trial = 0; trial < 40; trial++) {
            int ranks = 1 << random.nextInt(1, 5);
            int[] nodes = random.ints(0, 32).distinct().limit(ranks).toArray();
            TokenRouting routing = trial % 2 == 0 ? ROUTING : TokenRouting.uneven(6, shares, trial);
            for (boolean isReturn : new boolean[] {false, true}) {
                Messages found = messages(exchange(routing, ranks, isReturn, ExchangeNumbers.COMBINE), 4, nodes);
                assertThat(found.sent).as("trial %d", trial).isEqualTo(found.received);
            }
        }
    }

    /** The formula of machines that are alone, with bytes rounded up to whole ones. */
    @Test
    void replay_ofFullMachines_takesTheTimeOfTheFormula() {
        Platform platform = PlatformFile.parse("""
                        cluster: {nodes: 4, gpus-per-node: 8}
                        network: {model: max-min, bandwidth: 50 GB/s, local-bandwidth: 450 GB/s, rails: true}
                        cost: {model: hockney, latency: 3 us, bandwidth: 50 GB/s}
                        intra-node: {latency: 1 us, bandwidth: 450 GB/s}
                        """, "test").resolve(Overrides.NONE);
        for (int machines : new int[] {1, 2, 4}) {
            int ranks = 8 * machines;
            for (boolean isReturn : new boolean[] {false, true}) {
                TokenExchange items = exchange(
                        ROUTING, ranks, isReturn, isReturn ? ExchangeNumbers.COMBINE : ExchangeNumbers.DISPATCH);
                double seconds = Replay.builder(
                                CollectiveExpansion.of(
                                        new SameCall(ranks, call(items)),
                                        CollectiveSelectors.parse("nccl").on(MachineLayout.of(platform, null, ranks))),
                                platform)
                        .build()
                        .run()
                        .makespan();
                double[] links = items.linkSeconds(machines, 450e9, 50e9);
                assertThat(seconds)
                        .as("%d machines, returns: %s", machines, isReturn)
                        .isEqualTo(
                                items.numbers().seconds(machines, items.width(), items.tokens(), links[0], links[1]),
                                within(1e-9));
            }
        }
    }

    /** A program whose ranks all make one call. */
    private record SameCall(int ranks, CollectiveCall call) implements org.tailback.program.ParallelProgram {
        @Override
        public org.tailback.program.Program open(int rank) {
            boolean[] done = {false};
            return sink -> {
                if (!done[0]) {
                    sink.collective(call);
                }
                boolean more = !done[0];
                done[0] = true;
                return more;
            };
        }
    }

    @Test
    void messages_of64GpusOnEightMachines_areSevenAndFourteenEach() {
        TokenExchange items = exchange(ROUTING, 64, false, ExchangeNumbers.DISPATCH);
        assertThat(messages(items, 8, IntStream.range(0, 64).toArray()).sent).hasSize(64 * (7 + 7));
    }
}
