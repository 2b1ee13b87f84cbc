package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.ProgramExecutor;
import org.tailback.generator.RandomPrograms;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

class CollectiveExpansionTest {
    @Test
    void expand_barrierAmongOpenRequests_usesOtherRequestsAndTags() {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .isend(3, 1, 0, 10)
                .collective(CollectiveCall.uniform(Kind.BARRIER, 0, 0))
                .await(3)
                .rank(1)
                .irecv(0, 0, 0, 10)
                .collective(CollectiveCall.uniform(Kind.BARRIER, 0, 0))
                .await(0)
                .build();

        ExplicitProgram expanded = ExplicitProgram.copyOf(CollectiveExpansion.of(program));

        int tag = CollectiveTags.tag(Kind.BARRIER, 0);
        assertThat(expanded.operations(0))
                .containsExactlyElementsOf(ProgramBuilder.ranks(2)
                        .isend(3, 1, 0, 10)
                        .irecv(4, 1, tag, 0)
                        .isend(5, 1, tag, 0)
                        .awaitAll(4, 5)
                        .await(3)
                        .build()
                        .operations(0));
        assertThat(ProgramExecutor.messagesOfRendezvous(expanded)).isEqualTo(3);
    }

    @Test
    void expand_computeSeconds_followTheCommunication() {
        CollectiveCall call = new CollectiveCall(Kind.ALLREDUCE, 0, 8, null, null, 0.25);
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .collective(call)
                .rank(1)
                .collective(call)
                .build();

        List<Operation> operations =
                ExplicitProgram.copyOf(CollectiveExpansion.of(program)).operations(1);

        assertThat(operations.get(operations.size() - 1)).isEqualTo(new Operation.Compute(0.25));
    }

    @Test
    void expand_oneRank_collectivesVanish() {
        ProgramBuilder builder = ProgramBuilder.ranks(1);
        for (Kind kind : Kind.values()) {
            builder.collective(new CollectiveCall(kind, 0, 5, new long[] {5}, new long[] {5}, 0));
        }
        ParallelProgram expanded = CollectiveExpansion.of(builder.compute(1).build());

        assertThat(ExplicitProgram.copyOf(expanded).operations(0)).containsExactly(new Operation.Compute(1));
    }

    @Test
    void expand_randomProgramsWithCollectives_finishAndMatchEverything() {
        for (int seed = 0; seed < 60; seed++) {
            int ranks = 1 + seed % 9;
            ParallelProgram program = RandomPrograms.withCollectives(seed, ranks, 40, 5000);
            ParallelProgram expanded = CollectiveExpansion.of(program);

            long messages = ProgramExecutor.messagesOfRendezvous(expanded);

            assertThat(messages).as("seed %s", seed).isGreaterThanOrEqualTo(40);
            assertThat(ProgramExecutor.messagesOfEager(expanded)).isEqualTo(messages);
        }
    }

    /** A collective of many messages comes in pieces, and what follows it in one batch of the program waits its turn. */
    @Test
    void produce_largeAlltoall_inBatchesOfSomeHundredsAtMost() {
        int ranks = 1000;
        CollectiveCall alltoall = CollectiveCall.uniform(Kind.ALLTOALL, 0, 8);
        ParallelProgram program = ProgramBuilder.ranks(ranks)
                .rank(7)
                .collective(alltoall)
                .compute(2)
                .collective(alltoall)
                .build();
        for (String name : List.of("pairwise", "linear")) {
            CollectiveSelector selector = CollectiveSelector.always(CollectiveAlgorithms.named(Kind.ALLTOALL, name));
            java.util.ArrayList<Operation> all = new java.util.ArrayList<>();
            try (Program opened = CollectiveExpansion.of(program, selector).open(7)) {
                int before = 0;
                while (opened.produce(new org.tailback.generator.OperationRecorder(all))) {
                    assertThat(all.size() - before).as(name).isBetween(1, 400);
                    before = all.size();
                }
            }
            assertThat(all.stream().filter(Operation.Isend.class::isInstance))
                    .as(name)
                    .hasSize(2 * 999);
            assertThat(all.indexOf(new Operation.Compute(2))).as(name).isEqualTo((all.size() - 1) / 2);
        }
    }

    @Test
    void approximations_tellAlgorithmsAndCalls() {
        CollectiveCall bcast = CollectiveCall.uniform(Kind.BCAST, 1, 8);
        CollectiveExpansion expanded = CollectiveExpansion.of(ProgramBuilder.ranks(2)
                .rank(0)
                .collective(bcast)
                .collective(bcast)
                .rank(1)
                .collective(bcast)
                .collective(bcast)
                .build());
        ExplicitProgram.copyOf(expanded);
        ExplicitProgram.copyOf(expanded);

        assertThat(expanded.approximations())
                .containsExactly(
                        "Collective operations are replayed as the messages of an algorithm each ('basic' chooses): "
                                + "4 bcast by binomial.");
    }

    @Test
    void expand_reservedTag_isRefused() {
        ParallelProgram program =
                ProgramBuilder.ranks(2).send(1, Integer.MIN_VALUE + 5, 1).build();

        assertThatThrownBy(() -> ExplicitProgram.copyOf(CollectiveExpansion.of(program)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Rank 0 uses the tag -2147483643, which is reserved")
                .hasMessageContaining(String.valueOf(CollectiveTags.FIRST_FREE));
    }

    @Test
    void always_otherKind_isRefused() {
        CollectiveSelector selector = CollectiveSelector.always(new DisseminationBarrier());

        assertThatThrownBy(() -> selector.select(CollectiveCall.uniform(Kind.BCAST, 0, 1), 4))
                .isInstanceOf(InputException.class)
                .hasMessage("The algorithm 'dissemination' cannot perform the collective bcast");
    }

    @Test
    void tags_describe_nameTheirCollective() {
        assertThat(CollectiveTags.describe(CollectiveTags.tag(Kind.EXSCAN, 12))).contains("exscan 12");
        assertThat(CollectiveTags.describe(CollectiveTags.tag(Kind.BARRIER, (1L << 24) + 3)))
                .contains("barrier 3");
        assertThat(CollectiveTags.isCollective(CollectiveTags.tag(Kind.EXSCAN, (1 << 24) - 1)))
                .isTrue();
        assertThat(CollectiveTags.describe(CollectiveTags.FIRST_FREE)).isEmpty();
        assertThat(CollectiveTags.describe(-444)).isEmpty();
    }

    /** The expansion closes the program that it opened, and can be closed before the end. */
    @Test
    void close_beforeTheEnd_closesTheProgram() {
        boolean[] open = {false};
        ParallelProgram program = new ParallelProgram() {
            @Override
            public int ranks() {
                return 1;
            }

            @Override
            public Program open(int rank) {
                open[0] = true;
                return new Program() {
                    @Override
                    public boolean produce(OperationSink sink) {
                        sink.compute(1);
                        return true;
                    }

                    @Override
                    public void close() {
                        open[0] = false;
                    }
                };
            }
        };
        Program expanded = CollectiveExpansion.of(program).open(0);
        assertThat(expanded.produce(new org.tailback.generator.OperationRecorder(new java.util.ArrayList<>())))
                .isTrue();
        expanded.close();

        assertThat(open[0]).isFalse();
        assertThat(expanded.produce(new org.tailback.generator.OperationRecorder(new java.util.ArrayList<>())))
                .isFalse();
    }
}
