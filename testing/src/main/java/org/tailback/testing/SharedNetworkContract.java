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
import org.tailback.loss.LossCause;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;

/**
 * The contract of a network shared by several users on every host: replays and single messages slow each other down,
 * each user is notified of its own only, a cancelled replay has no further effect, a replay starts at any time, and the
 * same sequence of events has the same times. The test of a host extends this class and makes the host.
 *
 * <p>One byte takes one second alone; the messages of a node share it equally.
 */
public abstract class SharedNetworkContract {
    private static final int NODES = 6;
    private static final int SCENARIOS = 20;

    private final Map<String, Double> ended = new TreeMap<>();
    private final List<String> order = new ArrayList<>();

    /** Returns a fresh host at time 0. */
    protected abstract Host newHost();

    /** Returns the largest error of times after dozens of events, in seconds; exact by default. */
    protected double tolerance() {
        return 0;
    }

    /** A program in which rank 0 sends messages to rank 1, one after the other. */
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

    private static Network network(Host host) {
        return Network.builder(Cluster.of(NODES, 1))
                .model(new PortShares())
                .cost(PortShares.SECOND_PER_BYTE)
                .on(host.kernel())
                .build();
    }

    private Replay job(Network network, String name, ParallelProgram program, int from, int to) {
        return Replay.builder(program, network.platform())
                .on(network)
                .placement(Placement.of(network.platform().cluster(), from, to))
                .whenDone(result -> {
                    end(network, name);
                    assertThat(result.traffic().messages()).as(name).isEqualTo(((Messages) program).count());
                    assertThat(result.makespan()).as(name).isEqualTo(network.now());
                })
                .build();
    }

    private void message(Network network, String name, int from, int to, long bytes) {
        network.send(from, to, bytes, delivery -> end(network, name));
    }

    private void end(Network network, String name) {
        assertThat(ended.put(name, network.now())).as("%s ended before", name).isNull();
        order.add(name);
    }

    private void assertEnds(Map<String, Double> expected) {
        assertThat(ended).containsOnlyKeys(expected.keySet());
        expected.forEach((name, time) -> assertThat(ended.get(name)).as(name).isEqualTo(time, within(tolerance())));
    }

    /**
     * Two replays and a message of the host at one sender: each is slowed down, and is notified of its own end only.
     */
    @Test
    public void users_ofOneSender_shareItAndHearOfTheirOwnEnds() {
        Host host = newHost();
        Network network = network(host);
        host.schedule(0, () -> job(network, "first", new Messages(2, 6), 0, 1).start());
        host.schedule(3, () -> {
            job(network, "second", new Messages(1, 2), 0, 2).start();
            assertThat(ended).as("ends during start").isEmpty();
        });
        host.schedule(7, () -> message(network, "message", 0, 3, 2));
        host.run();

        // alone until 3, two until 7, two until 11: first has moved 3 + 2 + 2 of its 12 bytes by then
        assertEnds(Map.of("second", 7.0, "message", 11.0, "first", 16.0));
        assertThat(order).containsExactly("second", "message", "first");
        assertThat(network.result().sent()).isEqualTo(1);
    }

    /**
     * The same at epoch seconds, after a replay at the beginning of the clock: stamps are right within two steps of the
     * clock there.
     */
    @Test
    public void users_whenTheClockIsLarge_shareAsAtItsBeginning() {
        double start = 1.7e9;
        Host host = newHost();
        Network network = network(host);
        host.schedule(0, () -> job(network, "early", new Messages(1, 4), 0, 1).start());
        host.schedule(
                start, () -> job(network, "first", new Messages(2, 6), 0, 1).start());
        host.schedule(
                start + 3,
                () -> job(network, "second", new Messages(1, 2), 0, 2).start());
        host.schedule(start + 7, () -> message(network, "message", 0, 3, 2));
        host.run();

        assertThat(order).containsExactly("early", "second", "message", "first");
        Map.of("early", 4.0, "second", start + 7, "message", start + 11, "first", start + 16)
                .forEach((name, time) -> assertThat(ended.get(name))
                        .as(name)
                        .isEqualTo(time, within(Math.max(tolerance(), 2 * Math.ulp(time)))));
    }

    /** A replay that is cancelled frees its resources, is not notified, and has no events left. */
    @Test
    public void cancel_leavesNothing() {
        Host host = newHost();
        Network network = network(host);
        Replay cancelled = job(network, "cancelled", new Messages(5, 10), 0, 1);
        host.schedule(0, () -> {
            cancelled.start();
            message(network, "message", 0, 2, 10);
        });
        host.schedule(4, () -> assertThat(cancelled.cancel()).isTrue());
        host.run();

        // 2 bytes by 4 s, then alone
        assertEnds(Map.of("message", 12.0));
        assertThat(cancelled.cancel()).isFalse();
    }

    /** The failure of a node ends the replays on that node only; their results have the failure. */
    @Test
    public void failNode_endsTheReplaysOnIt() {
        Host host = newHost();
        Network network = network(host);
        List<Replay> jobs = new ArrayList<>();
        host.schedule(1, () -> {
            jobs.add(Replay.builder(new Messages(1, 10), network.platform())
                    .on(network)
                    .placement(Placement.of(network.platform().cluster(), 0, 1))
                    .whenDone(result -> end(network, "failed"))
                    .build());
            jobs.get(0).start();
            job(network, "other", new Messages(1, 10), 0, 2).start();
        });
        host.schedule(5, () -> network.failNode(1));
        host.run();

        assertEnds(Map.of("failed", 5.0, "other", 13.0));
        assertThat(jobs.get(0).result().failure().orElseThrow().cause()).isEqualTo(new LossCause.NodeFailed(1));
    }

    /** A replay takes as long at any time of the simulation. */
    @Test
    public void start_atAnyTime_takesAsLong() {
        Host host = newHost();
        Network network = network(host);
        Map<String, Double> expected = new TreeMap<>();
        for (double start : new double[] {0, 0.5, 16, 1024.25}) {
            String name = "job of " + start;
            host.schedule(
                    start, () -> job(network, name, new Messages(3, 1), 0, 1).start());
            expected.put(name, start + 3);
        }
        // the first two overlap: 0.5 s alone each, 5 bytes in common at half the rate
        expected.put("job of 0.0", 5.5);
        expected.put("job of 0.5", 6.0);
        host.run();

        assertEnds(expected);
    }

    /** A replay started at the end of another one begins at that instant. */
    @Test
    public void start_whenAnotherEnds_beginsAtThatInstant() {
        Host host = newHost();
        Network network = network(host);
        Replay[] second = new Replay[1];
        host.schedule(
                1,
                () -> Replay.builder(new Messages(1, 4), network.platform())
                        .on(network)
                        .whenDone(result -> {
                            end(network, "first");
                            second[0] = job(network, "second", new Messages(1, 4), 0, 1);
                            second[0].start();
                        })
                        .build()
                        .start());
        host.run();

        assertEnds(Map.of("first", 5.0, "second", 9.0));
        assertThat(second[0].result().started()).isEqualTo(ended.get("first"));
    }

    /**
     * A host that starts again drops the timers of its networks: without reset, every use of one is an error, not a
     * message that never arrives. A host whose clock cannot go back has nothing to drop.
     */
    @Test
    public void host_startsAgainWithoutReset_isAnError_andAfterResetTimesAreThoseOfAFreshNetwork() {
        Host host = newHost();
        Network network = network(host);
        host.schedule(0, () -> message(network, "early", 0, 1, 4));
        host.schedule(2, () -> message(network, "under way", 2, 3, 1000));
        host.schedule(50, () -> ended.put("stopped", 50.0));
        host.run();
        double before = host.kernel().now();
        if (!host.startAgain()) {
            assertThat(host.kernel().now()).isEqualTo(before);
            return;
        }
        assertThatThrownBy(() -> network.send(0, 1, 1, delivery -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the host's clock went back")
                .hasMessageContaining("to 0 s: call reset()");

        network.reset();
        ended.clear();
        host.schedule(3, () -> message(network, "again", 0, 1, 4));
        host.run();
        assertEnds(Map.of("again", 7.0));
    }

    /** The same where the network was last used at 0 s, so that its clock has not gone back. */
    @Test
    public void host_startsAgainWithoutReset_isAnErrorAlsoAtTheInstantOfTheLastUse() {
        Host host = newHost();
        Network network = network(host);
        boolean[] again = new boolean[1];
        host.schedule(0, () -> message(network, "under way", 0, 1, 1000));
        host.schedule(50, () -> again[0] = host.startAgain());
        host.run();
        if (!again[0]) {
            assertThat(ended).containsOnlyKeys("under way");
            return;
        }
        assertThat(ended).isEmpty();
        assertThatThrownBy(() -> network.send(0, 1, 1, delivery -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call reset()");
    }

    /** Random sequences of replays, messages, cancels and failures end as on SSJ, and in the same way when repeated. */
    @Test
    public void users_randomCourses_endAsOnSsj() {
        int ends = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            Map<String, Double> expected = course(Host.ssj(), seed);
            Map<String, Double> here = course(newHost(), seed);
            assertThat(course(newHost(), seed)).as("seed %s, again", seed).isEqualTo(here);
            assertThat(here).as("seed %s", seed).containsOnlyKeys(expected.keySet());
            for (Map.Entry<String, Double> end : expected.entrySet()) {
                assertThat(here.get(end.getKey()))
                        .as("seed %s, %s", seed, end.getKey())
                        .isEqualTo(end.getValue(), within(tolerance()));
            }
            ends += expected.size();
        }
        assertThat(ends).as("ends in all courses").isGreaterThan(SCENARIOS);
    }

    private Map<String, Double> course(Host host, long seed) {
        ended.clear();
        order.clear();
        Network network = network(host);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 12; i++) {
            String name = "user " + i;
            double start = random.nextInt(40) / 2.0;
            int from = random.nextInt(NODES);
            int to = (from + 1 + random.nextInt(NODES - 1)) % NODES;
            Messages program = new Messages(1 + random.nextInt(3), 1 + random.nextInt(8));
            // between the instants at which others start, so that a coarse host has the same order
            double cancel = start + random.nextInt(20) + 0.25;
            switch (random.nextInt(4)) {
                case 0 -> host.schedule(start, () -> message(network, name, from, to, program.bytes()));
                case 1 -> {
                    Replay[] job = new Replay[1];
                    host.schedule(start, () -> {
                        job[0] = job(network, name, program, from, to);
                        job[0].start();
                    });
                    host.schedule(cancel + 1.0 / 64, () -> job[0].cancel());
                }
                default ->
                    host.schedule(
                            start, () -> job(network, name, program, from, to).start());
            }
        }
        host.run();
        return new TreeMap<>(ended);
    }
}
