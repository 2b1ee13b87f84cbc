package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.trace.mpi.CallTranslator.ANY;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

/** What records in which call become which operations. Ticks are seconds. */
class CallTranslatorTest {
    private static final Communicator WORLD = Communicator.world();

    /** A trace as a list of records, which can be searched ahead. */
    private static final class Script implements Lookahead {
        private interface Event {
            void tell(CallTranslator translator);
        }

        private record Step(Event event, Event later) {}

        private final ArrayDeque<Step> steps = new ArrayDeque<>();
        private boolean lacksRequests;
        private int searches;
        private long now;
        private int mostReady;

        private Script add(Event event) {
            return add(event, translator -> {});
        }

        private Script add(Event event, Event later) {
            steps.add(new Step(event, later));
            return this;
        }

        Script at(long time) {
            now = time;
            return this;
        }

        Script enter(String name) {
            long time = now++;
            MpiCall call = MpiCall.of(name).orElseThrow();
            return add(translator -> translator.enter(call, time));
        }

        Script leave() {
            long time = now++;
            return add(translator -> translator.leave(time));
        }

        Script sent(int to, int tag, long bytes) {
            long time = now;
            return add(translator -> translator.sent(time, WORLD, to, tag, bytes));
        }

        Script posted(long request, long from, long tag, long bytes) {
            long time = now;
            return add(translator -> translator.receiveStarted(time, request, WORLD, from, tag, bytes));
        }

        Script completed(long request) {
            long time = now;
            return add(translator -> translator.completed(time, request));
        }

        Script completed(long request, int from, int tag, long bytes) {
            long time = now;
            return add(translator -> translator.completed(time, request, from, tag, bytes));
        }

        Script freed(long request) {
            long time = now;
            return add(translator -> translator.freed(time, request));
        }

        Script received(long from, int tag, long bytes) {
            long time = now;
            return add(translator -> translator.received(time, WORLD, from, tag, bytes));
        }

        Script isend(long request, int to, int tag, long bytes) {
            long time = now;
            return add(
                    translator -> translator.sendStarted(time, request, WORLD, to, tag, bytes),
                    translator -> translator.requestEndsLater(request, false));
        }

        Script isendComplete(long request) {
            long time = now;
            return add(translator -> translator.sendCompleted(time, request));
        }

        Script irecv(long request) {
            long time = now;
            return add(
                    translator -> translator.receiveStarted(time, request),
                    translator -> translator.requestEndsLater(request, false));
        }

        Script irecvComplete(long request, int from, int tag, long bytes) {
            long time = now;
            return add(
                    translator -> translator.receiveCompleted(time, request, WORLD, from, tag, bytes),
                    translator -> translator.receiveCompletedLater(request, WORLD, from, tag, bytes));
        }

        Script cancelled(long request) {
            long time = now;
            return add(
                    translator -> translator.cancelled(time, request),
                    translator -> translator.requestEndsLater(request, true));
        }

        Script collective(Kind kind, int root, long sent, long received) {
            long time = now;
            return add(translator -> translator.collective(time, kind, WORLD, root, sent, received));
        }

        Script icollective(long request) {
            long time = now;
            return add(translator -> translator.collectiveStarted(time, request));
        }

        Script icollectiveComplete(long request, Kind kind, int root, long sent, long received) {
            long time = now;
            return add(
                    translator -> translator.collectiveCompleted(time, request, kind, WORLD, root, sent, received),
                    translator -> translator.collectiveCompletedLater(request, kind, WORLD, root, sent, received));
        }

        @Override
        public void readOn(CallTranslator translator) {
            searches++;
            for (Step step : steps) {
                if (!translator.wantsMore()) {
                    return;
                }
                step.later.tell(translator);
            }
        }

        @Override
        public boolean lacksRequests() {
            return lacksRequests;
        }

        private final TranslationCounts counts = new TranslationCounts();

        List<String> operations(int ranks) {
            CallTranslator translator = new CallTranslator(0, ranks, 1, this, counts);
            TextSink sink = new TextSink();
            while (!steps.isEmpty()) {
                steps.remove().event.tell(translator);
                drain(translator, sink);
            }
            translator.finish();
            drain(translator, sink);
            assertThat(translator.wantsMore()).isFalse();
            return sink.lines();
        }

        private void drain(CallTranslator translator, TextSink sink) {
            int ready = 0;
            while (translator.ready()) {
                translator.take(sink);
                ready++;
            }
            mostReady = Math.max(mostReady, ready);
        }

        /** Without computations. */
        List<String> messages() {
            return operations(8).stream()
                    .filter(line -> !line.startsWith("compute"))
                    .toList();
        }
    }

    private static Script script() {
        return new Script();
    }

    @Test
    void computation_isTheTimeBetweenCalls_andCallsWithoutOperationsDoNotSplitIt() {
        Script script = script().at(10);
        script.add(translator -> translator.time(10));
        script.at(13).enter("MPI_Comm_rank").at(20).leave();
        script.at(24).enter("MPI_Send").sent(1, 5, 100).at(30).leave();
        script.at(31)
                .enter("MPI_Barrier")
                .collective(Kind.BARRIER, 0, 0, 0)
                .at(40)
                .leave();
        script.add(translator -> translator.time(42));
        // 13 - 10 and 24 - 20; 31 - 30; 42 - 40
        assertThat(script.operations(4))
                .containsExactly(
                        "compute 7.0",
                        "send to 1 tag 5 comm 0 bytes 100",
                        "compute 1.0",
                        "barrier comm 0 root 0 bytes 0",
                        "compute 2.0");
    }

    @Test
    void flushes_areNoComputation() {
        Script script = script().at(0).enter("MPI_Send").sent(1, 5, 1).at(1).leave();
        script.add(translator -> translator.flush(2, 7));
        script.at(10).enter("MPI_Send").sent(1, 5, 1).leave();
        assertThat(script.operations(4)).contains("compute 4.0");
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.contains("once, for 5 s"));
    }

    @Test
    void interruptions_areReported() {
        Script script = script();
        script.add(translator -> translator.recording(5, false));
        script.add(translator -> translator.recording(25, true));
        script.operations(4);
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.contains("switched off once, for 20"));
    }

    @Test
    void modesOfSends_followTheFunction() {
        Script script = script();
        for (String name : List.of("MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend")) {
            script.enter(name).sent(1, 0, 1).leave();
        }
        script.enter("MPI_Issend").isend(9, 1, 0, 1).leave();
        script.enter("MPI_Wait").isendComplete(9).leave();
        assertThat(script.messages())
                .containsExactly(
                        "send to 1 tag 0 comm 0 bytes 1",
                        "send to 1 tag 0 comm 0 bytes 1 synchronous",
                        "send to 1 tag 0 comm 0 bytes 1 buffered",
                        "send to 1 tag 0 comm 0 bytes 1 ready",
                        "isend #0 to 1 tag 0 comm 0 bytes 1 synchronous",
                        "wait #0");
    }

    @Test
    void sendrecv_goesBothWaysAtOnce() {
        Script script =
                script().enter("MPI_Sendrecv").sent(1, 5, 10).received(3, 6, 20).leave();
        script.enter("MPI_Sendrecv").sent(1, 5, 10).leave();
        script.enter("MPI_Sendrecv").received(3, 6, 20).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 3 tag 6 comm 0 bytes 20",
                        "isend #1 to 1 tag 5 comm 0 bytes 10",
                        "waitall 0 1",
                        "send to 1 tag 5 comm 0 bytes 10",
                        "recv from 3 tag 6 comm 0 bytes 20");
    }

    @Test
    void receive_isStartedWhereItWas_withTheSourceOfItsCompletion() {
        Script script = script().enter("MPI_Irecv").irecv(77).leave();
        script.enter("MPI_Send").sent(2, 1, 8).leave();
        script.enter("MPI_Wait").irecvComplete(77, 3, 9, 500).leave();
        assertThat(script.messages())
                .containsExactly("irecv #0 from 3 tag 9 comm 0 bytes 500", "send to 2 tag 1 comm 0 bytes 8", "wait #0");
        assertThat(script.counts.sentences()).isEmpty();
    }

    @Test
    void allThatACallCompletes_isOneWait_whateverTheCall() {
        for (String name : List.of("MPI_Waitall", "MPI_Waitsome", "MPI_Testall")) {
            Script script = script().enter("MPI_Irecv").irecv(1).leave();
            script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
            script.enter(name).isendComplete(2).irecvComplete(1, 1, 0, 4).leave();
            assertThat(script.messages()).endsWith("waitall 1 0");
        }
    }

    @Test
    void failedTests_doNothing() {
        Script script = script().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Test").leave().enter("MPI_Test").leave();
        script.enter("MPI_Test").irecvComplete(1, 1, 0, 4).leave();
        assertThat(script.messages()).containsExactly("irecv #0 from 1 tag 0 comm 0 bytes 4", "wait #0");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x successful MPI_Test"))
                .anyMatch(sentence -> sentence.startsWith("2 x MPI_Test without success"));
    }

    @Test
    void requestIds_areUsedAgain() {
        Script script = script();
        for (int i = 0; i < 3; i++) {
            script.enter("MPI_Start").isend(1, 1, 3, 16).leave();
            script.enter("MPI_Start").irecv(2).leave();
            script.enter("MPI_Waitall")
                    .isendComplete(1)
                    .irecvComplete(2, 7, 3, 16)
                    .leave();
        }
        assertThat(script.messages()).hasSize(9);
        assertThat(script.counts.sentences()).isEmpty();
    }

    @Test
    void neverCompletedRequests_areReportedAndBlockNothing() {
        Script script = script().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
        script.enter("MPI_Send").sent(2, 1, 8).leave();
        script.enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Wait").irecvComplete(1, 4, 5, 6).leave();
        assertThat(script.messages())
                .containsExactly(
                        "isend #1 to 1 tag 0 comm 0 bytes 4",
                        "send to 2 tag 1 comm 0 bytes 8",
                        "irecv #0 from 4 tag 5 comm 0 bytes 6",
                        "wait #0",
                        "free #1");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"))
                .anyMatch(sentence -> sentence.startsWith("1 x send request never completed"));
    }

    @Test
    void cancelledRequests_areTakenBack() {
        Script script = script().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
        script.enter("MPI_Cancel").cancelled(1).leave();
        script.enter("MPI_Cancel").cancelled(2).leave();
        assertThat(script.messages()).containsExactly("isend #1 to 1 tag 0 comm 0 bytes 4", "cancel #1");
    }

    @Test
    void withoutRequests_receivesStartAtTheirCalls_inTheOrderOfCompletion() {
        Script script = script();
        script.lacksRequests = true;
        script.enter("MPI_Irecv").leave().enter("MPI_Irecv").leave();
        script.enter("MPI_Isend").sent(2, 1, 8).leave();
        script.enter("MPI_Waitall").received(5, 0, 50).received(6, 0, 60).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 5 tag 0 comm 0 bytes 50",
                        "irecv #1 from 6 tag 0 comm 0 bytes 60",
                        "isend #2 to 2 tag 1 comm 0 bytes 8",
                        "free #2",
                        "waitall 0 1");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x non-blocking send without"))
                .anyMatch(sentence -> sentence.startsWith("2 x non-blocking receive without"));
    }

    @Test
    void withRequests_anIrecvWithoutARecord_isFromNobody() {
        Script script = script().enter("MPI_Irecv").leave();
        script.enter("MPI_Wait").leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.contains("MPI_PROC_NULL"));
    }

    @Test
    void receiveOutstandingForLong_isSearchedAhead_andMemoryStaysBounded() {
        Script script = script().enter("MPI_Irecv").irecv(1).leave();
        int messages = 200_000;
        for (int i = 0; i < messages; i++) {
            script.enter("MPI_Send").sent(1, 0, 1).leave();
        }
        script.enter("MPI_Wait").irecvComplete(1, 2, 3, 4).leave();
        List<String> lines = script.messages();
        assertThat(lines)
                .hasSize(messages + 2)
                .startsWith("irecv #0 from 2 tag 3 comm 0 bytes 4")
                .endsWith("wait #0");
        assertThat(script.searches).isEqualTo(1);
        assertThat(script.mostReady).isLessThan(70_000);
    }

    @Test
    void receiveNeverCompleted_isDroppedAfterASearch() {
        Script script = script().enter("MPI_Irecv").irecv(1).leave();
        for (int i = 0; i < 100_000; i++) {
            script.enter("MPI_Send").sent(1, 0, 1).leave();
        }
        assertThat(script.messages()).hasSize(100_000);
        assertThat(script.searches).isEqualTo(1);
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"));
    }

    @Test
    void callThatNeverEnds_isHandedOnNevertheless() {
        Script script = script().enter("MPI_Waitall");
        for (int i = 0; i < 200_000; i++) {
            script.sent(1, 0, 1);
        }
        assertThat(script.messages()).hasSize(200_000);
        assertThat(script.mostReady).isLessThan(70_000);
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.startsWith("1 x end of an MPI call"));
    }

    @Test
    void nonblockingCollectives_startWhereTheyStartedAndAreWaitedForWhereTheyComplete() {
        Script script = script().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Iallreduce").icollective(2).leave();
        script.enter("MPI_Wait")
                .icollectiveComplete(2, Kind.ALLREDUCE, 0, 64, 64)
                .leave();
        script.enter("MPI_Send").sent(1, 0, 1).leave();
        script.enter("MPI_Wait").icollectiveComplete(1, Kind.BARRIER, 0, 0, 0).leave();
        assertThat(script.messages())
                .containsExactly(
                        "ibarrier comm 0 root 0 bytes 0 #0",
                        "iallreduce comm 0 root 0 bytes 8 #1",
                        "wait #1",
                        "send to 1 tag 0 comm 0 bytes 1",
                        "wait #0");
        assertThat(script.counts.sentences()).noneMatch(sentence -> sentence.contains("collective"));
    }

    @Test
    void nonblockingCollectives_mayOverlapWithABlockingOne() {
        Script script = script().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Bcast").collective(Kind.BCAST, 2, 0, 100).leave();
        script.enter("MPI_Wait").icollectiveComplete(1, Kind.BARRIER, 0, 0, 0).leave();
        assertThat(script.messages())
                .containsExactly("ibarrier comm 0 root 0 bytes 0 #0", "bcast comm 0 root 2 bytes 100", "wait #0");
    }

    @Test
    void nonblockingCollectives_thatNeverComplete_areLeftOutAndReported() {
        Script script = script().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Send").sent(1, 0, 1).leave();
        assertThat(script.messages()).containsExactly("send to 1 tag 0 comm 0 bytes 1");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x non-blocking collective operation never completed"));
    }

    @Test
    void receivesWithParametersAtTheirStart_areNotKeptBack() {
        Script script = script().enter("MPI_Irecv").posted(4, 2, 7, 100).leave();
        script.enter("MPI_Wait").completed(4).leave();
        assertThat(script.messages()).containsExactly("irecv #0 from 2 tag 7 comm 0 bytes 100", "wait #0");
    }

    @Test
    void receivesFromAnySource_takeWhatCameInTheRecordedRun_orWhatComesFirst() {
        Script script = script().enter("MPI_Irecv").posted(4, ANY, 7, 100).leave();
        script.enter("MPI_Irecv").posted(5, ANY, ANY, 100).leave();
        script.enter("MPI_Wait").completed(4, 3, 7, 60).leave();
        script.enter("MPI_Wait").completed(5).leave();
        script.enter("MPI_Recv").received(ANY, 9, 5).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 3 tag 7 comm 0 bytes 60",
                        "irecv #1 from -1 tag -2147483648 comm 0 bytes 100",
                        "wait #0",
                        "wait #1",
                        "recv from -1 tag 9 comm 0 bytes 5");
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.startsWith("2 x receive from any source"));
    }

    @Test
    void startedReceives_areFreedOrCancelledOnTheWay() {
        Script script = script().enter("MPI_Irecv").posted(4, 2, 7, 100).leave();
        script.enter("MPI_Irecv").posted(5, 2, 8, 100).leave();
        script.enter("MPI_Irecv").posted(6, 2, 9, 100).leave();
        script.enter("MPI_Request_free").freed(4).leave();
        script.enter("MPI_Wait").cancelled(5).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 2 tag 7 comm 0 bytes 100",
                        "irecv #1 from 2 tag 8 comm 0 bytes 100",
                        "irecv #2 from 2 tag 9 comm 0 bytes 100",
                        "free #0",
                        "cancel #1",
                        "free #2");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"))
                .anyMatch(sentence -> sentence.startsWith("1 x cancelled receive"));
    }

    @Test
    void collectiveCallsWithoutRecord_areReportedByName() {
        Script script = script().enter("MPI_Ibcast").leave().enter("MPI_Ibcast").leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.counts.sentences()).anyMatch(sentence -> sentence.startsWith("2 x call of MPI_Ibcast"));
    }

    @Test
    void impossibleMessages_areLeftOutAndReported() {
        Script script = script();
        script.enter("MPI_Send")
                .sent(8, 0, 1)
                .sent(1, -1, 1)
                .sent(1, 0, -1)
                .sent(1, 0, 1L << 60)
                .sent(-3, 0, 1)
                .leave();
        script.enter("MPI_Bcast")
                .collective(Kind.BCAST, 8, 1, 1)
                .collective(null, 0, 1, 1)
                .leave();
        script.enter("MPI_Irecv").irecv(5).leave();
        script.enter("MPI_Wait").irecvComplete(5, 99, 0, 1).leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("6 x record of a message with an impossible"))
                .anyMatch(sentence -> sentence.startsWith("2 x collective operation of an unknown kind"));
    }

    @Test
    void recordsOutsideOfCalls_areTakenAndReported() {
        Script script = script().at(5);
        script.add(translator -> translator.time(0));
        script.sent(1, 2, 3).at(9).received(1, 2, 3);
        assertThat(script.operations(4))
                .containsExactly(
                        "compute 5.0",
                        "send to 1 tag 2 comm 0 bytes 3",
                        "compute 4.0",
                        "recv from 1 tag 2 comm 0 bytes 3");
        assertThat(script.counts.sentences())
                .anyMatch(sentence -> sentence.startsWith("2 x record of a message outside"));
    }

    @Test
    void manyRequests_areToldApart() {
        Script script = script();
        int count = 1000;
        for (int i = 0; i < count; i++) {
            script.enter("MPI_Irecv").irecv(i * 0x1_0000_0001L).leave();
        }
        List<String> expected = new ArrayList<>();
        script.enter("MPI_Waitall");
        for (int i = 0; i < count; i++) {
            int request = i * 7 % count;
            script.irecvComplete(request * 0x1_0000_0001L, 1, request, request);
            expected.add(Integer.toString(request));
        }
        script.leave();
        List<String> lines = script.messages();
        for (int i = 0; i < count; i++) {
            assertThat(lines.get(i)).isEqualTo("irecv #" + i + " from 1 tag " + i + " comm 0 bytes " + i);
        }
        assertThat(lines.get(count)).isEqualTo("waitall " + String.join(" ", expected));
    }
}
