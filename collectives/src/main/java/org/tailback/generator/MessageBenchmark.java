package org.tailback.generator;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Internal;

/**
 * A program of one repetition of a message benchmark. Rank i of the lower half of P ranks and rank i + P/2 are
 * partners.
 *
 * <ul>
 *   <li>{@code ping-pong}: every rank of the lower half sends a message to its partner: half of the round trip of
 *       osu_latency, osu_multi_lat and IMB's PingPong.
 *   <li>{@code window-W}: the lower half sends W messages at once, then receives {@value #ACKNOWLEDGEMENT} B: osu_bw
 *       and osu_mbw_mr.
 *   <li>{@code both-ways-W}: both halves send W messages at once, then the lower half receives {@value
 *       #ACKNOWLEDGEMENT} B: osu_bibw.
 *   <li>{@code sendrecv}: every rank sends to the next rank of a ring and receives from the previous rank: IMB's
 *       Sendrecv, and PingPing of two ranks.
 * </ul>
 *
 * <p>Sources: OSU micro-benchmarks 7.4, {@code c/mpi/pt2pt/standard}; Intel MPI Benchmarks 2021, {@code src_c}.
 *
 * @param name name of the pattern, as above
 * @param ranks number of ranks P, even, or >= 2 for {@code sendrecv}
 * @param bytes size of a message in bytes, >= 0
 */
@Internal
public record MessageBenchmark(String name, int ranks, long bytes) implements ParallelProgram {
    private static final Pattern NAME = Pattern.compile("(ping-pong|sendrecv)|(window|both-ways)-([1-9]\\d{0,3})");
    private static final int ACKNOWLEDGEMENT = 4;

    /**
     * Creates the program.
     *
     * @throws InputException if there is no such pattern for this number of ranks
     */
    public MessageBenchmark {
        Checks.size(bytes);
        if (!isNamed(name)) {
            throw new InputException("Unknown benchmark of messages '" + name
                    + "'. Known: ping-pong, sendrecv, window-64, both-ways-64 with any number up to 9999");
        }
        if (ranks < 2 || ranks % 2 != 0 && !name.equals("sendrecv")) {
            throw new InputException(name + " needs pairs of ranks, found " + ranks);
        }
    }

    /** Returns whether a pattern has the given name. */
    public static boolean isNamed(String name) {
        return NAME.matcher(name).matches();
    }

    @Override
    public Program open(int rank) {
        Checks.rank(rank, ranks);
        Matcher matcher = NAME.matcher(name);
        boolean windowed = matcher.matches() && matcher.group(1) == null;
        int window = windowed ? Integer.parseInt(matcher.group(3)) : 1;
        int half = ranks / 2;
        boolean isLower = rank < half;
        int partner = isLower ? rank + half : rank - half;
        return new SteppedProgram(1, (step, sink) -> {
            if (name.equals("sendrecv")) {
                exchange(1, sink, Math.floorMod(rank - 1, ranks), (rank + 1) % ranks, true, true);
                return;
            }
            boolean bothWays = name.startsWith("both-ways");
            exchange(window, sink, partner, partner, bothWays || !isLower, bothWays || isLower);
            if (windowed && isLower) {
                sink.recv(partner, 1, ACKNOWLEDGEMENT);
            } else if (windowed) {
                sink.send(partner, 1, ACKNOWLEDGEMENT);
            }
        });
    }

    /** Starts a window of receives, a window of sends, or both, and waits for all of these messages. */
    private void exchange(
            int window, OperationSink sink, int source, int destination, boolean receives, boolean sends) {
        int[] requests = new int[(receives ? window : 0) + (sends ? window : 0)];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = i;
            if (receives && i < window) {
                sink.irecv(i, source, 0, bytes);
            } else {
                sink.isend(i, destination, 0, bytes);
            }
        }
        sink.awaitAll(requests, requests.length);
    }
}
