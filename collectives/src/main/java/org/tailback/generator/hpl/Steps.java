package org.tailback.generator.hpl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Remaining steps of a rank. A step appends operations, or adds steps that run before all steps already waiting.
 * Operations are generated step by step, so that a step can depend on the outcome of a probe.
 */
final class Steps implements Program {
    interface Step {
        void run();
    }

    private static final int REQUEST = 0;
    /** Remaining steps, in order of execution. */
    private final ArrayDeque<Step> waiting = new ArrayDeque<>();

    /** Steps added by the current step, in their order. */
    private final List<Step> added = new ArrayList<>();

    private @Nullable OperationSink sink;
    private int operations;
    private boolean stopped;
    private boolean found;
    private final ProbeOutcome probed = answer -> found = answer;

    /** Adds a step after the steps already added by the current step. */
    void add(Step step) {
        added.add(step);
    }

    @Override
    public boolean produce(OperationSink target) {
        sink = target;
        operations = 0;
        stopped = false;
        while (operations == 0 || operations < 64 && !stopped) {
            for (int i = added.size() - 1; i >= 0; i--) {
                waiting.push(added.get(i));
            }
            added.clear();
            if (waiting.isEmpty()) {
                return operations > 0;
            }
            waiting.pop().run();
        }
        return true;
    }

    @Override
    public void close() {
        waiting.clear();
        added.clear();
    }

    private OperationSink next() {
        operations++;
        return Objects.requireNonNull(sink, "a step outside a call of produce");
    }

    void send(int to, int tag, long bytes) {
        next().send(to, tag, bytes);
    }

    void synchronousSend(int to, int tag, long bytes) {
        next().send(to, tag, OperationSink.WORLD, bytes, SendMode.SYNCHRONOUS);
    }

    void receive(int from, int tag, long bytes) {
        next().recv(from, tag, bytes);
    }

    /** Exchanges messages with a rank that waits for the exchange; messages of 0 bytes are omitted. */
    void exchange(int partner, int tag, long sent, long received) {
        if (sent > 0 || received == 0) {
            overlap(partner, tag, sent, received);
        } else {
            receive(partner, tag, received);
        }
    }

    /** Exchanges messages with a non-blocking receive, even if the send is empty. */
    void overlap(int partner, int tag, long sent, long received) {
        if (received > 0) {
            next().irecv(REQUEST, partner, tag, received);
        }
        if (sent > 0) {
            next().send(partner, tag, OperationSink.WORLD, sent, SendMode.EXCHANGE);
        }
        if (received > 0) {
            next().await(REQUEST);
        }
    }

    /** Sends to a rank synchronously and receives from it at the same time, including messages of 0 bytes. */
    void synchronousExchange(int partner, int tag, long sent, long received) {
        next().isend(REQUEST, partner, tag, OperationSink.WORLD, sent, SendMode.SYNCHRONOUS);
        next().recv(partner, tag, received);
        next().await(REQUEST);
    }

    /**
     * Probes for a message up to a number of times. Once the message has arrived, performs a step before all other
     * steps.
     */
    void probe(int from, int tag, int times, Step then) {
        stopped = true;
        next().iprobe(from, tag, OperationSink.WORLD, probed);
        add(() -> {
            if (found) {
                then.run();
            } else if (times > 1) {
                probe(from, tag, times - 1, then);
            }
        });
    }

    void kernel(String name, long m, long n, long k) {
        if (m > 0 && n > 0 && k > 0) {
            next().kernel(name, m, n, k);
        }
    }
}
