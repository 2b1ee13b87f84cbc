package org.tailback.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.SsjKernel;
import org.tailback.network.NetworkEngine;
import org.tailback.network.NetworkUser;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * The engine without a model: cost per flow end when every end starts another flow and changes the rates of 32 others.
 * {@code network} is ours; {@code eventPerFlow} is the plain way, one SSJ event per flow on SSJ's default list.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar KernelBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class KernelBenchmark {
    private static final int ENDS = 50_000;
    private static final int CHANGED = 32;

    /** Flows in flight. */
    @Param({"64", "1024", "16384"})
    public int flows;

    /** Ours: one SSJ event per network, an indexed heap inside. */
    @Benchmark
    @OperationsPerInvocation(ENDS)
    public double network() {
        Simulator simulator = new Simulator();
        simulator.init();
        SsjKernel kernel = SsjKernel.of(simulator);
        NetworkEngine[] network = new NetworkEngine[1];
        MessageCost cost = new BytesAsSeconds();
        int[] left = {ENDS};
        SplittableRandom random = new SplittableRandom(1);
        network[0] = NetworkEngine.builder(kernel, Cluster.of(2, 1), new ShuffledRates(flows, CHANGED), cost)
                .build();
        NetworkUser[] user = new NetworkUser[1];
        user[0] = network[0].join(
                (messages, from, to) -> {
                    for (int i = from; i < to; i++) {
                        if (--left[0] <= 0) {
                            simulator.stop();
                            return;
                        }
                        network[0].send(user[0], 0, 1, 0, 1, 1 + random.nextInt(1000), 0, cost);
                    }
                },
                2,
                null);
        for (int i = 0; i < flows; i++) {
            network[0].send(user[0], 0, 1, 0, 1, 1 + random.nextInt(1000), 0, cost);
        }
        simulator.start();
        return kernel.now();
    }

    /** The plain way: every flow is an SSJ event, and a change of its rate reschedules it. */
    @Benchmark
    @OperationsPerInvocation(ENDS)
    public double eventPerFlow() {
        Simulator simulator = new Simulator();
        simulator.init();
        PlainFlows plain = new PlainFlows(simulator, flows);
        simulator.start();
        return plain.now();
    }

    private record BytesAsSeconds() implements MessageCost {
        @Override
        public String name() {
            return "bytes-as-seconds";
        }

        @Override
        public double gap(long bytes) {
            return bytes;
        }

        @Override
        public double latency(long bytes) {
            return 0;
        }
    }

    private static final class PlainFlows {
        private final Simulator simulator;
        private final SplittableRandom random = new SplittableRandom(1);
        private final Flow[] flows;
        private int left = ENDS;

        PlainFlows(Simulator simulator, int count) {
            this.simulator = simulator;
            flows = new Flow[count];
            for (int i = 0; i < count; i++) {
                flows[i] = new Flow();
                flows[i].begin();
            }
        }

        double now() {
            return simulator.time();
        }

        private final class Flow extends Event {
            private double workLeft;
            private double rate;
            private double settled;

            Flow() {
                super(simulator);
            }

            void begin() {
                workLeft = 1 + random.nextInt(1000);
                rate = 0.5 + random.nextDouble();
                settled = sim.time();
                schedule(workLeft / rate);
            }

            void changeRate() {
                workLeft = Math.max(0, workLeft - rate * (sim.time() - settled));
                settled = sim.time();
                rate = 0.5 + random.nextDouble();
                reschedule(workLeft / rate);
            }

            @Override
            public void actions() {
                if (--left <= 0) {
                    sim.stop();
                    return;
                }
                begin();
                for (int i = 0; i < CHANGED; i++) {
                    flows[random.nextInt(flows.length)].changeRate();
                }
            }
        }
    }
}
