package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.embed.Network;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.loss.LossCause;
import org.tailback.network.TestModels;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.schedule.generator.LinearAlltoall;

/**
 * Replays on a network that others use, too. One byte takes one second alone; the messages of a node share it equally.
 */
class SharedNetworkTest {
    private final List<String> log = new ArrayList<>();
    private final Network network =
            Network.builder(TestModels.platform(4, 0).build()).build();

    private static ScriptedProgram message(long bytes) {
        return new ScriptedProgram(2).add(0, s -> s.send(1, 0, bytes)).add(1, s -> s.recv(0, 0, bytes));
    }

    private Replay job(ScriptedProgram program, int... nodes) {
        return Replay.builder(program, network.platform())
                .on(network)
                .placement(Placement.of(network.platform().cluster(), nodes))
                .whenDone(result -> log.add("job ended " + network.now()))
                .build();
    }

    private void runToEnd() {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    @Test
    void start_laterBesideAnotherReplay_bothSlowedDownWhileTheyOverlap() {
        Replay first = job(message(10), 0, 1);
        Replay second = job(message(2), 0, 2);
        first.start();
        network.nextInstant();
        network.advanceTo(3);
        second.start();
        runToEnd();

        // from 3 to 7 both at half the rate
        assertThat(second.result().started()).isEqualTo(3);
        assertThat(second.result().makespan()).isEqualTo(7);
        assertThat(second.result().duration()).isEqualTo(4);
        assertThat(second.result().losses().lostToContention()).isEqualTo(2);
        assertThat(first.result().duration()).isEqualTo(12);
        assertThat(first.result().conflicts().outgoing()).isOne();
        assertThat(log).containsExactly("job ended 7.0", "job ended 12.0");
    }

    /** The clock is set back when the network is idle: gaps at interfaces that are not over go on. */
    @Test
    void start_afterTheNetworkWasIdle_waitsForWhatIsLeftOfTheGapAtItsInterfaces() {
        LibraryCost cost = LibraryCost.of(1, 0).withGapOfInterface(5);
        Platform platform = TestModels.platform(4, 0).cost(cost).build();
        Network gaps = Network.builder(platform).build();
        List<Double> durations = new ArrayList<>();
        for (double start : new double[] {0, 3.5, 100, 1.7e9, 1.7e9 + 3.5}) {
            gaps.advanceTo(start);
            Replay.builder(message(2), platform)
                    .on(gaps)
                    .placement(Placement.of(platform.cluster(), 0, 1))
                    .whenDone(result -> durations.add(result.duration()))
                    .build()
                    .start();
            for (double next = gaps.nextInstant(); next <= start + 3.5; next = gaps.nextInstant()) {
                gaps.advanceTo(next);
            }
        }

        // a message leaves a node 5 s after the one before
        assertThat(durations).containsExactly(2.0, 3.5, 2.0, 2.0, 3.5);
    }

    @Test
    void send_messageOfTheHostBesideAReplay_slowsItDownAndIsSlowedDown() {
        Replay job = job(message(10), 0, 1);
        job.start();
        network.send(0, 3, 4, delivery -> log.add("message arrived " + delivery.arrived()));
        runToEnd();

        assertThat(log).containsExactly("message arrived 8.0", "job ended 14.0");
        assertThat(job.result().traffic().messages()).isOne();
        assertThat(network.result().arrived()).isOne();
        assertThat(network.result().lostToContention()).isEqualTo(4);
    }

    @Test
    void start_schedule_isNotifiedOfItsEndBesideAReplay() {
        Replay schedule = Replay.builder(new LinearAlltoall(2, 6), network.platform())
                .on(network)
                .whenDone(result -> log.add("schedule ended " + result.makespan()))
                .build();
        job(message(2), 0, 2).start();
        schedule.start();
        runToEnd();

        assertThat(log).containsExactly("job ended 4.0", "schedule ended 8.0");
        assertThat(schedule.cancel()).isFalse();
    }

    @Test
    void cancel_freesTheNetworkAndStopsTheRanks() {
        Replay cancelled = job(message(10).add(0, s -> s.compute(100)), 0, 1);
        Replay other = job(message(10), 0, 2);
        cancelled.start();
        other.start();
        network.nextInstant();
        network.advanceTo(4);
        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        runToEnd();

        // 2 bytes by 4 s, then alone
        assertThat(log).containsExactly("job ended 12.0");
        assertThat(other.cancel()).isFalse();
        assertThat(network.now()).isEqualTo(12);
        assertThatThrownBy(cancelled::result)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cancelled");
        assertThatThrownBy(cancelled::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cancel_atTheInstantAtWhichItsMessageEnds_theReplayHearsNothingOfIt() {
        Replay job = job(message(3).add(1, s -> s.send(0, 1, 5)).add(0, s -> s.recv(1, 1, 5)), 0, 1);
        network.send(2, 3, 3, delivery -> log.add("cancelled " + job.cancel()));
        job.start();
        runToEnd();

        assertThat(log).containsExactly("cancelled true");
        assertThat(network.now()).isEqualTo(3);
    }

    @Test
    void cancel_fromItsOwnObserver_isRefused() {
        Replay[] job = new Replay[1];
        job[0] = Replay.builder(message(3), network.platform())
                .on(network)
                .observer(new Observer() {
                    @Override
                    public void programEnded(int rank, int thread, double time) {
                        assertThatThrownBy(() -> job[0].cancel()).hasMessageContaining("set a timer");
                        log.add("refused");
                    }
                })
                .build();
        job[0].start();
        runToEnd();

        assertThat(log).containsExactly("refused", "refused");
    }

    @Test
    void result_ofAStuckReplay_saysWhyWhileOthersGoOn() {
        Replay stuck = job(new ScriptedProgram(2).add(0, s -> s.recv(1, 0, 5)), 0, 1);
        stuck.start();
        job(message(4), 0, 1).start();
        runToEnd();

        assertThat(log).containsExactly("job ended 4.0");
        assertThatThrownBy(stuck::result).isInstanceOf(UnfinishedProgramException.class);
        assertThat(stuck.cancel()).isTrue();
    }

    @Test
    void failNode_ofAReplay_endsItWithAResultThatSaysSo() {
        Replay hit = job(message(10).add(0, s -> s.compute(100)), 0, 1);
        Replay other = job(message(10), 0, 2);
        hit.start();
        other.start();
        network.nextInstant();
        network.advanceTo(4);
        network.failNode(1);
        assertThat(log).isEmpty();
        runToEnd();

        // 2 bytes by 4 s, then alone
        assertThat(log).containsExactly("job ended 4.0", "job ended 12.0");
        assertThat(hit.result().failure()).contains(new Failure(4, new LossCause.NodeFailed(1)));
        assertThat(hit.result().makespan()).isEqualTo(4);
        assertThat(hit.result().ranks()).extracting(RankResult::finish).containsExactly(4.0, 4.0);
        assertThat(hit.result().warnings()).contains("The program did not finish: node 1 failed at 4 s");
        assertThat(hit.cancel()).isFalse();
        assertThat(other.result().failure()).isEmpty();
    }

    @Test
    void failNode_atTheInstantAtWhichAReplayEnds_whateverComesFirst_leavesItAlone() {
        for (boolean afterwards : new boolean[] {false, true}) {
            log.clear();
            network.reset();
            double start = network.now();
            Replay job = job(message(3), 0, 1);
            job.start();
            network.nextInstant();
            if (afterwards) {
                network.advanceTo(start + 3);
                network.failNode(0);
            } else {
                network.send(2, 3, 3, delivery -> network.failNode(0));
            }
            runToEnd();

            assertThat(network.hasFailed(0)).isTrue();

            assertThat(job.result().failure()).isEmpty();
            assertThat(job.result().duration()).isEqualTo(3);
        }
    }

    @Test
    void start_onANodeThatHasFailed_endsAtOnce_andAfterRepairDoesNot() {
        network.failNode(1);
        Replay early = job(message(3), 0, 1);
        early.start();
        assertThat(log).isEmpty();
        network.nextInstant();
        network.advanceTo(1);
        network.repairNode(1);
        Replay late = job(message(3), 0, 1);
        late.start();
        runToEnd();

        assertThat(log).containsExactly("job ended 0.0", "job ended 4.0");
        assertThat(early.result().failure()).contains(new Failure(0, new LossCause.NodeFailed(1)));
        assertThat(late.result().failure()).isEmpty();
    }

    @Test
    void failNode_ofASchedule_endsIt() {
        Replay schedule = Replay.builder(new LinearAlltoall(3, 6), network.platform())
                .on(network)
                .whenDone(result -> log.add("schedule ended " + result.makespan()))
                .build();
        schedule.start();
        network.nextInstant();
        network.advanceTo(5);
        network.failNode(2);
        runToEnd();

        assertThat(log).containsExactly("schedule ended 5.0");
        assertThat(schedule.result().failure()).contains(new Failure(5, new LossCause.NodeFailed(2)));
    }

    @Test
    void reset_cancelsReplays() {
        Replay job = job(message(4), 0, 1);
        job.start();
        network.nextInstant();
        network.advanceTo(1);
        network.reset();
        runToEnd();

        assertThat(log).isEmpty();
        assertThat(job.cancel()).isFalse();
        assertThatThrownBy(job::result).hasMessageContaining("cancelled");
    }

    @Test
    void build_onANetworkWithOtherModels_isRefused() {
        Platform other = TestModels.platform(4, 0).build();

        assertThatThrownBy(() -> Replay.builder(message(1), other).on(network).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("platform()");
        Platform faster = network.platform().toBuilder().computeSpeed(1e9).build();
        assertThat(Replay.builder(message(1), faster).on(network).build().cancel())
                .isTrue();
    }
}
