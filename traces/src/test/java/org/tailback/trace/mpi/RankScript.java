package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import org.tailback.program.CollectiveCall.Kind;

/**
 * One rank of a trace as a list of records, which can be searched ahead, for tests to write down. Ticks are seconds.
 */
final class RankScript implements Lookahead {
    private static final Communicator WORLD = Communicator.world();

    interface Event {
        void tell(CallTranslator translator);
    }

    private record Step(Event event, Event later) {}

    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private boolean lacksRequests;
    private boolean dropsFiles;
    private int searches;
    private long now;
    private int mostReady;
    private final TranslationCounts counts = new TranslationCounts();

    /** Completions of receives are told without their requests. */
    RankScript withoutRequests() {
        lacksRequests = true;
        return this;
    }

    /** The time of file input and output is left out. */
    RankScript droppingFiles() {
        dropsFiles = true;
        return this;
    }

    /** Recorded time that is left out. */
    LeftOutTime time() {
        return counts.time;
    }

    RankScript add(Event event) {
        return add(event, translator -> {});
    }

    private RankScript add(Event event, Event later) {
        steps.add(new Step(event, later));
        return this;
    }

    RankScript at(long time) {
        now = time;
        return this;
    }

    RankScript enter(String name) {
        long time = now++;
        MpiCall call = MpiCall.of(name).orElseThrow();
        return add(translator -> translator.enter(call, time));
    }

    RankScript leave() {
        long time = now++;
        return add(translator -> translator.leave(time));
    }

    RankScript sent(int to, int tag, long bytes) {
        long time = now;
        return add(translator -> translator.messageRecords.sent(time, WORLD, to, tag, bytes));
    }

    RankScript posted(long request, long from, long tag, long bytes) {
        long time = now;
        return add(translator -> translator.messageRecords.receiveStarted(time, request, WORLD, from, tag, bytes));
    }

    RankScript completed(long request) {
        long time = now;
        return add(translator -> translator.requestRecords.completed(time, request));
    }

    RankScript completed(long request, int from, int tag, long bytes) {
        long time = now;
        return add(translator -> translator.requestRecords.completed(time, request, from, tag, bytes));
    }

    RankScript freed(long request) {
        long time = now;
        return add(translator -> translator.requestRecords.freed(time, request));
    }

    RankScript received(long from, int tag, long bytes) {
        long time = now;
        return add(translator -> translator.messageRecords.received(time, WORLD, from, tag, bytes));
    }

    RankScript isend(long request, int to, int tag, long bytes) {
        long time = now;
        return add(
                translator -> translator.messageRecords.sendStarted(time, request, WORLD, to, tag, bytes),
                translator -> translator.requestRecords.endsLater(request, false));
    }

    RankScript isendComplete(long request) {
        long time = now;
        return add(translator -> translator.messageRecords.sendCompleted(time, request));
    }

    RankScript irecv(long request) {
        long time = now;
        return add(
                translator -> translator.messageRecords.receiveStarted(time, request),
                translator -> translator.requestRecords.endsLater(request, false));
    }

    RankScript irecvComplete(long request, int from, int tag, long bytes) {
        long time = now;
        return add(
                translator -> translator.messageRecords.receiveCompleted(time, request, WORLD, from, tag, bytes),
                translator -> translator.messageRecords.receiveCompletedLater(request, WORLD, from, tag, bytes));
    }

    RankScript cancelled(long request) {
        long time = now;
        return add(
                translator -> translator.requestRecords.cancelled(time, request),
                translator -> translator.requestRecords.endsLater(request, true));
    }

    RankScript collective(Kind kind, int root, long sent, long received) {
        long time = now;
        return add(translator -> translator.collectiveRecords.performed(time, record(kind, root, sent, received)));
    }

    private static CollectiveRecord record(Kind kind, int root, long sent, long received) {
        return new CollectiveRecord(kind, WORLD, root, sent, received);
    }

    RankScript icollective(long request) {
        long time = now;
        return add(translator -> translator.collectiveRecords.started(time, request));
    }

    RankScript icollectiveComplete(long request, Kind kind, int root, long sent, long received) {
        long time = now;
        return add(
                translator -> translator.collectiveRecords.completed(time, request, record(kind, root, sent, received)),
                translator -> translator.collectiveRecords.completedLater(request, record(kind, root, sent, received)));
    }

    @Override
    public void readOn(CallTranslator translator) {
        searches++;
        for (Step step : steps) {
            if (!translator.hasUnknown()) {
                return;
            }
            step.later.tell(translator);
        }
    }

    @Override
    public boolean lacksRequests() {
        return lacksRequests;
    }

    List<String> operations(int ranks) {
        CallTranslator translator = new CallTranslator(0, ranks, 1, this, SizeConvention.TOTALS, counts);
        translator.present.dropsFiles = dropsFiles;
        TextSink sink = new TextSink();
        while (!steps.isEmpty()) {
            steps.remove().event.tell(translator);
            drain(translator, sink);
        }
        translator.finish();
        drain(translator, sink);
        assertThat(translator.hasUnknown()).isFalse();
        return sink.lines();
    }

    /** How often the trace was searched ahead. */
    int searches() {
        return searches;
    }

    /** How many operations came at once, at the most. */
    int mostReady() {
        return mostReady;
    }

    /** What was approximated. */
    List<String> approximations() {
        return counts.sentences();
    }

    private void drain(CallTranslator translator, TextSink sink) {
        int ready = 0;
        while (translator.ready()) {
            translator.take(sink);
            ready++;
        }
        mostReady = Math.max(mostReady, ready);
    }

    /** Without computations, in a world of eight ranks. */
    List<String> messages() {
        return operations(8).stream()
                .filter(line -> !line.startsWith("compute"))
                .toList();
    }
}
