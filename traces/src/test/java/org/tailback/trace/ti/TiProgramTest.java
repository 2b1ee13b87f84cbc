package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationWords;
import org.tailback.generator.RandomPrograms;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/** What the actions of TI traces mean, by the keyword table of SimGrid's replay. */
class TiProgramTest {
    private static final TraceOptions ONE_GIGAFLOP = TraceOptions.DEFAULTS.withComputeSpeed(1e9);

    @TempDir
    Path folder;

    private int traces;

    private Trace trace(String... ranks) {
        return trace(ONE_GIGAFLOP, ranks);
    }

    private Trace trace(TraceOptions options, String... ranks) {
        Path folder = this.folder.resolve("trace-" + traces++);
        try {
            Files.createDirectory(folder);
            for (int rank = 0; rank < ranks.length; rank++) {
                Files.writeString(folder.resolve("rank-" + rank + ".txt"), ranks[rank]);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return Traces.open(folder, null, options);
    }

    private static List<String> operations(ParallelProgram program, int rank) {
        return ExplicitProgram.copyOf(program).operations(rank).stream()
                .map(OperationWords::of)
                .toList();
    }

    private static CollectiveCall only(ParallelProgram program, int rank) {
        List<Operation> operations = ExplicitProgram.copyOf(program).operations(rank);
        assertThat(operations).hasSize(1);
        return ((Operation.Collective) operations.get(0)).call();
    }

    @Test
    void pointToPoint_everyKeyword_isItsOperation() {
        Trace trace = trace("""
                # a comment
                0 init

                0\tsend 1   0 1e6
                \t 0 isend 1 7 10 0\s
                0 irecv 1 8 10 1
                0 compute 5e8
                0 wait 0 1 7
                0 recv 1 9 3 3
                0 sleep 0.25
                0 wait 1 0 8
                0 comm_size whatever
                0 location file.c 12
                0 finalize
                """, "1 init\n");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "send(1, 0, 1000000)",
                        "isend(0, 1, 7, 80)",
                        "irecv(1, 1, 8, 40)",
                        "compute(0.5)",
                        "await(0)",
                        "recv(1, 9, 6)",
                        "compute(0.25)",
                        "await(1)");
        assertThat(operations(trace, 1)).isEmpty();
        assertThat(trace.approximations()).isEmpty();
    }

    @Test
    void init_withArgument_makesDoubleTheDefaultDatatype() {
        assertThat(operations(trace("0 init\n0 send 0 0 10\n"), 0)).containsExactly("send(0, 0, 10)");
        assertThat(operations(trace("0 init 1\n0 send 0 0 10\n0 send 0 0 10 2\n"), 0))
                .containsExactly("send(0, 0, 80)", "send(0, 0, 10)");
    }

    @Test
    void init_missing_bytesAreAssumedAndSaid() {
        Trace trace = trace("0 send 0 0 10\n");

        assertThat(operations(trace, 0)).containsExactly("send(0, 0, 10)");
        assertThat(trace.approximations())
                .containsExactly(
                        "1 x rank without init before its first size without datatype: such sizes are taken as bytes.");
    }

    @Test
    void wait_severalRequestsOfAKey_takesTheOldest() {
        Trace trace = trace(
                "0 irecv 1 5 1 6\n0 irecv 1 5 2 6\n0 irecv 1 6 3 6\n0 wait 1 0 5\n0 wait 1 0 6\n0 wait 1 0 5\n", "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "irecv(0, 1, 5, 1)",
                        "irecv(1, 1, 5, 2)",
                        "irecv(2, 1, 6, 3)",
                        "await(0)",
                        "await(2)",
                        "await(1)");
    }

    @Test
    void wait_withoutRequest_isIgnoredAndCounted() {
        Trace trace = trace("0 wait 0 1 5\n0 irecv 1 1 1 6\n0 wait 0 1 1\n0 wait 1 0 1\n", "");

        assertThat(operations(trace, 0)).containsExactly("irecv(0, 1, 1, 1)", "await(0)");
        assertThat(trace.approximations())
                .containsExactly("2 x wait ignored: there was no open request of its source, destination and tag.");
    }

    @Test
    void waitall_withoutEvidence_completesEveryOpenRequest() {
        // one of the two is left if only the oldest is taken, so that nothing speaks for that
        Trace trace = trace("0 irecv 1 1 1 6\n0 isend 1 1 1 6\n0 waitall 1\n0 waitall\n0 wait 1 0 2\n", "");

        assertThat(operations(trace, 0))
                .containsExactly("irecv(0, 1, 1, 1)", "isend(1, 1, 1, 1)", "awaitAll(0)", "awaitAll(1)");

        Trace left = trace("0 irecv 1 1 1 6\n0 isend 1 1 1 6\n0 waitall 1\n0 wait 0 1 2\n", "");
        assertThat(operations(left, 0)).containsExactly("irecv(0, 1, 1, 1)", "isend(1, 1, 1, 1)", "awaitAll(0, 1)");
        assertThat(left.approximations())
                .containsExactly("1 x wait ignored: there was no open request of its source, destination and tag; "
                        + "before it the rank had performed a waitall, which completes open requests.");
    }

    /** As LULESH does: the waitall is that of the sends, for the receives are waited for afterwards. */
    @Test
    void waitall_beforeWaitsForTheSameRequests_leavesThemOpen() {
        Trace trace = trace("""
                0 irecv 1 5 1 6
                0 irecv 2 5 1 6
                0 isend 1 5 1 6
                0 waitall 26
                0 wait 1 0 5
                0 irecv 1 5 1 6
                0 wait 2 0 5
                0 waitall 26
                """, "", "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "irecv(0, 1, 5, 1)",
                        "irecv(1, 2, 5, 1)",
                        "isend(2, 1, 5, 1)",
                        "awaitAll(2)",
                        "await(0)",
                        "irecv(0, 1, 5, 1)",
                        "await(1)",
                        "awaitAll(0)");
        assertThat(trace.approximations())
                .containsExactly(
                        "2 x request that a waitall leaves open: later waits of the rank prove that the waitall was "
                                + "for other requests.");
    }

    @Test
    void waitall_namingFewerThanAreOpen_takesTheOldestIfNothingIsLeft() {
        Trace trace = trace("""
                0 irecv 1 1 1 6
                0 irecv 1 2 1 6
                0 isend 1 3 1 6
                0 isend 1 4 1 6
                0 waitall 2
                0 waitall 2
                """, "");

        assertThat(operations(trace, 0)).endsWith("awaitAll(0, 1)", "awaitAll(2, 3)");
    }

    @Test
    void end_withOpenRequests_waitsForThem() {
        Trace trace = trace("0 irecv 1 1 1 6\n0 isend 1 1 1 6\n0 finalize", "");

        assertThat(operations(trace, 0)).containsExactly("irecv(0, 1, 1, 1)", "isend(1, 1, 1, 1)", "awaitAll(0, 1)");
        assertThat(trace.approximations())
                .containsExactly("2 x request never waited for: the end of the trace waits for it.");
    }

    @Test
    void sendRecv_isAnExchangeWithTagZero() {
        Trace trace = trace("0 irecv 1 0 1 6\n0 sendRecv 10 1 3 1 0 1\n0 wait 1 0 0\n", "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "irecv(0, 1, 0, 1)", "irecv(1, 1, 0, 12)", "isend(2, 1, 0, 80)", "awaitAll(1, 2)", "await(0)");
        assertThat(TraceSummary.of(trace).operations())
                .containsEntry("sendrecv", 1L)
                .containsEntry("irecv", 1L)
                .doesNotContainKeys("isend", "waitall");
    }

    @Test
    void counts_fractionsAndNullDatatypes_areSaid() {
        Trace trace = trace("0 send 1 0 1.9 6\n0 send 1 0 100 -1\n0 test 0 1 0\n0 send 1 0 1 6 9\n1 init\n", "");

        assertThat(operations(trace, 0)).containsExactly("send(1, 0, 1)", "send(1, 0, 0)", "send(1, 0, 1)");
        assertThat(trace.approximations())
                .containsExactly(
                        "1 x test ignored: MPI_Test is assumed to take no time.",
                        "1 x line skipped: it belongs to a different rank than its file.",
                        "1 x size of a derived or unknown datatype (-1): taken as 0 bytes.",
                        "1 x count with a fraction: the fraction was cut off.",
                        "1 x action with more arguments than its keyword takes: the rest was ignored.");
    }

    @Test
    void recv_unknownSize_isProbedBefore() {
        Trace trace = trace("0 recv 1 7 -1 6\n0 irecv -333 -444 -1 6\n0 wait -333 0 -444\n", "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "probe(1, 7, 0)",
                        "recv(1, 7, 9223372036854775807)",
                        "probe(any, any, 0)",
                        "irecv(0, any, any, 9223372036854775807)",
                        "await(0)");
    }

    @Test
    void wildcards_areThoseOfMpi() {
        Trace trace = trace("""
                0 irecv -333 5 1 6
                0 irecv 1 -444 2 6
                0 recv -555 -444 3 6
                0 wait 1 0 9
                0 wait 1 0 5
                0 isend -333 5 1 6
                0 wait 0 -333 5
                """, "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "irecv(0, any, 5, 1)", "irecv(1, 1, any, 2)", "recv(any, any, 3)", "await(1)", "await(0)");
        assertThat(trace.approximations())
                .containsExactly(
                        "2 x receive from any source (-333): replayed as such, although SMPI also records receives "
                                + "from MPI_PROC_NULL as -333.",
                        "1 x isend to no rank (-333): taken as MPI_PROC_NULL, so nothing is sent.");
        assertThat(TraceSummary.of(trace).operations()).hasToString("{irecv=2, isend=1, recv=1, wait=3}");
    }

    @Test
    void modesOfSending_areKept() {
        Trace trace = trace("0 Ssend 1 0 8 6\n0 bsend 1 0 8 6\n0 ISsend 1 1 8 6\n0 ibsend 1 2 8 6\n0 waitall 2\n", "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "send(1, 0, 0, 8, SYNCHRONOUS)",
                        "send(1, 0, 0, 8, BUFFERED)",
                        "isend(0, 1, 1, 0, 8, SYNCHRONOUS)",
                        "isend(1, 1, 2, 0, 8, BUFFERED)",
                        "awaitAll(0, 1)");
    }

    /** The size that SMPI writes for a start is in bytes, whatever the datatype. */
    @Test
    void start_ofPersistentRequests_isASendOrAReceiveFromAnybody() {
        Trace trace = trace("0 Start 1 5 80 0\n0 Start 0 6 40 1\n0 wait 0 1 5\n0 wait 1 0 6\n", "");

        assertThat(operations(trace, 0))
                .containsExactly("isend(0, 1, 5, 80)", "irecv(1, any, 6, 40)", "await(0)", "await(1)");
        assertThat(trace.approximations())
                .containsExactly(
                        "1 x start of a persistent receive: replayed with any source, as the trace does not name the "
                                + "source.");
        assertThat(TraceSummary.of(trace).operations()).hasToString("{start=2, wait=2}");
    }

    /** SMPI's collective requests have one rank on both sides and a negative tag. */
    @Test
    void nonBlockingCollectives_areWaitedForInTheirOrder() {
        Trace trace = trace("""
                0 ibarrier
                0 iallreduce 2 0 0
                0 irecv 1 5 1 6
                0 wait 0 0 -778
                0 wait 0 0 -4445
                0 ibcast 3 1 6
                0 waitall 2
                """, "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "icollective(0, BARRIER, 0, 0, null, null, 0.0)",
                        "icollective(1, ALLREDUCE, 0, 16, null, null, 0.0)",
                        "irecv(2, 1, 5, 1)",
                        "await(0)",
                        "await(1)",
                        "icollective(1, BCAST, 1, 3, null, null, 0.0)",
                        "awaitAll(2, 1)");
        assertThat(TraceSummary.of(trace).operations())
                .hasToString("{iallreduce=1, ibarrier=1, ibcast=1, irecv=1, wait=2, waitall=1}");
    }

    @Test
    void test_lastOfARequestThatNothingWaitsFor_isAWait() {
        Trace trace = trace("""
                0 irecv 1 5 1 6
                0 test 1 0 5
                0 compute 1e9
                0 test 1 0 5
                0 irecv 1 6 1 6
                0 test 1 0 6
                0 wait 1 0 6
                0 testany
                """, "");

        assertThat(operations(trace, 0))
                .containsExactly("irecv(0, 1, 5, 1)", "compute(1.0)", "await(0)", "irecv(0, 1, 6, 1)", "await(0)");
        assertThat(trace.approximations())
                .containsExactly(
                        "2 x test ignored: MPI_Test is assumed to take no time.",
                        "1 x test replayed as a wait: it is the last test of a request without a wait.",
                        "1 x testany ignored: the trace lacks the requests and the result.");
    }

    /**
     * Three requests, of which one is waited for by itself; the others keep their numbers until both waitAnys are
     * over.
     */
    @Test
    void waitAny_isThatOfTheRequestsThatNoOtherWaitEnds() {
        Trace trace = trace("""
                0 irecv 1 5 1 6
                0 irecv 1 6 1 6
                0 irecv 1 7 1 6
                0 waitAny 3
                0 isend 1 9 1 6
                0 wait 0 1 9
                0 waitAny 3
                0 wait 1 0 6
                0 isend 1 9 1 6
                0 waitall 1
                """, "");

        assertThat(operations(trace, 0))
                .containsExactly(
                        "irecv(0, 1, 5, 1)",
                        "irecv(1, 1, 6, 1)",
                        "irecv(2, 1, 7, 1)",
                        "awaitAny(0, 2)",
                        "isend(3, 1, 9, 1)",
                        "await(3)",
                        "awaitAny(0, 2)",
                        "await(1)",
                        "isend(1, 1, 9, 1)",
                        "awaitAll(1)");
        assertThat(trace.approximations())
                .containsExactly("2 x waitAny: the trace lacks the requests; assumed to be all open requests that no "
                        + "other wait ends.");
    }

    @Test
    void waitAny_fewerThanRequests_waitallEndsTheRest() {
        Trace trace = trace("0 irecv 1 5 1 6\n0 irecv 1 6 1 6\n0 waitAny 2\n0 waitall 2\n", "");

        assertThat(operations(trace, 0)).endsWith("awaitAny(0, 1)", "awaitAny(0, 1)", "awaitAll()");
        assertThat(TraceSummary.of(trace).operations()).hasToString("{irecv=2, waitall=1, waitany=1}");
    }

    @Test
    void compute_withoutSpeed_assumesTenGigaflops() {
        Trace trace = trace(TraceOptions.DEFAULTS, "0 compute 5e9\n");

        assertThat(operations(trace, 0)).containsExactly("compute(0.5)");
        assertThat(trace.approximations())
                .containsExactly(
                        "Assumed: 10 Gflop/s per rank, as the trace gives computation in flop (--compute-speed).");
    }

    @Test
    void collectives_uniformSizes_areCountTimesDatatype() {
        assertThat(only(trace("0 barrier\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.BARRIER, 0, 0));
        assertThat(only(trace("0 bcast 5e4 1 0\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.BCAST, 1, 400_000));
        assertThat(only(trace("0 init 1\n0 bcast 10\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.BCAST, 0, 80));
        assertThat(only(trace("0 reduce 5e4 5e8 1 4\n", ""), 0))
                .isEqualTo(new CollectiveCall(Kind.REDUCE, 1, 400_000, null, null, 0.5));
        assertThat(only(trace("0 allreduce 517 1e9 1\n", ""), 0))
                .isEqualTo(new CollectiveCall(Kind.ALLREDUCE, 0, 2068, null, null, 1));
        assertThat(only(trace("0 scan 2 0 0\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.SCAN, 0, 16));
        assertThat(only(trace("0 exscan 2 0 0\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.EXSCAN, 0, 16));
        assertThat(only(trace("0 alltoall 500 500 43 43\n", ""), 0))
                .isEqualTo(CollectiveCall.uniform(Kind.ALLTOALL, 0, 8000));
        assertThat(only(trace("0 gather 68 68 0 0 0\n", ""), 0)).isEqualTo(CollectiveCall.uniform(Kind.GATHER, 0, 544));
        assertThat(only(trace("0 allgather 3 3 1 1\n", ""), 0))
                .isEqualTo(CollectiveCall.uniform(Kind.ALLGATHER, 0, 12));
    }

    /** In MPI the receive count of a gather matters at the root only, the send count of a scatter too. */
    @Test
    void collectives_insignificantSides_areIgnored() {
        Trace gather = trace("0 gather 4 -5 1 6 6\n", "1 gather 4 4 1 6 6\n");
        assertThat(only(gather, 0)).isEqualTo(CollectiveCall.uniform(Kind.GATHER, 1, 4));
        assertThat(gather.approximations()).isEmpty();

        Trace scatter = trace("0 scatter 99 4 1 6 6\n", "1 scatter 4 4 1 6 6\n");
        assertThat(only(scatter, 0)).isEqualTo(CollectiveCall.uniform(Kind.SCATTER, 1, 4));
        assertThat(scatter.approximations()).isEmpty();

        Trace unequal = trace("0 alltoall 4 5 6 6\n", "1 alltoall 4 4 6 6\n");
        assertThat(only(unequal, 0)).isEqualTo(CollectiveCall.uniform(Kind.ALLTOALL, 0, 4));
        assertThat(unequal.approximations())
                .containsExactly(
                        "1 x collective operation with unequal send and receive sizes: the send size is used.");
    }

    @Test
    void collectives_countsPerRank_areInBytes() {
        CollectiveCall alltoallv = only(trace("0 alltoallv 100 1 40 1000 1 80 1 0\n", ""), 0);
        assertThat(alltoallv.sendCounts()).containsExactly(4, 160);
        assertThat(alltoallv.receiveCounts()).containsExactly(8, 640);
        assertThat(alltoallv.bytes()).isEqualTo(164);

        CollectiveCall reduceScatter = only(trace("0 reducescatter 10 20 2e9 0\n", ""), 0);
        assertThat(reduceScatter.sendCounts()).containsExactly(80, 160);
        assertThat(reduceScatter.bytes()).isEqualTo(240);
        assertThat(reduceScatter.computeSeconds()).isEqualTo(2);

        Trace gatherv = trace("0 gatherv 1 1 2 0 0 0\n", "1 gatherv 2 9 9 0 0 0\n");
        assertThat(only(gatherv, 0).receiveCounts()).containsExactly(8, 16);
        assertThat(only(gatherv, 1)).isEqualTo(CollectiveCall.uniform(Kind.GATHERV, 0, 16));

        Trace scatterv = trace("0 scatterv 9 9 1 1 0 0\n", "1 scatterv 1 2 2 1 0 0\n");
        assertThat(only(scatterv, 0)).isEqualTo(CollectiveCall.uniform(Kind.SCATTERV, 1, 8));
        assertThat(only(scatterv, 1).sendCounts()).containsExactly(8, 16);
    }

    /** The number of words after the counts tells whether datatypes, displacements or both follow. */
    @Test
    void allgatherv_everyForm_isToldByTheNumberOfWords() {
        String[] forms = {"", " 0", " 0 0", " 7 7 7", " 0 0 7 7 7"};
        long[] sizes = {1, 1, 8, 1, 8};
        for (int i = 0; i < forms.length; i++) {
            Trace trace = trace("0 init\n0 allgatherv 1 1 2 3" + forms[i] + "\n", "", "");
            assertThat(only(trace, 0).receiveCounts())
                    .as("'%s'", forms[i])
                    .containsExactly(sizes[i], 2 * sizes[i], 3 * sizes[i]);
            assertThat(trace.approximations())
                    .as("'%s'", forms[i])
                    .noneMatch(sentence -> sentence.contains("more arguments"));
        }
    }

    @Test
    void whatCannotBeReplayed_isLeftOutCountedAndNamed() {
        Trace trace = trace("""
                0 init
                0 Win_create
                0 Put
                0 send 1 7 10 6
                0 Win_fence
                0 Rget_accumulate
                0 IO - write
                0 migrate 3
                """, "1 init\n1 recv 0 7 10 6\n1 Put\n");

        assertThat(operations(trace, 0)).containsExactly("send(1, 7, 10)");
        assertThat(operations(trace, 1)).containsExactly("recv(0, 7, 10)");
        assertThat(trace.approximations())
                .containsExactly(
                        "5 x call of a one-sided operation (Put, Rget_accumulate, Win_create, Win_fence): left out: one-sided"
                                + " communication is not replayed.",
                        "1 x call of MPI input or output (IO): left out.",
                        "1 x call whose line lacks values that its replay needs (migrate): left out, with the"
                                + " messages that it may cause.");
        assertThat(TraceSummary.of(trace).operations()).containsEntry("Put", 2L).containsEntry("send", 1L);
    }

    @ParameterizedTest
    @CsvSource({
        "Startall, MPI_Start for each request",
        "isendRecv, MPI_Isend and MPI_Irecv",
        "alltoallw, MPI_Alltoallv in place",
        "ialltoallw, MPI_Ialltoallv in place"
    })
    void actionWhoseMessagesAreNotTold_isRefusedWithItsLine(String word, String instead) {
        Trace trace = trace("0 init\n0 " + word + " 4\n", "1 init\n");

        assertThatThrownBy(() -> operations(trace, 0))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(":2", word + " sends messages that SMPI does not record", instead);
    }

    /** A line of a communicator of two of four ranks has two counts. */
    @Test
    void countsPerRank_ofASmallerCommunicator_areLeftOutCountedAndNamed() {
        String lines = """
                %1$s reducescatter 5 5 10 0
                %1$s alltoallv 2 1 1 2 1 1 6 6
                %1$s igatherv 1 1 1
                %1$s barrier
                """;
        Trace trace = trace(lines.formatted(0), lines.formatted(1), lines.formatted(2), lines.formatted(3));

        for (int rank = 0; rank < 4; rank++) {
            assertThat(operations(trace, rank)).hasSize(1);
        }
        assertThat(trace.approximations())
                .contains(
                        "12 x collective operation with fewer counts than ranks (alltoallv, igatherv, reducescatter): left"
                                + " out, as the trace does not name the ranks of its communicator.");
    }

    @Test
    void unequalNumbersOfCollectives_tellOfCommunicatorsThatTheTraceDoesNotName() {
        Trace trace = trace("0 bcast 1 0 6\n0 bcast 1 0 6\n", "1 bcast 1 0 6\n1 bcast 1 0 6\n", "2 bcast 1 0 6\n");
        String sentence =
                "Ranks perform from 1 to 2 collective operations: some are of communicators with fewer ranks, which the"
                        + " trace does not name. Every collective operation is replayed on all ranks.";

        operations(trace, 0);
        assertThat(trace.approximations()).containsExactly(sentence);
        trace.open(2).close();
        assertThat(trace.approximations()).isEmpty();
    }

    @Test
    void commSplit_isSaidToBeLost() {
        Trace trace = trace("0 comm_split\n0 comm_dup\n");

        assertThat(operations(trace, 0)).isEmpty();
        assertThat(trace.approximations()).singleElement().asString().startsWith("2 x comm_split or comm_dup:");
    }

    @Test
    void random_programsWrittenAndRead_areTheSame() {
        for (int seed = 0; seed < 50; seed++) {
            int ranks = 1 + seed % 5;
            ParallelProgram program = RandomPrograms.withCollectives(seed, ranks, 60, 1 << 20);
            String[] texts = new String[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                texts[rank] = TiText.of(program, rank, 1e9);
            }
            Trace read = trace(texts);
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(TiText.of(read, rank, 1e9))
                        .as("seed %s, rank %s", seed, rank)
                        .isEqualTo(texts[rank]);
            }
            assertThat(read.approximations()).as("seed %s", seed).isEmpty();
        }
    }

    /** README of the format: ranks are read at once in a replay, and a trace may be run again. */
    @Test
    void open_again_startsAnewAndCountsOnce() {
        Trace trace = trace("0 test 0 0 0\n0 compute 1\n");
        operations(trace, 0);
        operations(trace, 0);

        assertThat(trace.approximations()).containsExactly("1 x test ignored: MPI_Test is assumed to take no time.");
    }
}
