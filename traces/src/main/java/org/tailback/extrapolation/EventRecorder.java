package org.tailback.extrapolation;

import com.google.common.base.Joiner;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.extrapolation.Event.Kind;
import org.tailback.extrapolation.Event.Type;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Recorder of the operations of one rank. It replaces each request with its position in the order in which the open
 * requests were started.
 */
final class EventRecorder implements OperationSink {
    private final String place;
    private final List<Event> events = new ArrayList<>();
    private final List<Integer> inUse = new ArrayList<>();
    private final Map<Integer, Integer> communicators = new HashMap<>();
    private final List<int @Nullable []> groups = new ArrayList<>();
    private double seconds;

    /**
     * Creates a recorder.
     *
     * @param place rank and recording, for error messages
     */
    EventRecorder(String place) {
        this.place = place;
        groups.add(null);
    }

    /** Returns the operations, followed by an end event with the last computation. */
    List<Event> events() {
        List<Event> all = new ArrayList<>(events);
        all.add(new Event(new Type(Kind.END, ""), -1, new long[0], 0, seconds));
        return all;
    }

    /**
     * Returns the ranks of each communicator that the rank uses; null for a communicator of all ranks or with unknown
     * ranks.
     */
    List<int @Nullable []> groups() {
        return groups;
    }

    private void add(Kind kind, String detail, int peer, int communicator, long... numbers) {
        int group = communicator == WORLD
                ? 0
                : communicators.computeIfAbsent(communicator, unknown -> {
                    groups.add(null);
                    return groups.size() - 1;
                });
        events.add(new Event(new Type(kind, detail), peer, numbers, group, seconds));
        seconds = 0;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        add(Kind.ISEND, mode.name(), destination, communicator, tag, bytes);
        inUse.add(request);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        add(Kind.IRECV, source == ANY_SOURCE ? "any" : "", source, communicator, tag, bytes);
        inUse.add(request);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        add(Kind.SEND, mode.name(), destination, communicator, tag, bytes);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        add(Kind.RECV, source == ANY_SOURCE ? "any" : "", source, communicator, tag, bytes);
    }

    @Override
    public void await(int request) {
        int age = inUse.indexOf(request);
        if (age >= 0) {
            add(Kind.AWAIT, "", -1, WORLD, age);
            inUse.remove(age);
        }
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        List<Integer> ages = Arrays.stream(requests, 0, count)
                .map(inUse::indexOf)
                .filter(age -> age >= 0)
                .distinct()
                .sorted()
                .boxed()
                .toList();
        if (ages.isEmpty()) {
            return;
        }
        if (ages.size() == inUse.size()) {
            add(Kind.AWAIT_ALL, "", -1, WORLD);
            inUse.clear();
        } else {
            add(Kind.AWAIT_SELECTED, Joiner.on(',').join(ages), -1, WORLD);
            Lists.reverse(ages).forEach(age -> inUse.remove((int) age));
        }
    }

    @Override
    public void compute(double itsSeconds) {
        seconds += itsSeconds;
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        add(Kind.KERNEL, name, -1, WORLD, m, n, k);
    }

    @Override
    public void collective(CollectiveCall call) {
        collective(Kind.COLLECTIVE, call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        collective(Kind.ICOLLECTIVE, call);
        inUse.add(request);
    }

    private void collective(Kind kind, CollectiveCall call) {
        long sent = uniform(call, call.sendCounts());
        long received = uniform(call, call.receiveCounts());
        String form = call.kind().name()
                + (call.sendCounts() == null ? " " : " sends")
                + (call.receiveCounts() == null ? "" : " receives");
        add(kind, form, -1, call.communicator(), call.root(), call.bytes(), sent, received);
        if (call.communicator() != WORLD) {
            groups.set(events.get(events.size() - 1).group(), call.group());
        }
        seconds += call.computeSeconds();
    }

    /** Returns the common value of all counts; 0 without counts. */
    private long uniform(CollectiveCall call, long @Nullable [] counts) {
        if (counts == null || counts.length == 0) {
            return 0;
        }
        if (Arrays.stream(counts).anyMatch(count -> count != counts[0])) {
            throw refused(call.kind().label() + " with different sizes per rank, which depend on the data");
        }
        return counts[0];
    }

    private InputException refused(String what) {
        return InputException.at(
                place, "operation " + (events.size() + 1) + " is " + what, "The recordings cannot be extrapolated");
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        throw refused("a probe, whose outcome depends on timing");
    }

    @Override
    public void iprobe(int source, int tag, int communicator, org.tailback.program.ProbeOutcome outcome) {
        throw refused("a probe, whose outcome depends on timing");
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        throw refused("a wait for any of several requests, whose outcome depends on timing");
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        throw refused("a wait for some of several requests, whose outcome depends on timing");
    }

    @Override
    public void free(int request) {
        throw refused("the freeing of a request without a wait");
    }

    @Override
    public void cancel(int request) {
        throw refused("the cancellation of a request");
    }

    @Override
    public void start(int request, Program progressThread) {
        progressThread.close();
        throw refused("a progress thread");
    }
}
