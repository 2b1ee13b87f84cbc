package org.tailback.trace.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.model.loggops.LogGops;
import org.tailback.model.loggops.LogGopsResult;
import org.tailback.model.loggops.LogGopsSimulation;
import org.tailback.schedule.Schedule;

/**
 * What follows from the rules of LogGOPS as LogGOPSim implements them, each consequence on a small schedule of its own
 * with times derived by hand. Unless said otherwise L = 10, o = 3, g = 2, G = 1, O = 0, S = 8: a message of s bytes
 * sent at t keeps the sending CPU busy until t + 3 and its NIC until t + 1 + s, arrives at t + 13, and keeps the
 * receiving CPU busy for 2 + s and the NIC for 1 + s.
 */
class LogGopsConsequencesTest {
    private static final LogGops PARAMETERS = new LogGops(10, 3, 2, 1, 0, 8);

    /** 9 B > S. The message comes at 13, meets the receive, and completes the send: the calculation runs 13..14. */
    @Test
    void rendezvous_receiveWaiting_delaysOnlyTheCompletionOfTheSend() {
        assertFinish("rendezvous", PARAMETERS, 14, 13 + 3 + 8);
    }

    /** 9 B = S are eager: the send completes at once, the calculation runs 3..4. The receiver's time is the same. */
    @Test
    void rendezvous_messageOfExactlyS_isEager() {
        assertFinish("rendezvous", new LogGops(10, 3, 2, 1, 0, 9), 4, 13 + 3 + 8);
    }

    /**
     * The calculation needs only the send's start and runs 3..7, yet the send's completion at 13 raises the CPU to 13.
     */
    @Test
    void rendezvous_senderNotWaiting_isRaisedToTheCompletion() {
        assertFinish("rendezvous-not-awaited", PARAMETERS, 13, 24);
    }

    /** calc 0..20; the message of 13 waits until 20 and then keeps the CPU for 3 + 100; only then calc 7. */
    @Test
    void receive_whileComputing_overlapsWithNothing() {
        assertFinish("receive-while-computing", new LogGops(10, 3, 2, 1, 0, 1000), 3, 20 + 103 + 7);
    }

    /** Three messages of 11 B come at 13 and are taken in one after the other, 13 each. */
    @Test
    void incast_threeMessagesAtOnce_areReceivedOneAfterTheOther() {
        assertFinish("incast", new LogGops(10, 3, 2, 1, 0, 100), 13 + 3 * 13, 3, 3, 3);
    }

    /**
     * s - 1 = -1. Sender: o - O = 5 - 2. The message comes at 0 + 5 + 10; receiver: o + max(-O, -G) of unsigned
     * numbers, of which -1 is larger than -2: 15 + 5 - 1.
     */
    @Test
    void emptyMessage_bothPerByteCosts_areSubtracted() {
        assertFinish("empty-message", new LogGops(10, 5, 4, 1, 2, 8), 3, 19);
    }

    /** With O = 0 the unsigned maximum of 0 and -G is -G: 15 + 5 - 1 again, but the sender pays o. */
    @Test
    void emptyMessage_withoutOverheadPerByte_receiverPaysLessByG() {
        assertFinish("empty-message", new LogGops(10, 5, 4, 1, 0, 8), 5, 19);
    }

    /** O > o: the sender's CPU is free at 5 - 7 modulo 2^64. */
    @Test
    void emptyMessage_cheaperThanNothing_wraps() {
        assertFinish("empty-message", new LogGops(10, 5, 4, 1, 7, 8), -2, 19);
    }

    /** l1 completes when it is issued, at 0; l2 starts when its own CPU is free, at 0 too. 10000, not 15000. */
    @Test
    void dependency_betweenCpus_carriesNoTime() {
        assertFinish("two-cpus", PARAMETERS, 10_000);
    }

    /** The message is charged on CPU 0, the send's: 13..26 (11 B eager). The receive's CPU 1 is free: calc 0..100. */
    @Test
    void receive_onAnotherCpuThanTheSends_isChargedOnTheSends() {
        assertFinish("receive-on-other-cpu", new LogGops(10, 3, 2, 1, 0, 100), 3, 100);
    }

    /**
     * calc 0..200. The message (13) waits for the CPU until 200, before the receive, whose stamp is later; it is
     * charged 200..213 and kept. The receive finds it at 200 and costs nothing more; calc 213..220. Eager: sender
     * 0..3, calc 3..4.
     */
    @Test
    void lateReceive_eagerMessage_wasChargedOnArrival() {
        assertFinish("late-receive", new LogGops(10, 3, 2, 1, 0, 100), 4, 220);
    }

    /** 11 B > S = 8: the send completes when the receive finds the message, at 200; calc 200..201. */
    @Test
    void lateReceive_rendezvousMessage_completesTheSendThen() {
        assertFinish("late-receive", PARAMETERS, 201, 220);
    }

    /**
     * The receive's own size, 8 B = S, decides that the sender is not told: LogGOPSim drops its calculation silently.
     */
    @Test
    void lateReceive_declaredEagerForARendezvousSend_cannotFinish() {
        UnfinishedProgramException e = failure("late-receive-declared-smaller");
        assertThat(e).hasMessageContaining("1 operation never started").hasMessageContaining("declared with less");
        assertThat(e.lines()).hasSize(1);
        assertThat(e.lines().get(0))
                .startsWith("rank 0: 1 operation never started, the first of them a calculation (")
                .contains("late-receive-declared-smaller.goal:4");
    }

    /**
     * The first send keeps the CPU 0..3 and the NIC 0..22. Both successors are released at 0, send before calculation;
     * the send waits for the NIC until 22, the calculation only for the CPU: 3..8. Then the second send 22..25. The
     * messages come at 13 (until 13 + 23) and 35 (waits until 36, until 39).
     */
    @Test
    void successorsOfASend_waitForTheCpuNotForTheGap() {
        assertFinish("two-sends", new LogGops(10, 3, 2, 1, 0, 100), 25, 39);
    }

    /** Ready together, the send goes first although the calculation is declared first: 0..3, then 3..13. */
    @Test
    void readyTogether_calculationAndSend_sendGoesFirst() {
        assertFinish("calculation-before-send", PARAMETERS, 13, 16);
    }

    /** Any source: l1 takes the message of rank 2 (13..16), l2 with any tag that of rank 1 (50 + 13, until 66). */
    @Test
    void anySourceAndAnyTag_agreeingMessages_areTaken() {
        assertFinish("any-source", PARAMETERS, 66, 53, 3);
    }

    /**
     * Rank 2's message comes first and takes l1, the first that agrees, although l2 fits better; then l2 fits nothing.
     */
    @Test
    void anySource_postedFirst_takesTheMessageOfALaterReceive() {
        UnfinishedProgramException e = failure("first-receive-takes-all");
        assertThat(e.lines()).hasSize(1);
        assertThat(e.lines().get(0))
                .startsWith("rank 0: waits for 1 B from rank 2 with any tag (")
                .contains("first-receive-takes-all.goal:4")
                .contains("has no receive for the 1 B from rank 1 with tag 5 (")
                .contains("first-receive-takes-all.goal:8");
    }

    /** 9 B > S to itself: 0..3, back at 13, charged 13..24 on CPU 0; l3 24..54 there, l4 0..50 on CPU 1. */
    @Test
    void messageToItself_rendezvous_isReceivedByTheSender() {
        assertFinish("message-to-itself", PARAMETERS, 54);
    }

    private static LogGopsResult assertFinish(String name, LogGops parameters, long... finishTimes) {
        LogGopsResult result = LogGopsSimulation.run(schedule(name), parameters);
        assertThat(result.finishTimes()).containsExactly(finishTimes);
        return result;
    }

    private static UnfinishedProgramException failure(String name) {
        return catchThrowableOfType(
                UnfinishedProgramException.class, () -> LogGopsSimulation.run(schedule(name), PARAMETERS));
    }

    private static Schedule schedule(String name) {
        try {
            return GoalFiles.open(Path.of(LogGopsConsequencesTest.class
                    .getResource("/goal/" + name + ".goal")
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
