package org.tailback.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.embed.Transfer;
import org.tailback.network.TestModels;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/**
 * Chains on a network that others use, too, worked out by hand: one byte takes one second alone, the messages of a node
 * share it equally, and there is no latency.
 */
class SharedChainTest {
    private static final Platform PLATFORM = TestModels.platform(4, 0).build();

    private static ScriptedProgram message(long bytes) {
        return new ScriptedProgram(2).add(0, s -> s.send(1, 0, bytes)).add(1, s -> s.recv(0, 0, bytes));
    }

    private static Placement on(int... nodes) {
        return Placement.of(PLATFORM.cluster(), nodes);
    }

    /** A run of job a on nodes 0 and 1, with b on 0 and 2 and single messages of a host. */
    private static final class Run {
        private final Network network;
        private final Map<Message, String> owners = new HashMap<>();
        private final List<ReplayResult> ofA = new ArrayList<>();

        Run(SharedObservers observers) {
            NetworkBuilder builder = Network.builder(PLATFORM);
            observers.single(owners::get).ifPresent(builder::observer);
            network = builder.build();
        }

        void until(double time) {
            for (double next = network.nextInstant();
                    next <= time && next < Double.POSITIVE_INFINITY;
                    next = network.nextInstant()) {
                network.advanceTo(next);
            }
            if (time < Double.POSITIVE_INFINITY) {
                network.advanceTo(time);
            }
        }

        void start(ScriptedProgram program, Placement placement, Observer observer, List<ReplayResult> results) {
            Replay.builder(program, network.platform())
                    .on(network)
                    .placement(placement)
                    .observer(observer)
                    .whenDone(results::add)
                    .build()
                    .start();
        }

        void send(String owner, int from, int to, long bytes) {
            owners.put(network.send(Transfer.of(from, to, bytes)), owner);
        }

        void startA(ScriptedProgram program, SharedObservers observers) {
            start(program, on(0, 1), observers.next(), ofA);
        }

        void startB(ScriptedProgram program, SharedObservers observers) {
            start(program, on(0, 2), observers.other("b", on(0, 2)).orElse(null), new ArrayList<>());
        }

        List<ReplayResult> end() {
            until(Double.POSITIVE_INFINITY);
            return ofA;
        }
    }

    private static List<String> lines(CriticalChain chain) {
        return chain.path().stream()
                .map(s -> s.kind().label() + " " + s.rank() + " " + s.from() + " " + s.to())
                .toList();
    }

    @Test
    void laterJobBesideAnother_contentionIsTheOthers() {
        // b sends 10 bytes from 0, a 2 bytes from 3 out of the same node: both at half the rate until 7
        CriticalChain chain = ChainSearch.of(on(0, 1)).findShared("a", observers -> {
            Run run = new Run(observers);
            run.startB(message(10), observers);
            run.until(3);
            run.startA(message(2), observers);
            return run.end();
        });

        assertThat(lines(chain)).containsExactly("transfer 0 3.0 5.0", "contention 0 5.0 7.0");
        assertThat(chain.makespan()).isEqualTo(4);
        assertThat(chain.culprits())
                .containsExactly(
                        new Culprit(Culprit.Type.LINK, "out of node 0", 2, 0),
                        new Culprit(Culprit.Type.PAIR, "b 0>1", 2, 0),
                        new Culprit(Culprit.Type.OPERATION, "send of 2 B", 2, 0),
                        new Culprit(Culprit.Type.JOB, "b", 2, 0));
    }

    @Test
    void ownMessagesAndSingleOnes_divideTheContention() {
        // Three messages out of node 0 move at a third of the rate until 9; the chain is that to rank 1.
        ScriptedProgram program = new ScriptedProgram(3)
                .add(0, s -> s.isend(0, 1, 0, 3))
                .add(0, s -> s.isend(1, 2, 0, 3))
                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(1, s -> s.recv(0, 0, 3))
                .add(2, s -> s.recv(0, 0, 3));

        CriticalChain chain = ChainSearch.of(on(0, 1, 2)).findShared("a", observers -> {
            Run run = new Run(observers);
            run.start(program, on(0, 1, 2), observers.next(), run.ofA);
            run.send("host", 0, 3, 3);
            return run.end();
        });

        assertThat(chain.seconds(PartKind.CONTENTION)).isEqualTo(6);
        assertThat(chain.culprits(Culprit.Type.JOB))
                .containsExactlyInAnyOrder(
                        new Culprit(Culprit.Type.JOB, "a", 3, 0), new Culprit(Culprit.Type.JOB, "host", 3, 0));
        assertThat(chain.culprits(Culprit.Type.PAIR)).contains(new Culprit(Culprit.Type.PAIR, "host 0>3", 3, 0));
    }

    @Test
    void transferOfAnotherThatHasEnded_sharesNothingDuringItsLatency() {
        // 1 byte of the host has moved at 2, and arrives at 12; a's 5 bytes lose one second to it.
        Platform slow = TestModels.platform(4, 10).build();
        CriticalChain chain = ChainSearch.of(Placement.of(slow.cluster(), 0, 1)).findShared("a", observers -> {
            Map<Message, String> owners = new HashMap<>();
            NetworkBuilder builder = Network.builder(slow);
            observers.single(owners::get).ifPresent(builder::observer);
            Network network = builder.build();
            List<ReplayResult> results = new ArrayList<>();
            Replay.builder(message(5), slow)
                    .on(network)
                    .placement(Placement.of(slow.cluster(), 0, 1))
                    .observer(observers.next())
                    .whenDone(results::add)
                    .build()
                    .start();
            owners.put(network.send(Transfer.of(0, 3, 1)), "host");
            for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
                network.advanceTo(next);
            }
            return results;
        });

        assertThat(lines(chain)).containsExactly("transfer 0 0.0 5.0", "contention 0 5.0 6.0", "latency 1 6.0 16.0");
        assertThat(chain.culprits(Culprit.Type.JOB)).containsExactly(new Culprit(Culprit.Type.JOB, "host", 1, 0));
    }

    @Test
    void replaysOneAfterTheOther_areOneChain() {
        // a: 4 bytes from 2, beside b's 3 bytes from 4 (both done at 8 or 10), then 1 byte from 20.
        CriticalChain chain = ChainSearch.of(on(0, 1)).findShared("a", observers -> {
            Run run = new Run(observers);
            run.until(2);
            run.startA(message(4), observers);
            run.until(4);
            run.startB(message(3), observers);
            run.until(20);
            run.startA(message(1), observers);
            return run.end();
        });

        assertThat(lines(chain))
                .containsExactly(
                        "transfer 0 2.0 6.0", "contention 0 6.0 8.0", "start 0 8.0 20.0", "transfer 0 20.0 21.0");
        assertThat(chain.makespan()).isEqualTo(19);
        assertThat(chain.culprits(Culprit.Type.JOB)).containsExactly(new Culprit(Culprit.Type.JOB, "b", 2, 0));
    }

    @Test
    void anotherReplayOnTheNetwork_isContentionBetweenNodes_ifItHasNoObserver() {
        CriticalChain chain = ChainSearch.of(on(0, 1)).find(observer -> {
            Network network = Network.builder(PLATFORM).build();
            List<ReplayResult> results = new ArrayList<>();
            network.send(Transfer.of(0, 2, 2));
            Replay.builder(message(2), PLATFORM)
                    .on(network)
                    .placement(on(0, 1))
                    .observer(observer)
                    .whenDone(results::add)
                    .build()
                    .start();
            for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
                network.advanceTo(next);
            }
            return results.get(0);
        });

        assertThat(chain.culprits(Culprit.Type.LINK))
                .containsExactly(new Culprit(Culprit.Type.LINK, "between nodes", 2, 0));
    }

    @Test
    void otherRun_isRejected() {
        int[] runs = {0};

        assertThatThrownBy(() -> ChainSearch.of(on(0, 1)).findShared("a", observers -> {
                    Run run = new Run(observers);
                    run.startA(message(2), observers);
                    run.send("host", 0, 3, ++runs[0]);
                    return run.end();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the same replay took 3.0 s, then 4.0 s");
    }
}
