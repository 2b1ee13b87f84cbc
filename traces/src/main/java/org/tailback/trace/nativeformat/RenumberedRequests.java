package org.tailback.trace.nativeformat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Numbers the requests of a program in the order in which they begin; waitalls name theirs in ascending order. */
final class RenumberedRequests extends ForwardingSink {
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private int next;

    RenumberedRequests(OperationSink target) {
        super(target);
    }

    private int begin(int request) {
        numbers.put(request, next);
        return next++;
    }

    private int number(int request) {
        return numbers.getOrDefault(request, -1 - request);
    }

    private int[] numbers(int[] requests, int count) {
        return Arrays.stream(requests, 0, count).map(this::number).toArray();
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        target.isend(begin(request), destination, tag, communicator, bytes, mode);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        target.irecv(begin(request), source, tag, communicator, bytes);
    }

    @Override
    public void await(int request) {
        target.await(number(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        int[] sorted = numbers(requests, count);
        Arrays.sort(sorted);
        target.awaitAll(sorted, count);
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        target.awaitAny(numbers(requests, count), count);
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        target.awaitSome(numbers(requests, count), count);
    }

    @Override
    public void free(int request) {
        target.free(number(request));
    }

    @Override
    public void cancel(int request) {
        target.cancel(number(request));
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        target.icollective(begin(request), call);
    }

    @Override
    public void start(int request, Program helper) {
        int number = begin(request);
        target.start(number, new Program() {
            private RenumberedRequests renumbered = new RenumberedRequests(target);

            @Override
            public boolean produce(OperationSink sink) {
                if (renumbered.target != sink) {
                    renumbered = new RenumberedRequests(sink);
                }
                return helper.produce(renumbered);
            }

            @Override
            public void close() {
                helper.close();
            }
        });
    }
}
