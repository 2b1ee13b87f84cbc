package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.TestModels;
import org.tailback.platform.CostRegime;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import umontreal.ssj.simevents.Simulator;

/** One byte takes one second alone; the latency is 2 s unless a test says otherwise. */
class ReplayTest {
    private static final Platform PLATFORM = TestModels.platform(4, 2).build();

    private static ReplayResult run(ScriptedProgram program) {
        return Replay.builder(program, PLATFORM).build().run();
    }

    @Test
    void isendAndIrecv_senderWaitsForTheTransferReceiverForTheLatencyToo() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.isend(0, 1, 0, 5))
                .add(0, s -> s.await(0))
                .add(1, s -> s.irecv(0, 0, 0, 5))
                .add(1, s -> s.await(0)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(5.0, 7.0);
        assertThat(result.ranks()).extracting(RankResult::blocked).containsExactly(5.0, 7.0);
        assertThat(result.makespan()).isEqualTo(7);
        assertThat(result.traffic().messages()).isEqualTo(1);
        assertThat(result.traffic().bytes()).isEqualTo(5);
    }

    @Test
    void blockingSendAndRecv_areTheCombinationsOfTheOthers() {
        ReplayResult result =
                run(new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)).add(1, s -> s.recv(0, 3, 5)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(5.0, 7.0);
    }

    @Test
    void recv_postedAfterTheArrival_isLeftAtOnce() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.send(1, 0, 5))
                .add(1, s -> s.compute(100))
                .add(1, s -> s.recv(0, 0, 5)));

        assertThat(result.ranks().get(1)).satisfies(rank -> {
            assertThat(rank.finish()).isEqualTo(100);
            assertThat(rank.compute()).isEqualTo(100);
            assertThat(rank.blocked()).isZero();
        });
    }

    @Test
    void recv_postedBetweenTransferAndArrival_waitsForTheRestOfTheLatency() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.send(1, 0, 5))
                .add(1, s -> s.compute(6))
                .add(1, s -> s.recv(0, 0, 5)));

        assertThat(result.ranks().get(1).finish()).isEqualTo(7);
        assertThat(result.ranks().get(1).blocked()).isEqualTo(1);
    }

    /** Three messages leave the first machine, two of them together; three more stay inside it. */
    @Test
    void conflicts_messagesBetweenGpusOfAMachine_areNotAmongThoseBetweenNodes() {
        ScriptedProgram program = new ScriptedProgram(4)
                .add(0, s -> s.isend(0, 2, 0, 10))
                .add(1, s -> s.isend(0, 3, 0, 10))
                .add(2, s -> s.recv(0, 0, 10))
                .add(3, s -> s.recv(1, 0, 10));
        for (int i = 0; i < 3; i++) {
            program.add(0, s -> s.send(1, 1, 4)).add(1, s -> s.recv(0, 1, 4));
        }
        program.add(0, s -> s.await(0))
                .add(1, s -> s.await(0))
                .add(0, s -> s.compute(100))
                .add(0, s -> s.send(3, 2, 1))
                .add(3, s -> s.recv(0, 2, 1));

        Platform platform = TestModels.platform(2, 2)
                .cluster(Cluster.of(2, 1).withGpus(2, 1))
                .build();
        ReplayResult result = Replay.builder(program, platform).build().run();

        assertThat(result.traffic().messages()).isEqualTo(6);
        assertThat(result.messagesInsideNodes()).isEqualTo(3);
        assertThat(result.conflicts()).isEqualTo(new Conflicts(1, 2, 2, 0));
    }

    @Test
    void waitall_isLeftWithTheLastOfItsRequests() {
        // Two messages out of rank 0 at rate 1/2: 4 bytes end at 8, 10 bytes at 14.
        ReplayResult result = run(new ScriptedProgram(3)
                .add(0, s -> s.isend(0, 1, 0, 4))
                .add(0, s -> s.isend(1, 2, 0, 10))
                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(1, s -> s.recv(0, 0, 4))
                .add(2, s -> s.recv(0, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(14.0, 10.0, 16.0);
        assertThat(result.conflicts().outgoing()).isEqualTo(2);
        // (4 * 8/4 + 10 * 14/10) / 14
        assertThat(result.traffic().averagePenalty()).isEqualTo((4 * 2 + 10 * 1.4) / 14);
    }

    @Test
    void pairStatistics_lostIsTheTimeInTheNetworkBeyondTheTimeAlone() {
        // Two messages out of rank 0 at rate 1/2: 4 bytes take 8, 10 bytes take 14: each loses 4 s. Rank 3's is alone.
        ReplayResult result = Replay.builder(
                        new ScriptedProgram(4)
                                .add(0, s -> s.isend(0, 1, 0, 4))
                                .add(0, s -> s.isend(1, 2, 0, 10))
                                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                                .add(1, s -> s.recv(0, 0, 4))
                                .add(2, s -> s.recv(0, 0, 10))
                                .add(3, s -> s.compute(100))
                                .add(3, s -> s.send(0, 0, 5))
                                .add(0, s -> s.recv(3, 0, 5)),
                        PLATFORM)
                .pairStatistics()
                .build()
                .run();

        assertThat(result.losses().lostToContention()).isEqualTo(8);
        assertThat(result.ranks()).extracting(RankResult::lostToContention).containsExactly(8.0, 0.0, 0.0, 0.0);
        assertThat(result.pairs())
                .containsExactly(
                        new PairResult(0, 1, 1, 4, 4, 0),
                        new PairResult(0, 2, 1, 10, 4, 0),
                        new PairResult(3, 0, 1, 5, 0, 0));
    }

    @Test
    void matching_sameSourceDestinationAndTag_inPostingOrder() {
        // The first receive gets the 3-byte message although the second is smaller and starts at the same time.
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.isend(0, 1, 9, 6))
                .add(0, s -> s.isend(1, 1, 9, 2))
                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(1, s -> s.irecv(0, 0, 9, 6))
                .add(1, s -> s.irecv(1, 0, 9, 2))
                .add(1, s -> s.await(1))
                .add(1, s -> s.compute(0))
                .add(1, s -> s.await(0)));

        // Rate 1/2 each: 2 bytes at 4, then 4 left alone: 8; + latency 2.
        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(8.0, 10.0);
    }

    @Test
    void matching_differentTags_areDifferentQueues() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.send(1, 1, 1))
                .add(0, s -> s.send(1, 2, 1))
                .add(1, s -> s.recv(0, 2, 1))
                .add(1, s -> s.recv(0, 1, 1)));

        assertThat(result.makespan()).isEqualTo(4);
    }

    @Test
    void send_toItself_costsNothing() {
        ReplayResult result = run(new ScriptedProgram(1)
                .add(0, s -> s.isend(0, 0, 0, 1000))
                .add(0, s -> s.await(0))
                .add(0, s -> s.recv(0, 0, 1000)));

        assertThat(result.makespan()).isZero();
        assertThat(result.messagesInsideNodes()).isEqualTo(1);
    }

    @Test
    void send_insideANode_takesTheIntraNodePath() {
        Platform platform = PLATFORM.toBuilder()
                .cluster(Cluster.of(2, 2))
                .intraNode(new IntraNodePath(0.25, 4, false))
                .build();
        ScriptedProgram program =
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 8)).add(1, s -> s.recv(0, 0, 8));
        ReplayResult result = Replay.builder(program, platform)
                .placement(Placement.of(platform.cluster(), 1, 1))
                .build()
                .run();

        assertThat(result.makespan()).isEqualTo(2.25);
        assertThat(result.messagesInsideNodes()).isEqualTo(1);
        assertThat(result.traffic().averagePenalty()).isEqualTo(1);
    }

    @Test
    void compute_beyondAllDates_isBadInputAndNoDeadlock() {
        ScriptedProgram program = new ScriptedProgram(2)
                .add(0, s -> s.compute(1e308))
                .add(0, s -> s.compute(1e308))
                .add(0, s -> s.send(1, 0, 8))
                .add(1, s -> s.recv(0, 0, 8));

        assertThatThrownBy(() -> Replay.builder(program, PLATFORM).build().run())
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("Rank 0, operation 1: the computation is too long to represent in seconds");
    }

    @Test
    void compute_isScaledByThePlatform() {
        ScriptedProgram program = new ScriptedProgram(1).add(0, s -> s.compute(3));

        assertThat(Replay.builder(
                                program, PLATFORM.toBuilder().computeScale(0.5).build())
                        .build()
                        .run()
                        .makespan())
                .isEqualTo(1.5);
        assertThat(Replay.builder(program, PLATFORM.toBuilder().computeScale(0).build())
                        .build()
                        .run()
                        .makespan())
                .isZero();
    }

    @Test
    void run_ranksThatWaitForEachOther_namesThemTheirOperationsAndWhatTheyWaitFor() {
        ScriptedProgram program = new ScriptedProgram(3)
                .add(0, s -> s.compute(1))
                .add(0, s -> s.recv(1, 7, 1))
                .add(0, s -> s.send(1, 7, 1))
                .add(1, s -> s.irecv(0, 0, 7, 1))
                .add(1, s -> s.irecv(1, 2, 8, 1))
                .add(1, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(2, s -> s.compute(1));

        assertThatThrownBy(() -> run(program))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("2 of 3 ranks")
                .hasMessageContaining("rank 0, operation 1 recv, waits for a message from rank 1 with tag 7")
                .hasMessageContaining("rank 1, operation 2 waitall, waits for a message from rank 0 with tag 7, "
                        + "a message from rank 2 (which has ended) with tag 8");
    }

    @Test
    void run_messageThatNobodyReceives_isAnError() {
        ScriptedProgram program = new ScriptedProgram(2).add(0, s -> s.send(1, 4, 10));

        assertThatThrownBy(() -> run(program))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("rank 0 sent 10 B to rank 1 with tag 4: never received");
    }

    @Test
    void run_receiveThatNobodyWaitsForAndNobodySends_isAnError() {
        ScriptedProgram program = new ScriptedProgram(2).add(1, s -> s.irecv(0, 0, 4, 10));

        assertThatThrownBy(() -> run(program))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("rank 1 posted a receive from rank 0 with tag 4: never sent");
    }

    @Test
    void run_requestMisused_namesRankAndOperation() {
        assertThatThrownBy(() -> run(new ScriptedProgram(1).add(0, s -> s.await(3))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank 0, operation 0 wait: waits for request 3, which is not in use");
        assertThatThrownBy(() -> run(
                        new ScriptedProgram(2).add(0, s -> s.irecv(0, 1, 0, 1)).add(0, s -> s.irecv(0, 1, 0, 1))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("operation 1 irecv: starts request 0, which is in use");
        assertThatThrownBy(() -> run(new ScriptedProgram(2).add(0, s -> s.send(2, 0, 1))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("names rank 2, but the program has ranks 0 to 1");
    }

    @Test
    void build_moreRanksThanCores_saysSo() {
        assertThatThrownBy(
                        () -> Replay.builder(new ScriptedProgram(5), PLATFORM).build())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("5")
                .hasMessageContaining("4");
    }

    @Test
    void start_insideAHostSimulation_beginsAtTheHostsInstantAndGivesTheSameDurations() {
        ScriptedProgram program =
                new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)).add(1, s -> s.recv(0, 3, 5));
        Simulator host = new Simulator();
        host.init();
        SsjKernel kernel = SsjKernel.of(host);
        Replay replay = Replay.builder(program, PLATFORM).on(kernel).build();
        kernel.timer(EventKernel.Order.NORMAL, replay::start).at(10);
        host.start();

        assertThat(replay.result().makespan()).isEqualTo(17);
    }

    @Test
    void start_whenTheHostsClockIsLarge_givesTheSameDurations() {
        ScriptedProgram program = new ScriptedProgram(2)
                .add(0, s -> s.compute(1e-9))
                .add(0, s -> s.send(1, 3, 5))
                .add(0, s -> s.compute(1e-7))
                .add(1, s -> s.recv(0, 3, 5));
        Platform fast =
                TestModels.platform(2, 0).cost(LibraryCost.of(1e-9, 1e-8)).build();
        ReplayResult alone = Replay.builder(program, fast).build().run();
        SteppedKernel host = SteppedKernel.create();
        List<ReplayResult> results = new ArrayList<>();
        host.advanceTo(1.7e9);
        Replay.builder(program, fast).on(host).whenDone(results::add).build().start();
        host.runToEnd();

        ReplayResult late = results.get(0);
        assertThat(late.duration()).isEqualTo(alone.duration()).isPositive().isLessThan(2e-7);
        assertThat(late.ranks().get(1).blocked()).isEqualTo(alone.ranks().get(1).blocked());
        assertThat(late.started()).isEqualTo(1.7e9);
        assertThat(late.makespan()).isEqualTo(1.7e9, within(Math.ulp(1.7e9)));
        assertThat(late.ranks().get(1).finish()).isEqualTo(1.7e9);
    }

    @Test
    void whenDone_insideAHostSimulation_isToldOnceAtTheEndWithTheResult() {
        List<ReplayResult> told = new ArrayList<>();
        List<Double> dates = new ArrayList<>();
        Simulator host = new Simulator();
        host.init();
        SsjKernel kernel = SsjKernel.of(host);
        Replay replay = Replay.builder(
                        new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)).add(1, s -> s.recv(0, 3, 5)), PLATFORM)
                .on(host)
                .whenDone(result -> {
                    told.add(result);
                    dates.add(host.time());
                })
                .build();
        replay.start();
        kernel.timer(EventKernel.Order.NORMAL, () -> {}).at(100);
        host.start();

        assertThat(dates).containsExactly(7.0);
        assertThat(told).containsExactly(replay.result());
    }

    @Test
    void whenDone_messageThatNobodyWaitsFor_isAwaited() {
        List<ReplayResult> told = new ArrayList<>();
        SteppedKernel clock = SteppedKernel.create();
        Replay replay = Replay.builder(
                        new ScriptedProgram(2).add(0, s -> s.isend(0, 1, 3, 5)).add(1, s -> s.irecv(0, 0, 3, 5)),
                        PLATFORM)
                .on(clock)
                .whenDone(told::add)
                .build();
        replay.start();
        clock.nextInstant();
        clock.advanceTo(4);
        assertThat(told).isEmpty();
        clock.advanceTo(6);

        assertThat(told).singleElement().satisfies(result -> {
            assertThat(result.makespan()).isZero();
            assertThat(result.traffic().averagePenalty()).isEqualTo(1);
        });
    }

    @Test
    void whenDone_onItsOwnClock_isToldToo() {
        List<ReplayResult> told = new ArrayList<>();
        ReplayResult result = Replay.builder(new ScriptedProgram(1).add(0, s -> s.compute(3)), PLATFORM)
                .whenDone(told::add)
                .build()
                .run();

        assertThat(told).containsExactly(result);
    }

    @Test
    void whenDone_messageThatNobodyReceives_isAnErrorWhereTheClockRuns() {
        List<ReplayResult> told = new ArrayList<>();
        SteppedKernel clock = SteppedKernel.create();
        Replay.builder(new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)), PLATFORM)
                .on(clock)
                .whenDone(told::add)
                .build()
                .start();

        assertThatThrownBy(() -> {
                    clock.nextInstant();
                    clock.advanceTo(10);
                })
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("Messages and receives without a partner: 1");
        assertThat(told).isEmpty();
    }

    @Test
    void whenDone_ranksThatWaitForEver_nobodyIsTold() {
        List<ReplayResult> told = new ArrayList<>();
        SteppedKernel clock = SteppedKernel.create();
        Replay replay = Replay.builder(new ScriptedProgram(2).add(0, s -> s.recv(1, 3, 5)), PLATFORM)
                .on(clock)
                .whenDone(told::add)
                .build();
        replay.start();
        clock.advanceTo(10);

        assertThat(told).isEmpty();
        assertThatThrownBy(replay::result).isInstanceOf(UnfinishedProgramException.class);
    }

    @Test
    void result_askedBeforeTheEnd_disturbsNothing() {
        SteppedKernel clock = SteppedKernel.create();
        Replay replay = Replay.builder(
                        new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)).add(1, s -> s.recv(0, 3, 5)), PLATFORM)
                .on(clock)
                .build();
        replay.start();
        clock.advanceTo(3);
        assertThatThrownBy(replay::result).isInstanceOf(UnfinishedProgramException.class);
        clock.advanceTo(8);

        assertThat(replay.result().makespan()).isEqualTo(7);
    }

    @Test
    void overheadInsideANode_replacesThatOfTheCostForRanksOfOneNode() {
        // between nodes: 1 + 5 + 2 + 3 s; inside a node: 0.25 + 5 / 10 + 0.5 + 0.25 s
        Platform platform = TestModels.platform(2, 2)
                .cluster(Cluster.of(2, 2))
                .cost(LibraryCost.of(1, 2).withOverheads(1, 3))
                .intraNode(new IntraNodePath(0.5, 10, false, 0.25))
                .build();
        ScriptedProgram program =
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 5)).add(1, s -> s.recv(0, 0, 5));

        ReplayResult between = Replay.builder(program, platform).build().run();
        ReplayResult inside = Replay.builder(program, platform)
                .placement(Placement.of(platform.cluster(), 0, 0))
                .build()
                .run();

        assertThat(between.makespan()).isEqualTo(11);
        assertThat(inside.makespan()).isEqualTo(1.5);
    }

    @Test
    void overheadInsideANode_notStated_isThatOfTheCost() {
        Platform platform = TestModels.platform(2, 2)
                .cluster(Cluster.of(2, 2))
                .cost(LibraryCost.of(1, 2).withOverheads(1, 3))
                .intraNode(new IntraNodePath(0.5, 10, false))
                .build();
        ScriptedProgram program =
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 5)).add(1, s -> s.recv(0, 0, 5));

        ReplayResult inside = Replay.builder(program, platform)
                .placement(Placement.of(platform.cluster(), 0, 0))
                .build()
                .run();

        assertThat(inside.makespan()).isEqualTo(5);
    }

    @Test
    void costRegimes_countRanksAndTheNodesThatTheyUse() {
        Platform platform = TestModels.platform(4, 2)
                .cluster(Cluster.of(4, 2))
                .costRegimes(List.of(new CostRegime(3, 3, new TestModels.BytePerSecond(20))))
                .build();
        ScriptedProgram twoNodes =
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 5)).add(1, s -> s.recv(0, 0, 5));
        ScriptedProgram threeNodes =
                new ScriptedProgram(3).add(0, s -> s.send(1, 0, 5)).add(1, s -> s.recv(0, 0, 5));

        assertThat(Replay.builder(twoNodes, platform).build().run().makespan()).isEqualTo(7);
        assertThat(Replay.builder(threeNodes, platform).build().run().makespan())
                .isEqualTo(25);
    }
}
