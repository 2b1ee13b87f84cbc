package org.tailback.trace.nativeformat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.io.TextOutput;

/** Comparison of programs operation for operation, without holding any in memory. */
public final class ProgramFingerprint {
    private ProgramFingerprint() {}

    /**
     * Returns whether two programs do the same, whatever numbers they give to requests and in whatever order their
     * waitalls name them. Reads both to their ends and closes them.
     */
    public static boolean sameUpToRequestNumbers(Program one, Program other) {
        String ofOne = of(one, true);
        return ofOne.equals(of(other, true));
    }

    /** Returns the SHA-256 of a program's native text; reads the program to its end and closes it. */
    public static String of(Program program) {
        return of(program, false);
    }

    private static String of(Program program, boolean renumbered) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (program;
                    TextOutput out = new TextOutput(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
                NativeTextSink text = new NativeTextSink(out, null, 1);
                program.produceAll(renumbered ? new RenumberedRequests(text) : text);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Numbers the requests of a program in the order in which they begin; waitalls name theirs in ascending order. */
    private static final class RenumberedRequests extends ForwardingSink {
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
        public void start(int request, Program progressThread) {
            int number = begin(request);
            target.start(number, new Program() {
                private RenumberedRequests renumbered = new RenumberedRequests(target);

                @Override
                public boolean produce(OperationSink sink) {
                    if (renumbered.target != sink) {
                        renumbered = new RenumberedRequests(sink);
                    }
                    return progressThread.produce(renumbered);
                }

                @Override
                public void close() {
                    progressThread.close();
                }
            });
        }
    }
}
