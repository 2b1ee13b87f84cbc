package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.testing.Host;
import org.tailback.testing.NetworkScenario;

/**
 * Thousands of networks in one JVM know nothing of each other and leave nothing behind. {@code -Dsoak.messages=1000000}
 * makes the soak test a long experiment (the default is a twentieth of that).
 */
class ManyAtOnceTest {
    private static final int NETWORKS = 1000;
    private static final int SCENARIOS = Boolean.getBoolean("tailback.thorough") ? 25 : 12;
    private static final long SOAK_MESSAGES = Long.getLong("soak.messages", 20_000);
    /** What the heap may grow by after the first fifth, in bytes: some six bytes for a message of the default. */
    private static final long FLAT = 256 * 1024;

    private static List<String> run(long seed) {
        NetworkBuilder network = Network.builder(Cluster.of(8, 1))
                .model(new InfiniBand(InfiniBand.CompetitorRule.FLOOR))
                .cost(new PlogP(1e-5, GapFunction.perByte(1 / 1e8)));
        return new NetworkScenario(seed, 8, 1_000_000, 0.4, true).run(network, Host.loop());
    }

    /** Virtual threads where the JVM has them; otherwise a few dozen of the ordinary ones at a time. */
    private static ExecutorService threads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException e) {
            return Executors.newFixedThreadPool(48);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void thousandsOfNetworks_eachOnAThread_giveTheBitsOfOneAlone() throws Exception {
        List<List<String>> alone = new ArrayList<>();
        for (int seed = 0; seed < SCENARIOS; seed++) {
            alone.add(run(seed));
        }
        ExecutorService threads = threads();
        try {
            List<Callable<List<String>>> tasks = new ArrayList<>();
            for (int i = 0; i < NETWORKS; i++) {
                int seed = i % SCENARIOS;
                tasks.add(() -> run(seed));
            }
            List<Future<List<String>>> results = threads.invokeAll(tasks);
            for (int i = 0; i < NETWORKS; i++) {
                assertThat(results.get(i).get()).as("network %d", i).isEqualTo(alone.get(i % SCENARIOS));
            }
        } finally {
            threads.shutdown();
        }
    }

    /**
     * Each message that arrives, is cancelled or lost makes room for the next: the heap stays as it is after a fifth of
     * them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"infiniband", "max-min", "gigabit-ethernet"})
    void soak_messagesWithCancelsAndFailures_leaveNothingBehind(String model) {
        Soak soak = new Soak(model);
        soak.runTo(SOAK_MESSAGES / 5);
        long early = heap();
        soak.runTo(SOAK_MESSAGES);

        assertThat(heap() - early).as("growth of the heap under %s", model).isLessThan(FLAT);
        NetworkResult result = soak.network.result();
        assertThat(result.sent()).isGreaterThanOrEqualTo(SOAK_MESSAGES);
        assertThat(result.cancelled()).isPositive();
        assertThat(result.lost()).isPositive();
        assertThat(result.underWay()).isBetween(1L, 64L);
    }

    private static long heap() {
        long used = Long.MAX_VALUE;
        // the least of some, as other tests may leave rubbish that takes more than one collection
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    /**
     * Keeps some 16 messages under way: each that ends starts another; every hundredth is cancelled, nodes fail now and
     * then.
     */
    private static final class Soak {
        private final Network network;
        private long sent;

        Soak(String model) {
            network = Network.builder(Cluster.of(8, 1))
                    .model(model)
                    .cost("hockney:latency=1us,bandwidth=1GB/s")
                    .build();
            for (int i = 0; i < 16; i++) {
                next();
            }
        }

        private void next() {
            long number = sent++;
            int source = (int) (number % 8);
            int destination = (int) ((source + 1 + number / 8 % 7) % 8);
            Message message = network.send(
                    source, destination, 1000 + number % 1013, WhenDone.of(delivery -> next(), lost -> next()));
            if (number % 100 == 99 && message.cancel()) {
                next();
            }
        }

        void runTo(long messages) {
            while (sent < messages) {
                network.advanceTo(network.nextInstant());
                if (sent % 1000 < 3) {
                    network.failNode((int) (sent % 8));
                    network.repairNode((int) (sent % 8));
                }
            }
        }
    }
}
