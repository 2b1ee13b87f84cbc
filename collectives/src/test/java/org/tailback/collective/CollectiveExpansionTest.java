package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.generator.CollectiveExamples;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.ProgramExecutor;
import org.tailback.generator.RandomPrograms;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

class CollectiveExpansionTest {
    @Test
    void expand_barrierAmongOpenRequests_usesOtherRequestsAndACommunicatorOfItsOwn() {
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
                .containsExactlyElementsOf(ExplicitProgram.copyOf(ProgramBuilder.ranks(2)
                                .isend(3, 1, 0, 10)
                                .irecv(4, 1, tag, -1, 0)
                                .isend(5, 1, tag, -1, 0, SendMode.STANDARD)
                                .awaitAll(4, 5)
                                .await(3)
                                .build())
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
            if (!kind.isNeighbourhood()) {
                builder.collective(new CollectiveCall(kind, 0, 5, new long[] {5}, new long[] {5}, 0));
            }
        }
        ParallelProgram expanded = CollectiveExpansion.of(builder.compute(1).build());

        assertThat(ExplicitProgram.copyOf(expanded).operations(0)).containsExactly(new Operation.Compute(1));
    }

    @Test
    void expand_randomProgramsWithCollectives_finishAndMatchEverything() {
        for (int seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 60 : 20); seed++) {
            int ranks = 1 + seed % 9;
            ParallelProgram program = RandomPrograms.withCollectives(seed, ranks, 40, 5000);
            ParallelProgram expanded = CollectiveExpansion.of(program);

            long messages = ProgramExecutor.messagesOfRendezvous(expanded);

            assertThat(messages).as("seed %s", seed).isGreaterThanOrEqualTo(40);
            assertThat(ProgramExecutor.messagesOfEager(expanded)).isEqualTo(messages);
        }
    }

    /** Positions in the group become ranks, and each communicator counts for itself. */
    @Test
    void expand_onCommunicators_translatesRanksAndSeparatesMessages() {
        int[] group = {3, 1};
        CollectiveCall bcast = CollectiveCall.uniform(Kind.BCAST, 1, 8).on(5, group);
        ParallelProgram program = ProgramBuilder.ranks(4)
                .rank(1)
                .collective(bcast)
                .collective(CollectiveCall.uniform(Kind.BCAST, 1, 8).on(6, new int[] {3, 1}))
                .collective(bcast)
                .rank(3)
                .collective(bcast)
                .collective(CollectiveCall.uniform(Kind.BCAST, 1, 8).on(6, new int[] {3, 1}))
                .collective(bcast)
                .build();

        ExplicitProgram expanded = ExplicitProgram.copyOf(CollectiveExpansion.of(program));

        assertThat(expanded.operations(3))
                .extracting(operation -> operation.getClass().getSimpleName())
                .containsExactly("Irecv", "Await", "Irecv", "Await", "Irecv", "Await");
        assertThat(expanded.operations(1))
                .containsExactly(
                        new Operation.Send(3, CollectiveTags.tag(Kind.BCAST, 0), -6, 8, SendMode.STANDARD),
                        new Operation.Send(3, CollectiveTags.tag(Kind.BCAST, 0), -7, 8, SendMode.STANDARD),
                        new Operation.Send(3, CollectiveTags.tag(Kind.BCAST, 1), -6, 8, SendMode.STANDARD));
        assertThat(ProgramExecutor.messagesOfRendezvous(expanded)).isEqualTo(3);
    }

    @Test
    void expand_rankOutsideTheGroup_isRefused() {
        ParallelProgram program = ProgramBuilder.ranks(3)
                .collective(CollectiveCall.uniform(Kind.BARRIER, 0, 0).on(2, new int[] {1, 2}))
                .build();

        assertThatThrownBy(() -> ExplicitProgram.copyOf(CollectiveExpansion.of(program)))
                .isInstanceOf(InputException.class)
                .hasMessage("Rank 0 calls the collective barrier of communicator 2, which does not have that rank "
                        + "in its group");
    }

    /** Two ranks call collectives of two communicators in opposite order: fine if they do not block. */
    @Test
    void expand_nonBlocking_oppositeOrderOnTwoCommunicators_finishes() {
        int[] both = {0, 1};
        CollectiveCall first = CollectiveCall.uniform(Kind.ALLREDUCE, 0, 8).on(1, both);
        CollectiveCall second = CollectiveCall.uniform(Kind.BARRIER, 0, 0).on(2, both);
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .icollective(0, first)
                .icollective(1, second)
                .awaitAll(0, 1)
                .rank(1)
                .icollective(0, second)
                .icollective(1, first)
                .awaitAll(1, 0)
                .build();
        CollectiveExpansion expansion = CollectiveExpansion.of(program);

        assertThat(ProgramExecutor.messagesOfRendezvous(expansion)).isEqualTo(4);
        assertThat(expansion.approximations())
                .containsExactly(
                        "Assumed: Collective operations are replayed by the algorithms that 'basic' chooses: "
                                + "2 non-blocking allreduce by recursive-doubling, 2 non-blocking barrier by "
                                + "dissemination.",
                        "Assumed: 4 non-blocking collectives make progress while their rank computes, as with a progress "
                                + "thread.");
    }

    /** Valid MPI: rank 1 needs the broadcast to go on inside rank 0's receive. */
    @Test
    void expand_nonBlocking_goesOnWhileItsRankIsBlocked() {
        CollectiveCall bcast = CollectiveCall.uniform(Kind.BCAST, 0, 8);
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        builder.rank(0).icollective(0, bcast).recv(3, 9, 1).await(0);
        builder.rank(1).icollective(0, bcast).await(0);
        builder.rank(2).icollective(0, bcast).recv(3, 9, 1).await(0);
        builder.rank(3).icollective(0, bcast).await(0).send(0, 9, 1).send(2, 9, 1);

        assertThat(ProgramExecutor.messagesOfRendezvous(CollectiveExpansion.of(builder.build())))
                .isEqualTo(3 + 2);
    }

    /** An answer without the messages of a collective operation would look like a fast network. */
    @Test
    void expand_algorithmThatMovesNothing_isAnInternalError() {
        CollectiveAlgorithm silent = new CollectiveAlgorithm() {
            @Override
            public String name() {
                return "silent";
            }

            @Override
            public Set<Kind> kinds() {
                return Set.of(Kind.ALLREDUCE);
            }

            @Override
            public String summary() {
                return "";
            }

            @Override
            public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
                return Schedule.NOTHING;
            }
        };
        for (long bytes : new long[] {0, 8}) {
            for (int ranks : new int[] {1, 2}) {
                Program rank = CollectiveExpansion.of(
                                CollectiveProgram.calls(Kind.ALLREDUCE, ranks, bytes),
                                CollectiveSelector.always(silent))
                        .open(0);
                OperationRecorder sink = new OperationRecorder(new ArrayDeque<>());
                if (bytes > 0 && ranks > 1) {
                    assertThatThrownBy(() -> rank.produce(sink))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("allreduce of 8 B on several ranks moves no data");
                } else {
                    rank.produce(sink);
                }
            }
        }
    }

    @Test
    void expand_randomCommunicatorsBlockingAndNot_finishAndMatchEverything() {
        for (int seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 100 : 30); seed++) {
            Random random = new Random(seed);
            int ranks = 2 + random.nextInt(8);
            ProgramBuilder builder = ProgramBuilder.ranks(ranks);
            int[] open = new int[ranks];
            int[][] groups = new int[4][];
            for (int c = 0; c < groups.length; c++) {
                groups[c] = c == 0 ? null : group(random, ranks);
            }
            for (int i = 0; i < 20; i++) {
                int communicator = random.nextInt(groups.length);
                int[] group = groups[communicator];
                int size = group == null ? ranks : group.length;
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                boolean rooted = kind.label().matches("bcast|reduce|gatherv?|scatterv?");
                int root = rooted ? random.nextInt(size) : 0;
                long bytes = kind == Kind.BARRIER ? 0 : random.nextInt(5000);
                long[][] counts = new long[size][size];
                for (long[] row : counts) {
                    for (int j = 0; j < size; j++) {
                        row[j] = random.nextInt(3000);
                    }
                }
                boolean blocking = random.nextBoolean();
                for (int position = 0; position < size; position++) {
                    int rank = group == null ? position : group[position];
                    CollectiveCall call = CollectiveExamples.call(kind, position, root, bytes, counts, 0)
                            .on(communicator, group);
                    builder.rank(rank);
                    if (blocking) {
                        builder.collective(call);
                    } else {
                        builder.icollective(open[rank]++, call);
                    }
                }
            }
            for (int rank = 0; rank < ranks; rank++) {
                builder.rank(rank).awaitAll(IntStream.range(0, open[rank]).toArray());
            }
            for (String selector : List.of("basic", "openmpi", "mpich")) {
                ParallelProgram expanded = CollectiveExpansion.of(builder.build(), CollectiveSelectors.parse(selector));
                assertThat(ProgramExecutor.messagesOfRendezvous(expanded))
                        .as("seed %s, %s", seed, selector)
                        .isEqualTo(ProgramExecutor.messagesOfEager(expanded));
            }
        }
    }

    private static int[] group(Random random, int ranks) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
        Collections.shuffle(all, random);
        return all.subList(0, 1 + random.nextInt(ranks)).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Rank 1 of a ring of three has neighbours 0 and 2. */
    @Test
    void expand_neighbourhood_exchangesWithNeighboursOnly() {
        long[][] counts = {{0, 1, 2}, {10, 0, 12}, {20, 21, 0}};
        ProgramBuilder builder = ProgramBuilder.ranks(3);
        for (int rank = 0; rank < 3; rank++) {
            builder.rank(rank).collective(CollectiveExamples.call(Kind.NEIGHBOR_ALLTOALLV, rank, 0, 0, counts, 0));
        }
        ExplicitProgram expanded = ExplicitProgram.copyOf(CollectiveExpansion.of(builder.build()));
        int tag = CollectiveTags.tag(Kind.NEIGHBOR_ALLTOALLV, 0);

        assertThat(expanded.operations(1))
                .containsExactly(
                        new Operation.Irecv(0, 0, tag, -1, 1),
                        new Operation.Irecv(1, 2, tag, -1, 21),
                        new Operation.Isend(2, 0, tag, -1, 10, SendMode.STANDARD),
                        new Operation.Isend(3, 2, tag, -1, 12, SendMode.STANDARD),
                        new Operation.AwaitAll(ImmutableIntArray.of(0, 1, 2, 3)));
        assertThat(ProgramExecutor.messagesOfRendezvous(expanded)).isEqualTo(6);
    }

    /** Along a binomial tree of four, rank 0 adds twice 1000 bytes and rank 2 once. */
    @Test
    void expand_reductionTime_isPerByteCombined() {
        CollectiveCall reduce = CollectiveCall.uniform(Kind.REDUCE, 0, 1000);
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 4; rank++) {
            builder.rank(rank).collective(reduce);
        }
        ExplicitProgram expanded = ExplicitProgram.copyOf(
                CollectiveExpansion.of(builder.build(), CollectiveSelectors.parse("basic:reduction=1ms")));

        int[] additions = {2, 0, 1, 0};
        for (int rank = 0; rank < 4; rank++) {
            assertThat(expanded.operations(rank).stream().filter(new Operation.Compute(1.0)::equals))
                    .hasSize(additions[rank]);
        }
    }

    /**
     * A collective of many messages comes in pieces, and what follows it in one batch of the program waits its turn.
     */
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
            List<Operation> all = new ArrayList<>();
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
                .containsExactly("Assumed: Collective operations are replayed by the algorithms that 'basic' chooses: "
                        + "4 bcast by binomial.");
    }

    @Test
    void expand_negativeCommunicator_isRefused() {
        ParallelProgram program =
                ProgramBuilder.ranks(2).send(1, 0, -3, 1, SendMode.STANDARD).build();

        assertThatThrownBy(() -> ExplicitProgram.copyOf(CollectiveExpansion.of(program)))
                .isInstanceOf(InputException.class)
                .hasMessage("Rank 0 uses the communicator -3, but negative numbers are reserved for collective "
                        + "operations. Number communicators from 0");
    }

    @Test
    void expand_probesOfANegativeCommunicator_areRefused() {
        for (ParallelProgram program : List.of(
                ProgramBuilder.ranks(1).probe(0, 0, -1).build(),
                ProgramBuilder.ranks(1).iprobe(0, 0, -1, found -> {}).build())) {
            assertThatThrownBy(() -> ExplicitProgram.copyOf(CollectiveExpansion.of(program)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("uses the communicator -1");
        }
    }

    @Test
    void always_otherKind_isRefused() {
        CollectiveSelector selector =
                CollectiveSelector.always(CollectiveAlgorithms.named(Kind.BARRIER, "dissemination"));

        assertThatThrownBy(() -> selector.select(CollectiveCall.uniform(Kind.BCAST, 0, 1), 4))
                .isInstanceOf(InputException.class)
                .hasMessage("The algorithm 'dissemination' cannot perform the collective bcast");
    }

    @Test
    void tags_nameTheirCollective() {
        int world = CollectiveTags.communicator(OperationSink.WORLD);
        assertThat(CollectiveTags.collectiveOf(world, CollectiveTags.tag(Kind.EXSCAN, 12)))
                .contains("exscan, call 12 on communicator 0");
        assertThat(CollectiveTags.collectiveOf(world, CollectiveTags.tag(Kind.BARRIER, (1L << 20) + 3)))
                .contains("barrier, call 3 on communicator 0");
        assertThat(CollectiveTags.collectiveOf(
                        CollectiveTags.communicator(4), CollectiveTags.tag(Kind.NEIGHBOR_ALLTOALLW, (1 << 26) - 1)))
                .contains("neighboralltoallw, call 1048575 on communicator 4");
        assertThat(CollectiveTags.collectiveOf(OperationSink.WORLD, 5)).isEmpty();
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
