package org.tailback.timeline;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.ExpansionListener;
import org.tailback.columns.Columns;
import org.tailback.explain.Segment;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;

/**
 * Converter of the notifications of a replay into slices, arrows and counters of the shown part of the run, in the
 * order of time. {@link Timeline#record} creates one recorder per replay.
 */
public final class TimelineRecorder implements Observer, ExpansionListener {
    private final TimelineWriter writer;
    private final BitSet shown;
    private final TimelineCut cut;
    private final List<Segment> chain;
    private final Lanes[] lanes;
    private final NetworkCounters counters;
    private final MessageArrows arrows;
    private @Nullable TimedMessage[] moving = new TimedMessage[64];
    private double now = Double.NaN;
    private boolean begun;
    private boolean ended;

    TimelineRecorder(TimelineWriter writer, int ranks, BitSet shown, TimelineCut cut, List<Segment> chain) {
        this.chain = chain;
        this.writer = writer;
        this.shown = shown;
        this.cut = cut;
        this.lanes = new Lanes[ranks];
        Arrays.setAll(lanes, rank -> new Lanes());
        this.arrows = new MessageArrows(writer);
        this.counters = new NetworkCounters(writer, ranks, shown);
    }

    // ---- time

    private boolean isInside() {
        return begun && !ended;
    }

    /** Writes all events up to a time. */
    private void advance(double time) {
        while (arrows.nextEnd() <= time) {
            step(arrows.nextEnd());
            arrows.endNext();
        }
        step(time);
    }

    private void step(double time) {
        if (time == now) {
            return;
        }
        if (isInside()) {
            counters.write(now);
        }
        if (!begun && time >= cut.from()) {
            begin(Double.isNaN(now) ? time : cut.from());
        }
        if (isInside() && time >= cut.to()) {
            end(cut.to());
        }
        now = time;
    }

    private void begin(double time) {
        begun = true;
        writer.begin(lanes.length, shown, time);
        for (int rank = shown.nextSetBit(0); rank >= 0; rank = shown.nextSetBit(rank + 1)) {
            for (Lanes.Lane lane : lanes[rank].all()) {
                for (Lanes.Open open : lane.open) {
                    enter(rank, lane, open.slice(), time);
                }
            }
        }
        counters.begin();
        counters.write(time);
    }

    private void end(double time) {
        arrows.endAll(time);
        for (int rank = shown.nextSetBit(0); rank >= 0; rank = shown.nextSetBit(rank + 1)) {
            for (Lanes.Lane lane : lanes[rank].all()) {
                for (Lanes.Open open : (Iterable<Lanes.Open>) lane.open::descendingIterator) {
                    writer.leave(rank, lane.number, open.slice(), Math.max(open.begin(), cut.from()), time);
                }
            }
        }
        counters.end(time);
        ended = true;
        for (Segment segment : chain) {
            if (segment.to() > cut.from() && segment.from() < Math.min(time, cut.to())) {
                writer.chain(segment);
            }
        }
        writer.end(time);
    }

    void finish() {
        while (arrows.nextEnd() < Double.POSITIVE_INFINITY) {
            advance(arrows.nextEnd());
        }
        if (!begun) {
            begin(cut.from());
        }
        if (!ended) {
            counters.write(now);
            end(Double.isNaN(now) ? cut.from() : Math.max(now, cut.from()));
        }
    }

    // ---- operations

    private void enter(int rank, Lanes.Lane lane, Slice slice, double time) {
        if (lane.isNew()) {
            writer.lane(rank, lane.number, time);
        }
        writer.enter(rank, lane.number, slice, time);
    }

    private void push(int rank, Lanes.Lane lane, Slice slice, double time) {
        lane.open.addLast(new Lanes.Open(slice, time));
        if (isInside()) {
            enter(rank, lane, slice, time);
        }
    }

    private void pop(int rank, Lanes.Lane lane, double time) {
        Lanes.Open open = lane.open.removeLast();
        if (isInside()) {
            writer.leave(rank, lane.number, open.slice(), Math.max(open.begin(), cut.from()), time);
        }
    }

    private void reach(int rank, long operation, double time) {
        Lanes.Lane lane = lanes[rank].of(0);
        lanes[rank].collectives.reach(
                operation, slice -> push(rank, lane, slice, time), slice -> pop(rank, lane, time));
    }

    @Override
    public void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {
        lanes[rank].collectives.begin(operation, Slice.of(call, operation));
    }

    @Override
    public void collectiveEnds(int rank, long operation) {
        lanes[rank].collectives.end(operation);
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        advance(time);
        if (!shown.get(rank)) {
            return;
        }
        Lanes.Lane lane = lanes[rank].entering(thread);
        if (thread == 0) {
            reach(rank, index, time);
        }
        push(rank, lane, Slice.of(kind, index, envelope), time);
        TimedMessage message = arrows.awaitedBy(rank, index);
        if (message != null) {
            take(message, lane, time);
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        advance(leave);
        if (shown.get(rank)) {
            pop(rank, lanes[rank].of(thread), leave);
        }
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        advance(time);
        if (thread == 0 && shown.get(rank)) {
            reach(rank, CollectiveRanges.AFTER_ALL, time);
        }
    }

    // ---- messages

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        advance(time);
        arrows.post(
                communication,
                sender,
                lanes[sender].of(thread).number,
                envelope,
                time,
                isInside() && shown.get(sender) && shown.get(envelope.peer()));
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        advance(time);
        TimedMessage started = arrows.posted(communication);
        moving = Columns.fit(moving, message);
        moving[message] = started;
        if (started != null) {
            started.started = time;
        }
    }

    @Override
    public void rateChanged(int message, double penalty, double bytesPerSecond, double time) {
        advance(time);
        TimedMessage changed = moving[message];
        if (changed != null) {
            counters.rate(changed, penalty, bytesPerSecond, time);
            noteCounters();
        }
    }

    private void noteCounters() {
        if (!isInside()) {
            counters.skip();
        }
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        advance(time);
        TimedMessage lost = moving[message];
        if (lost != null) {
            counters.leave(lost, time);
            noteCounters();
            if (isInside() && shown.get(lost.sender)) {
                writer.retransmissionTimeout(lost.sender, time, until);
            }
        }
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        advance(time);
        TimedMessage gone = moving[message];
        if (gone != null) {
            counters.leave(gone, time);
            noteCounters();
            moving[message] = null;
        }
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        arrows.arrives(communication, end, arrival);
    }

    @Override
    public void messageTaken(int communication, int receiver, int thread, long index, double time) {
        advance(time);
        TimedMessage message = arrows.taken(communication);
        if (message == null) {
            return;
        }
        Lanes.Lane lane = lanes[receiver].of(thread);
        if (lane.isIn(index) || !shown.get(receiver)) {
            take(message, lane, time);
        } else {
            arrows.await(receiver, index, message);
        }
    }

    /** Records that the receiver is in the operation that receives the message. */
    private void take(TimedMessage message, Lanes.Lane lane, double time) {
        if (arrows.take(message, lane.number, time)) {
            advance(time);
        }
    }
}
