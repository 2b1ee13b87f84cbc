package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/** Small schedules computed by hand: one byte takes one second alone, the latency is 2 s. */
class ScheduleReplayTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Platform PLATFORM = TestModels.platform(8, 2).build();

    private static final Platform LIBRARY =
            TestModels.platform(8, 2).cost(LibraryCost.BUFFERED_UP_TO_10).build();

    private final RankGraph graph = new RankGraph();
    private final PackedSchedule.Builder builder = PackedSchedule.builder();

    private void append() {
        builder.append(graph);
        graph.clear();
    }

    private ReplayResult run(Platform platform) {
        return Replay.builder(builder.build(), platform).build().run();
    }

    private List<Double> finish(Platform platform) {
        return run(platform).ranks().stream().map(RankResult::finish).toList();
    }

    private int calculate(long seconds) {
        return graph.calculate(seconds * SECOND);
    }

    @Test
    void workedExample_receiveBesideCalculation() {
        graph.send(3, 1, 0);
        append();
        int receive = graph.receive(3, 0, 0);
        calculate(4);
        graph.afterCompletion(calculate(1), receive);
        append();

        ReplayResult result = run(PLATFORM);

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(3.0, 6.0);
        assertThat(result.makespan()).isEqualTo(6);
        assertThat(result.traffic().messages()).isEqualTo(1);
        assertThat(result.traffic().bytes()).isEqualTo(3);
        assertThat(result.ranks().get(1).compute()).isEqualTo(5);
        assertThat(result.ranks().get(1).blocked()).isEqualTo(1);
        assertThat(result.models().model()).isEqualTo("node-share");
        assertThat(result.warnings()).isEmpty();
    }

    /** Both messages leave rank 0 at rate 1/2: 2 bytes are moved at 4, the other 2 of the 4 alone until 6. */
    @Test
    void independentSends_shareTheNetwork() {
        graph.send(2, 1, 0);
        graph.send(4, 2, 0);
        append();
        graph.receive(2, 0, 0);
        append();
        graph.receive(4, 0, 0);
        append();

        ReplayResult result = run(PLATFORM);

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(6.0, 6.0, 8.0);
        assertThat(result.ranks().get(0).averagePenalty()).isEqualTo((2 * 2.0 + 4 * 1.5) / 6);
        assertThat(result.conflicts().outgoing()).isEqualTo(2);
    }

    /** The second send waits for the first one's completion, that is for its transfer: no sharing. */
    @Test
    void requires_waitsForTheCompletion() {
        int first = graph.send(2, 1, 0);
        graph.afterCompletion(graph.send(4, 2, 0), first);
        append();
        graph.receive(2, 0, 0);
        append();
        graph.receive(4, 0, 0);
        append();

        assertThat(finish(PLATFORM)).containsExactly(6.0, 4.0, 8.0);
    }

    /** Posted together with the first: the same as independent ones. */
    @Test
    void irequires_waitsForTheStart() {
        int first = graph.send(2, 1, 0);
        graph.afterStart(graph.send(4, 2, 0), first);
        append();
        graph.receive(2, 0, 0);
        append();
        graph.receive(4, 0, 0);
        append();

        assertThat(finish(PLATFORM)).containsExactly(6.0, 6.0, 8.0);
    }

    /**
     * The receive starts when it is posted at 0, so what irequires it computes 0 to 7 although the message comes at 5.
     */
    @Test
    void irequires_ofAReceive_startsWhenItIsPosted() {
        graph.send(3, 1, 0);
        append();
        int receive = graph.receive(3, 0, 0);
        graph.afterStart(calculate(7), receive);
        graph.afterCompletion(calculate(1), receive);
        append();

        assertThat(finish(PLATFORM)).containsExactly(3.0, 8.0);
    }

    @Test
    void calculations_oneCpu_oneAfterAnother_twoCpus_sideBySide() {
        calculate(3);
        calculate(4);
        append();
        graph.add(Schedule.Kind.CALCULATION, 3 * SECOND, 0, 0, 0, 0);
        graph.add(Schedule.Kind.CALCULATION, 4 * SECOND, 0, 0, 1, 0);
        append();

        ReplayResult result = run(PLATFORM);

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(7.0, 4.0);
        assertThat(result.ranks().get(1).compute()).isEqualTo(7);
        assertThat(result.ranks().get(1).blocked()).isEqualTo(1);
    }

    @Test
    void computeScale_multipliesCalculationsOnly() {
        graph.afterCompletion(graph.send(1, 1, 0), calculate(4));
        append();
        graph.receive(1, 0, 0);
        append();

        assertThat(finish(TestModels.platform(8, 2).computeScale(0.5).build())).containsExactly(3.0, 5.0);
    }

    /** A send that becomes ready at 1 finds the CPU busy until 5. */
    @Test
    void send_waitsForItsCpu() {
        int first = calculate(1);
        calculate(4);
        graph.afterCompletion(graph.send(3, 1, 0), first);
        append();
        graph.receive(3, 0, 0);
        append();

        assertThat(finish(PLATFORM)).containsExactly(8.0, 10.0);
    }

    /**
     * Buffered: completes with its overhead at 0.5, computes until 4.5; moved 0.5 to 3.5, there at 5.5, received at
     * 5.75.
     */
    @Test
    void eagerBuffered_senderGoesOnAfterItsOverhead() {
        graph.afterCompletion(calculate(4), graph.send(3, 1, 0));
        append();
        graph.receive(3, 0, 0);
        append();

        assertThat(finish(LIBRARY)).containsExactly(4.5, 5.75);
    }

    /** Posted at 9 on the other side: starts after the handshake at 10, moved at 30, there at 32, received at 32.25. */
    @Test
    void rendezvous_startsWithTheReceive_senderCompletesWithTheTransfer() {
        graph.afterCompletion(calculate(4), graph.send(20, 1, 0));
        append();
        graph.afterCompletion(graph.receive(20, 0, 0), calculate(9));
        append();

        assertThat(finish(LIBRARY)).containsExactly(34.0, 32.25);
    }

    /** The message is there at 5.5, the CPU free at 7: received at 7.25. */
    @Test
    void receive_itsOverheadWaitsForTheCpu() {
        graph.send(3, 1, 0);
        append();
        graph.receive(3, 0, 0);
        calculate(7);
        append();

        assertThat(finish(LIBRARY)).containsExactly(0.5, 7.25);
    }

    /**
     * Overheads end at 0.5 and 1.0; the first message moves 0.5 to 1.5, there at 3.5; the gap of 3 s lets the second
     * start at 3.5, moved at 4.5, there at 6.5; a quarter of a second more at each receiver.
     */
    @Test
    void interfaceGap_delaysTheSecondMessage() {
        graph.send(1, 1, 0);
        graph.send(1, 2, 0);
        append();
        graph.receive(1, 0, 0);
        append();
        graph.receive(1, 0, 0);
        append();

        assertThat(finish(TestModels.platform(8, 2)
                        .cost(LibraryCost.BUFFERED_UP_TO_10.withGapOfInterface(3))
                        .build()))
                .containsExactly(1.0, 3.75, 6.75);
    }

    @Test
    void sameNodeAndSelf_needNoNetwork() {
        graph.send(5, 0, 0);
        graph.receive(5, 0, 0);
        append();

        ReplayResult result = run(PLATFORM);

        assertThat(result.makespan()).isZero();
        assertThat(result.messagesInsideNodes()).isEqualTo(1);
    }

    /** Rank 2's message comes first; the wildcard receive is first in line. */
    @Test
    void anySourceAndAnyTag_takeWhatIsPostedFirst() {
        graph.afterCompletion(graph.send(1, 1, 5), calculate(3));
        append();
        int any = graph.receive(1, Schedule.ANY, Schedule.ANY);
        int exact = graph.receive(1, 0, 5);
        graph.afterCompletion(exact, any);
        append();
        graph.send(1, 1, 9);
        append();

        assertThat(finish(PLATFORM)).containsExactly(4.0, 6.0, 1.0);
    }

    @Test
    void sendWithAnyTag_isRefused() {
        graph.send(1, 1, Schedule.ANY);
        append();
        append();

        assertThatThrownBy(() -> run(PLATFORM))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank 0, operation 0: a send needs a specific tag, found any tag");
    }

    @Test
    void largestAndSmallestTags_areDifferentOnes() {
        graph.send(1, 1, Integer.MIN_VALUE);
        append();
        graph.receive(1, 0, Integer.MAX_VALUE);
        append();

        assertThat(catchThrowableOfType(UnfinishedProgramException.class, () -> run(PLATFORM))
                        .lines())
                .containsExactly(
                        "rank 1: waits for 1 B from rank 0 with tag 2147483647 (operation 0), has no receive for the 1 B"
                                + " from rank 0 with tag 2147483648 (operation 0)");
    }

    @Test
    void stuckSchedule_namesRanksAndOperations() {
        calculate(1);
        graph.afterCompletion(graph.receive(8, 1, 3), 0);
        graph.afterCompletion(calculate(1), 1);
        append();
        int waiting = calculate(1);
        graph.afterCompletion(waiting, calculate(2));
        graph.afterCompletion(1, waiting);
        append();

        UnfinishedProgramException e = catchThrowableOfType(UnfinishedProgramException.class, () -> run(PLATFORM));

        assertThat(e)
                .hasMessageStartingWith("The schedule cannot finish: 1 receive without a message, 0 messages without a"
                        + " receive, 3 operations never started");
        assertThat(e.lines())
                .containsExactly(
                        "rank 0: waits for 8 B from rank 1 with tag 3 (operation 1), 1 operation never started, the first"
                                + " of them a calculation (operation 2) that still waits for 1 other",
                        "rank 1: 2 operations never started, the first of them a calculation (operation 0) that still"
                                + " waits for 1 other");
    }

    @Test
    void chainOfEmptyCalculations_isNoRecursion() {
        int last = graph.calculate(0);
        for (int i = 0; i < 200_000; i++) {
            int next = graph.calculate(0);
            graph.afterCompletion(next, last);
            last = next;
        }
        append();

        assertThat(run(PLATFORM).makespan()).isZero();
    }

    @Test
    void impossibleSizeOrRank_isRefused() {
        graph.send(-1, 1, 0);
        append();
        append();
        assertThatThrownBy(() -> run(PLATFORM))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "rank 0, operation 0: a message of 18446744073709551615 B is too large. Check the schedule");
    }

    @Test
    void onAnothersClock_beginsAtItsPresent() {
        calculate(3);
        append();
        SteppedKernel kernel = SteppedKernel.create();
        Replay replay = Replay.builder(builder.build(), PLATFORM).on(kernel).build();
        kernel.timer(org.tailback.kernel.EventKernel.Order.NORMAL, replay::start)
                .at(10);
        kernel.runToEnd();

        assertThat(replay.result().makespan()).isEqualTo(13);
        assertThat(replay.result().ranks().get(0).blocked()).isZero();
        assertThat(replay.progressSeconds()).isEqualTo(13);
    }
}
