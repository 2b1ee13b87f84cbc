package org.tailback.trace.ti;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.RankBuffers;

/**
 * One file with the actions of all ranks, in any order, as in SimGrid's examples; SMPI records one file per rank. On
 * reading, the lines are sorted by rank, in memory: up to three times the size of the uncompressed file. Files larger
 * than {@link #MOST_BYTES} are rejected. Sorted lines have no numbers, so for an error message the file is read again
 * to find the line.
 *
 * @param actions lines by rank, from rank 0
 */
record MergedFile(Path file, List<String> notes, List<byte[]> actions) implements TiSource {
    /**
     * Upper bound of the number of ranks, larger than any machine. Larger numbers are errors and would exhaust memory.
     */
    static final int MOST_RANKS = 1 << 24;

    /** Largest uncompressed file that is sorted: a third of the memory, bytes. */
    static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 3;

    /**
     * Reads a file and sorts its lines.
     *
     * @param most largest size of the uncompressed file, bytes
     * @throws InputException if a line does not begin with a rank, a rank has no line, or the file is too large
     */
    static MergedFile read(Path file, List<String> notes, long most) {
        TreeMap<Integer, ByteArrayOutputStream> byRank = new TreeMap<>();
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                int rank = rank(lines);
                if (rank >= 0) {
                    ByteArrayOutputStream actions = byRank.computeIfAbsent(rank, key -> new ByteArrayOutputStream());
                    actions.write(lines.bytes(), lines.start(), lines.end() - lines.start());
                    actions.write('\n');
                    if (lines.nextOffset() > most || actions.size() > 1 << 30) {
                        throw new InputException(file + ": has more than " + (most >> 20) + " MiB of actions, or 1024"
                                + " MiB of one rank, which are sorted in memory. Write one file per rank, for example"
                                + " with awk '{ print > (\"rank-\" $1 \".txt\") }', or give more memory, for example"
                                + " TAILBACK_JAVA_OPTS=-Xmx8g");
                    }
                }
            }
        }
        List<byte[]> actions = new ArrayList<>();
        while (!byRank.isEmpty()) {
            int last = byRank.lastKey();
            Map.Entry<Integer, ByteArrayOutputStream> next = byRank.pollFirstEntry();
            if (next.getKey() > actions.size()) {
                throw new InputException(file + ": rank " + actions.size() + " has no action, although there are ranks"
                        + " up to " + last + ". Ranks must be numbered from 0 without a gap");
            }
            actions.add(next.getValue().toByteArray());
        }
        if (actions.isEmpty()) {
            throw new InputException(file + ": the trace has no action");
        }
        return new MergedFile(file, notes, actions);
    }

    private static LineReader lines(Path file) {
        return LineReader.open(file, 64 << 10);
    }

    /** Returns the rank at the beginning of the current line; -1 for a blank line or a comment. */
    private static int rank(LineReader lines) {
        byte[] bytes = lines.bytes();
        int end = lines.end();
        int from = lines.start();
        while (from < end && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        if (from == end || bytes[from] == '#') {
            return -1;
        }
        int to = from;
        while (to < end && (bytes[to] > ' ' || bytes[to] < 0)) {
            to++;
        }
        long rank = Numbers.integer(bytes, from, to);
        if (rank < 0 || rank >= MOST_RANKS) {
            throw InputException.at(
                    lines.place(),
                    "expected a rank from 0 to " + (MOST_RANKS - 1) + " at the beginning of the line, found '"
                            + Numbers.printable(bytes, from, to) + "'",
                    "");
        }
        return (int) rank;
    }

    @Override
    public int ranks() {
        return actions.size();
    }

    @Override
    public LineReader open(int rank) {
        return new LineReader(
                new ByteArrayInputStream(actions.get(rank)),
                RankBuffers.forOperations(ranks()),
                ordinal -> file + ":" + lineNumber(rank, ordinal));
    }

    private long lineNumber(int rank, long ordinal) {
        long seen = 0;
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                if (rank(lines) == rank && ++seen == ordinal) {
                    break;
                }
            }
            return lines.lineNumber();
        }
    }
}
