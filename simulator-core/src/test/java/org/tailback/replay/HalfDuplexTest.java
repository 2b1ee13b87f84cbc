package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cost.Protocol;
import org.tailback.network.TestModels;
import org.tailback.program.ScriptedProgram;

/** Opposite messages of two ranks on one connection: a byte takes a second alone, latency 2 s, eager up to 10 bytes. */
class HalfDuplexTest {
    private static final LibraryCost COST = LibraryCost.of(1, 2).withEagerUpTo(10, Protocol.EAGER);

    private static List<Double> finishes(ScriptedProgram program, LibraryCost cost, int nodes) {
        return Replay.builder(program, TestModels.platform(nodes, 2).cost(cost).build()).build().run().ranks().stream()
                .map(RankResult::finish)
                .toList();
    }

    private static ScriptedProgram exchange(long bytes) {
        ScriptedProgram program = new ScriptedProgram(2);
        for (int rank = 0; rank < 2; rank++) {
            int other = 1 - rank;
            program.add(rank, s -> s.irecv(1, other, 0, bytes))
                    .add(rank, s -> s.send(other, 0, bytes))
                    .add(rank, s -> s.await(1));
        }
        return program;
    }

    @Test
    void exchange_largeMessages_areHalfDuplex() {
        // 0>1 moves until 20 and is there at 22; 1>0 moves from then until 42 and is there at 44.
        assertThat(finishes(exchange(20), COST.halfDuplex(), 2)).containsExactly(44.0, 42.0);
        assertThat(finishes(exchange(20), COST, 2)).containsExactly(22.0, 22.0);
    }

    @Test
    void exchange_eagerMessages_doNotWait() {
        assertThat(finishes(exchange(10), COST.halfDuplex(), 2)).containsExactly(12.0, 12.0);
    }

    @Test
    void exchange_handshake_passesMeanwhile() {
        // 0>1 from 5 to 25, there at 27; 1>0 from 27 to 47.
        assertThat(finishes(exchange(20), COST.halfDuplex().withHandshake(5), 2))
                .containsExactly(49.0, 47.0);
        // 0>1 from 30 to 50, there at 52.
        assertThat(finishes(exchange(20), COST.halfDuplex().withHandshake(30), 2))
                .containsExactly(74.0, 72.0);
    }

    @Test
    void messagesThatBeginLater_doNotHoldUp() {
        // 0>1 from 0, 1>0 ready at 5 waits for it; another 0>1 from 10 shares the link until 30, moves until 40.
        ScriptedProgram program = new ScriptedProgram(2)
                .add(0, s -> s.irecv(1, 1, 0, 20))
                .add(0, s -> s.isend(2, 1, 0, 20))
                .add(0, s -> s.compute(10))
                .add(0, s -> s.isend(3, 1, 1, 20))
                .add(0, s -> s.await(2))
                .add(0, s -> s.await(3))
                .add(0, s -> s.await(1))
                .add(1, s -> s.irecv(1, 0, 0, 20))
                .add(1, s -> s.irecv(2, 0, 1, 20))
                .add(1, s -> s.compute(5))
                .add(1, s -> s.send(0, 0, 20))
                .add(1, s -> s.await(1))
                .add(1, s -> s.await(2));

        // The first arrives at 32, so 1>0 moves from 32 to 52 and is there at 54.
        assertThat(finishes(program, COST.halfDuplex(), 2)).containsExactly(54.0, 52.0);
    }

    @Test
    void otherPairs_andRanksOfOneNode_doNotWait() {
        ScriptedProgram ring = new ScriptedProgram(3);
        for (int rank = 0; rank < 3; rank++) {
            int next = (rank + 1) % 3;
            int previous = (rank + 2) % 3;
            ring.add(rank, s -> s.irecv(1, previous, 0, 20))
                    .add(rank, s -> s.send(next, 0, 20))
                    .add(rank, s -> s.await(1));
        }

        assertThat(finishes(ring, COST.halfDuplex(), 3)).containsOnly(22.0);
    }

    @Test
    void waiting_beginsWhenTheLastOfThoseAheadHasEnded() {
        HalfDuplexConnections connections = new HalfDuplexConnections(4);
        List<Integer> begun = new ArrayList<>();

        assertThat(connections.mustWait(1, 0, 3, true)).isFalse();
        assertThat(connections.mustWait(2, 0, 3, false)).isFalse();
        assertThat(connections.mustWait(7, 3, 0, true)).isTrue();
        assertThat(connections.mustWait(40, 3, 0, true)).isTrue();
        assertThat(connections.mustWait(8, 3, 0, false))
                .as("needs no clearance")
                .isFalse();
        assertThat(connections.mustWait(5, 3, 1, true)).as("another pair").isFalse();
        connections.ended(1, 0, 3, begun::add);
        assertThat(begun).isEmpty();
        connections.ended(2, 0, 3, begun::add);
        assertThat(begun).containsExactly(7, 40);
        assertThat(connections.mustWait(9, 0, 3, true)).as("behind 7, 8 and 40").isTrue();
        connections.ended(8, 3, 0, begun::add);
        connections.ended(40, 3, 0, begun::add);
        assertThat(begun).hasSize(2);
        connections.ended(7, 3, 0, begun::add);
        assertThat(begun).containsExactly(7, 40, 9);
    }
}
