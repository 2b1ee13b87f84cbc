package org.tailback.testing;

import com.google.common.base.Joiner;
import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;

/**
 * Recorder of operations, one line per operation. Two programs with the same lines are equal. Probes match no message.
 */
public final class OperationLog {
    /** Names of operations with short forms, which forward to the full forms. */
    private static final Set<String> MESSAGES = Set.of("isend", "irecv", "send", "recv");

    private final List<String> lines = new ArrayList<>();
    private final OperationSink sink = Reflection.newProxy(OperationSink.class, new AbstractInvocationHandler() {
        @Override
        protected @Nullable Object handleInvocation(Object proxy, Method method, @Nullable Object[] arguments)
                throws Throwable {
            if (method.isDefault() && MESSAGES.contains(method.getName())) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            List<Object> words = new ArrayList<>(List.of(method.getName()));
            for (Object argument : arguments) {
                words.add(argument instanceof int[] requests ? requests(requests, arguments) : word(argument));
            }
            lines.add(Joiner.on(' ').join(words));
            return null;
        }
    });

    private static String requests(int[] requests, @Nullable Object[] arguments) {
        return Arrays.toString(Arrays.copyOf(requests, (int) arguments[1]));
    }

    private static Object word(Object argument) {
        if (argument instanceof ProbeOutcome outcome) {
            outcome.probed(false);
            return "";
        }
        if (argument instanceof Program progressThread) {
            OperationLog log = new OperationLog();
            progressThread.produceAll(log.sink);
            return log.lines;
        }
        return argument;
    }

    /** Returns the operations of one rank from the beginning. */
    public static List<String> of(ParallelProgram program, int rank) {
        OperationLog log = new OperationLog();
        try (Program ofRank = program.open(rank)) {
            boolean more = true;
            while (more) {
                int before = log.lines.size();
                more = ofRank.produce(log.sink);
                if (more == (log.lines.size() == before)) {
                    throw new AssertionError("rank " + rank + ": produce returned " + more + " after "
                            + (log.lines.size() - before) + " operations");
                }
            }
        }
        return log.lines();
    }

    /** Returns the recording sink. */
    public OperationSink sink() {
        return sink;
    }

    /** Returns the operations recorded so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
