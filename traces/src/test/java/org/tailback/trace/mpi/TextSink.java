package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/** Writes operations as short lines, for tests to compare. */
public final class TextSink implements OperationSink {
    private final List<String> lines = new ArrayList<>();

    public List<String> lines() {
        return lines;
    }

    private static String message(int peer, int tag, int communicator, long bytes) {
        return peer + " tag " + tag + " comm " + communicator + " bytes " + bytes;
    }

    private static String mode(SendMode mode) {
        return mode == SendMode.STANDARD ? "" : " " + mode.name().toLowerCase(Locale.ROOT);
    }

    private static String list(int[] requests, int count) {
        return Arrays.stream(requests, 0, count).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        lines.add("isend #" + request + " to " + message(destination, tag, communicator, bytes) + mode(mode));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        lines.add("irecv #" + request + " from " + message(source, tag, communicator, bytes));
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        lines.add("send to " + message(destination, tag, communicator, bytes) + mode(mode));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        lines.add("recv from " + message(source, tag, communicator, bytes));
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        lines.add("probe");
    }

    @Override
    public void await(int request) {
        lines.add("wait #" + request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        lines.add("waitall " + list(requests, count));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        lines.add("waitany " + list(requests, count));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        lines.add("waitsome " + list(requests, count));
    }

    @Override
    public void free(int request) {
        lines.add("free #" + request);
    }

    @Override
    public void cancel(int request) {
        lines.add("cancel #" + request);
    }

    @Override
    public void compute(double seconds) {
        lines.add("compute " + seconds);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        collective(call);
        lines.add("i" + lines.remove(lines.size() - 1) + " #" + request);
    }

    @Override
    public void collective(CollectiveCall call) {
        lines.add(call.kind().label() + " comm " + call.communicator()
                + (call.group() == null ? "" : " of " + Arrays.toString(call.group())) + " root " + call.root()
                + " bytes " + call.bytes()
                + (call.sendCounts() == null ? "" : " sends " + Arrays.toString(call.sendCounts()))
                + (call.receiveCounts() == null ? "" : " receives " + Arrays.toString(call.receiveCounts())));
    }
}
