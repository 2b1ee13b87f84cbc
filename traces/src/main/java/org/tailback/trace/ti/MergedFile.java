package org.tailback.trace.ti;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.RankBuffers;

/**
 * One file with the actions of all ranks, in any order, as in SimGrid's examples; SMPI records one file per rank. On
 * reading, the lines are sorted by rank, in memory: up to twice the size of the uncompressed file, at most 2 GiB per
 * rank. Sorted lines have no numbers, so for an error message the file is read again to find the line.
 *
 * @param actions lines by rank, from 0 on
 */
record MergedFile(Path file, List<String> notes, List<byte[]> actions) implements TiSource {
    /**
     * Upper bound of the number of ranks, above that of any machine. Larger numbers are errors and would use up memory.
     */
    static final int MOST_RANKS = 1 << 24;

    /**
     * Reads a file and sorts its lines.
     *
     * @throws InputException if a line does not begin with a rank, or a rank has no line
     */
    static MergedFile read(Path file, List<String> notes) {
        TreeMap<Integer, ByteArrayOutputStream> byRank = new TreeMap<>();
        try (LineReader lines = lines(file)) {
            while (lines.next()) {
                int rank = rank(lines);
                if (rank >= 0) {
                    ByteArrayOutputStream actions = byRank.computeIfAbsent(rank, key -> new ByteArrayOutputStream());
                    actions.write(lines.bytes(), lines.start(), lines.end() - lines.start());
                    actions.write('\n');
                }
            }
        }
        if (byRank.isEmpty()) {
            throw new InputException(file + ": the trace has no action");
        }
        for (int rank = 0; rank < byRank.size(); rank++) {
            if (!byRank.containsKey(rank)) {
                throw new InputException(file + ": rank " + rank + " has no action, although there are ranks up to "
                        + byRank.lastKey() + ". Ranks must be numbered from 0 without a gap");
            }
        }
        return new MergedFile(
                file,
                notes,
                byRank.values().stream().map(ByteArrayOutputStream::toByteArray).toList());
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
                    "expected a rank of 0 to " + (MOST_RANKS - 1) + " at the beginning of the line, found '"
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
