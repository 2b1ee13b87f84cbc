package org.tailback.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.cost.Protocol;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.Replay;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/**
 * Chains of dependency graphs that can be worked out by hand: one byte takes one second alone, the latency is 2 s,
 * sending occupies a CPU for 0.5 s and receiving for 0.25 s; messages of up to 10 bytes are buffered.
 */
class ScheduleChainTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Platform PLATFORM = TestModels.platform(4, 2)
            .cost(LibraryCost.of(1, 2)
                    .withOverheads(0.5, 0.25)
                    .withEagerUpTo(10, Protocol.EAGER_BUFFERED)
                    .withHandshake(1))
            .build();

    private final RankGraph graph = new RankGraph();
    private final PackedSchedule.Builder builder = PackedSchedule.builder();

    private void append() {
        builder.append(graph);
        graph.clear();
    }

    /** A computation on a CPU. */
    private int calculate(int seconds, int cpu) {
        return graph.add(Schedule.Kind.CALCULATION, seconds * SECOND, 0, 0, cpu, 0);
    }

    /** Kind, rank, from, to of each segment, and sender, receiver and bytes of its message. */
    private List<String> chain() {
        PackedSchedule schedule = builder.build();
        Placement placement = PLATFORM.placement().place(PLATFORM.cluster(), schedule.ranks());
        CriticalChain chain = ChainSearch.of(placement)
                .schedule(schedule)
                .find(observer -> Replay.builder(schedule, PLATFORM)
                        .placement(placement)
                        .observer(observer)
                        .build()
                        .run());
        assertThat(chain.parts().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isEqualTo(chain.makespan());
        return chain.path().stream()
                .map(s -> s.kind().label() + " " + s.rank() + " " + s.from() + " " + s.to()
                        + (s.message() == null
                                ? ""
                                : " of " + s.message().sender() + ">"
                                        + s.message().receiver() + " "
                                        + s.message().bytes() + " B"))
                .toList();
    }

    @Test
    void oneMessage_overheadsAreOfTheMessage() {
        int before = calculate(1, 0);
        graph.afterCompletion(graph.send(5, 1, 0), before);
        append();
        int receive = graph.receive(5, 0, 0);
        graph.afterCompletion(calculate(3, 0), receive);
        append();

        assertThat(chain())
                .containsExactly(
                        "compute 0 0.0 1.0",
                        "send overhead 0 1.0 1.5 of 0>1 5 B",
                        "transfer 0 1.5 6.5 of 0>1 5 B",
                        "latency 1 6.5 8.5 of 0>1 5 B",
                        "receive overhead 1 8.5 8.75 of 0>1 5 B",
                        "compute 1 8.75 11.75");
    }

    /** The send is ready at 3, when the CPU takes the computation that waited longer. */
    @Test
    void sendBehindAComputation_waitsForItsCpu() {
        int first = calculate(3, 0);
        calculate(4, 0);
        graph.afterCompletion(graph.send(5, 1, 0), first);
        append();
        graph.receive(5, 0, 0);
        append();

        assertThat(chain())
                .containsExactly(
                        "compute 0 0.0 3.0",
                        "compute 0 3.0 7.0",
                        "send overhead 0 7.0 7.5 of 0>1 5 B",
                        "transfer 0 7.5 12.5 of 0>1 5 B",
                        "latency 1 12.5 14.5 of 0>1 5 B",
                        "receive overhead 1 14.5 14.75 of 0>1 5 B");
    }

    /** The CPU goes on when it has sent a buffered message, whose overhead is on its chain. */
    @Test
    void computationBehindASend_waitsForItsOverhead() {
        int before = calculate(1, 0);
        int send = graph.send(5, 1, 0);
        graph.afterCompletion(send, before);
        graph.afterStart(calculate(100, 0), send);
        append();
        graph.receive(5, 0, 0);
        append();

        assertThat(chain())
                .containsExactly("compute 0 0.0 1.0", "send overhead 0 1.0 1.5 of 0>1 5 B", "compute 0 1.5 101.5");
    }

    /** The message is there at 5.5, the CPU free at 7. */
    @Test
    void receiveBesideAComputation_itsOverheadWaitsForTheCpu() {
        graph.send(3, 1, 0);
        append();
        graph.receive(3, 0, 0);
        calculate(7, 0);
        append();

        assertThat(chain()).containsExactly("compute 1 0.0 7.0", "receive overhead 1 7.0 7.25 of 0>1 3 B");
    }

    /** On a CPU of its own the send does not wait, and the chain is that of the CPU which ends last. */
    @Test
    void twoCpus_chainIsThatOfTheLaterOne() {
        int first = calculate(3, 0);
        calculate(4, 0);
        graph.afterCompletion(graph.add(Schedule.Kind.SEND, 5, 1, 0, 1, 0), first);
        append();
        graph.receive(5, 0, 0);
        append();

        assertThat(chain())
                .containsExactly(
                        "compute 0 0.0 3.0",
                        "send overhead 0 3.0 3.5 of 0>1 5 B",
                        "transfer 0 3.5 8.5 of 0>1 5 B",
                        "latency 1 8.5 10.5 of 0>1 5 B",
                        "receive overhead 1 10.5 10.75 of 0>1 5 B");
    }

    /** The receive is posted at 2, and what may begin with it runs on another CPU, which had nothing to do. */
    @Test
    void afterTheStartOfAReceive_isReadyByWhatTheReceiveWaitedFor() {
        graph.send(3, 1, 0);
        append();
        int before = calculate(2, 0);
        int receive = graph.receive(3, 0, 0);
        graph.afterCompletion(receive, before);
        graph.afterStart(calculate(9, 1), receive);
        append();

        assertThat(chain()).containsExactly("compute 1 0.0 2.0", "compute 1 2.0 11.0");
    }

    /** 20 bytes need the receive, which is posted at 30: handshake of 1 s, then the transfer. */
    @Test
    void rendezvous_continuesInTheReceiver() {
        graph.send(20, 1, 0);
        append();
        int before = calculate(30, 0);
        graph.afterCompletion(graph.receive(20, 0, 0), before);
        append();

        assertThat(chain())
                .containsExactly(
                        "compute 1 0.0 30.0",
                        "rendezvous 1 30.0 30.0 of 0>1 20 B",
                        "handshake 0 30.0 31.0 of 0>1 20 B",
                        "transfer 0 31.0 51.0 of 0>1 20 B",
                        "latency 1 51.0 53.0 of 0>1 20 B",
                        "receive overhead 1 53.0 53.25 of 0>1 20 B");
    }
}
