package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.embed.Network;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;

/**
 * Contract of a network that several users share on a host. Replays and individual messages slow each other down. Each
 * user is notified of its own messages only. A cancelled replay has no effect after its cancellation. A replay can
 * start at any time. The same sequence of events has the same times. The test of a host extends this class and creates
 * the host.
 *
 * <p>One byte takes one second without contention. The messages of a node share its capacity equally.
 */
public abstract class SharedNetworkContract {
    private static final int NODES = 6;
    private static final int SCENARIOS = 20;

    private final Map<String, Double> ended = new TreeMap<>();
    private final List<String> order = new ArrayList<>();

    /** Returns a new host at time 0. */
    protected abstract Host newHost();

    /**
     * Returns the largest accepted error of times after dozens of events, in seconds; by default times must be exact.
     */
    protected double tolerance() {
        return 0;
    }

    /** Program in which rank 0 sends messages to rank 1, one after the other. */
    private record Messages(int count, long bytes) implements ParallelProgram {
        @Override
        public int ranks() {
            return 2;
        }

        @Override
        public Program open(int rank) {
            int[] done = {0};
            return sink -> {
                if (done[0] == count) {
                    return false;
                }
                done[0]++;
                if (rank == 0) {
                    sink.send(1, 0, bytes);
                } else {
                    sink.recv(0, 0, bytes);
                }
                return true;
            };
        }
    }

    /** Network on a host, with users that record their end times. */
    private final class Shared {
        final Host host;
        final Network network;

        Shared(Host host) {
            this.host = host;
            network = Network.builder(Cluster.of(NODES, 1))
                    .model(new PortShares())
                    .cost(PortShares.SECOND_PER_BYTE)
                    .on(host.kernel())
                    .build();
        }

        Replay job(String name, Messages program, int from, int to) {
            return Replay.builder(program, network.platform())
                    .on(network)
                    .placement(Placement.of(network.platform().cluster(), from, to))
                    .whenDone(result -> {
                        end(name);
                        assertThat(result.traffic().messages()).as(name).isEqualTo(program.count());
                        assertThat(result.makespan()).as(name).isEqualTo(network.now());
                    })
                    .build();
        }

        /** Schedules the start of a replay. */
        Replay job(double start, String name, Messages program, int from, int to) {
            Replay job = job(name, program, from, to);
            host.schedule(start, () -> {
                int before = ended.size();
                job.start();
                assertThat(ended).as("ends during start").hasSize(before);
            });
            return job;
        }

        void message(double start, String name, int from, int to, long bytes) {
            host.schedule(start, () -> network.send(from, to, bytes, delivery -> end(name)));
        }

        private void end(String name) {
            assertThat(ended.put(name, network.now()))
                    .as("%s ended before", name)
                    .isNull();
            order.add(name);
        }

        /** Schedules two replays and a message of the host with the same sender. */
        void usersOfOneSender(double start) {
            job(start, "first", new Messages(2, 6), 0, 1);
            job(start + 3, "second", new Messages(1, 2), 0, 2);
            message(start + 7, "message", 0, 3, 2);
        }
    }

    private void assertEnds(Map<String, Double> expected, double tolerance) {
        assertThat(ended).containsOnlyKeys(expected.keySet());
        expected.forEach((name, time) -> assertThat(ended.get(name)).as(name).isEqualTo(time, within(tolerance)));
    }

    /** Tests that users with the same sender are slowed down, and that each user is notified of its own end only. */
    @Test
    public void users_ofOneSender_shareItAndHearOfTheirOwnEnds() {
        Shared shared = new Shared(newHost());
        shared.usersOfOneSender(0);
        shared.host.run();

        // uncontended until 3 s, two messages until 7 s, two until 11 s; at 11 s the first has moved 3 + 2 + 2 of its
        // 12 bytes
        assertEnds(Map.of("second", 7.0, "message", 11.0, "first", 16.0), tolerance());
        assertThat(order).containsExactly("second", "message", "first");
        assertThat(shared.network.result().sent()).isEqualTo(1);
    }

    /**
     * Tests users with the same sender at epoch seconds, after a replay at time 0. Times are correct within two steps
     * of the clock at epoch seconds.
     */
    @Test
    public void users_whenTheClockIsLarge_shareAsAtItsBeginning() {
        double start = 1.7e9;
        Shared shared = new Shared(newHost());
        shared.job(0, "early", new Messages(1, 4), 0, 1);
        shared.usersOfOneSender(start);
        shared.host.run();

        assertThat(order).containsExactly("early", "second", "message", "first");
        assertThat(ended.get("early")).isEqualTo(4, within(tolerance()));
        ended.remove("early");
        assertEnds(
                Map.of("second", start + 7, "message", start + 11, "first", start + 16),
                Math.max(tolerance(), 2 * Math.ulp(start)));
    }

    /** Tests that a cancelled replay frees its resources, receives no notification, and leaves no events. */
    @Test
    public void cancel_leavesNothing() {
        Shared shared = new Shared(newHost());
        Replay cancelled = shared.job(0, "cancelled", new Messages(5, 10), 0, 1);
        shared.message(0, "message", 0, 2, 10);
        shared.host.schedule(4, () -> assertThat(cancelled.cancel()).isTrue());
        shared.host.run();

        // 2 bytes until 4 s, then without contention
        assertEnds(Map.of("message", 12.0), tolerance());
        assertThat(cancelled.cancel()).isFalse();
    }

    /** Tests that a replay started at the end of another replay begins at the same instant. */
    @Test
    public void start_whenAnotherEnds_beginsAtThatInstant() {
        Shared shared = new Shared(newHost());
        Replay[] second = new Replay[1];
        shared.host.schedule(
                1,
                () -> Replay.builder(new Messages(1, 4), shared.network.platform())
                        .on(shared.network)
                        .whenDone(result -> {
                            shared.end("first");
                            second[0] = shared.job("second", new Messages(1, 4), 0, 1);
                            second[0].start();
                        })
                        .build()
                        .start());
        shared.host.run();

        assertEnds(Map.of("first", 5.0, "second", 9.0), tolerance());
        assertThat(second[0].result().started()).isEqualTo(ended.get("first"));
    }

    /**
     * Tests a host that restarts and discards the timers of its networks. Without a reset, every use of a network must
     * be an error, because messages would never arrive. This also applies to a network that was last used at 0 s,
     * although the time of its clock has not decreased. Hosts that cannot restart discard no timers.
     */
    @Test
    public void host_startsAgainWithoutReset_isAnError_andAfterResetTimesAreThoseOfAFreshNetwork() {
        for (double lastUse : new double[] {0, 2}) {
            ended.clear();
            Shared shared = new Shared(newHost());
            shared.message(lastUse, "under way", 2, 3, 1000);
            boolean[] again = new boolean[1];
            shared.host.schedule(50, () -> again[0] = shared.host.startAgain());
            shared.host.run();
            if (!again[0]) {
                assertThat(ended).containsOnlyKeys("under way");
                return;
            }
            assertThat(ended).isEmpty();
            assertThatThrownBy(() -> shared.network.send(0, 1, 1, delivery -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(lastUse > 0 ? "to 0 s: call reset()" : "call reset()");

            shared.network.reset();
            shared.message(3, "again", 0, 1, 4);
            shared.host.run();
            assertEnds(Map.of("again", 7.0), tolerance());
        }
    }

    /**
     * Tests that random sequences of replays, messages and cancellations have the same results as on SSJ, and the same
     * results when repeated.
     */
    @Test
    public void users_randomCourses_endAsOnSsj() {
        int ends = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            Map<String, Double> expected = course(Host.ssj(), seed);
            Map<String, Double> here = course(newHost(), seed);
            assertThat(course(newHost(), seed)).as("seed %s, again", seed).isEqualTo(here);
            assertEnds(expected, tolerance());
            ends += expected.size();
        }
        assertThat(ends).as("ends in all courses").isGreaterThan(SCENARIOS);
    }

    private Map<String, Double> course(Host host, long seed) {
        ended.clear();
        order.clear();
        Shared shared = new Shared(host);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 12; i++) {
            String name = "user " + i;
            double start = random.nextInt(40) / 2.0;
            int from = random.nextInt(NODES);
            int to = (from + 1 + random.nextInt(NODES - 1)) % NODES;
            Messages program = new Messages(1 + random.nextInt(3), 1 + random.nextInt(8));
            // between the starts of other users, so that the order is the same on hosts with coarse clocks
            double cancel = start + random.nextInt(20) + 0.25 + 1.0 / 64;
            int kind = random.nextInt(4);
            if (kind == 0) {
                shared.message(start, name, from, to, program.bytes());
            } else {
                Replay job = shared.job(start, name, program, from, to);
                if (kind == 1) {
                    host.schedule(cancel, job::cancel);
                }
            }
        }
        host.run();
        return new TreeMap<>(ended);
    }
}
