package org.tailback.trace.goal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;
import org.tailback.columns.Columns;
import org.tailback.schedule.RankGraph;

/**
 * Writer of a binary GOAL schedule, rank after rank. The header, which identifies the format, is written last, so that
 * an incomplete file is not mistaken for a schedule. Memory: 8 bytes per rank and 256 KiB.
 */
public final class GoalBinaryWriter implements Closeable {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18).order(ByteOrder.LITTLE_ENDIAN);
    private final long[] ends;
    private int[] dependencyCounts = new int[16];
    private int ranks;
    private int maxCpu;
    private int maxNic;
    private long written;

    /**
     * Creates the file, or empties it.
     *
     * @param ranks number of ranks that will be appended, >= 1
     */
    public GoalBinaryWriter(Path file, int ranks) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        ends = new long[ranks];
        written = GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * ranks;
        channel.position(written);
    }

    public void append(RankGraph graph) throws IOException {
        int operations = graph.operations();
        dependencyCounts = Columns.fit(dependencyCounts, operations);
        graph.dependencyCounts(dependencyCounts);
        writeRoots(operations);
        writeNodes(graph);
        writeAppendix(graph);
        ends[ranks++] = written + buffer.position() - GoalNode.OFFSET_ORIGIN;
    }

    /**
     * Completes the file; nothing may be appended afterwards.
     *
     * @throws IllegalStateException if fewer ranks were appended than announced
     */
    public void finish() throws IOException {
        if (ranks != ends.length) {
            throw new IllegalStateException("appended " + ranks + " ranks of " + ends.length);
        }
        flush();
        channel.position(GoalNode.HEAD_BYTES);
        long start = GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * ranks - GoalNode.OFFSET_ORIGIN;
        for (long end : ends) {
            room(GoalNode.ENTRY_BYTES);
            buffer.putLong(start).putLong(end);
            start = end;
        }
        flush();
        channel.position(0);
        buffer.putLong(GoalFormat.MAGIC).putInt(ranks).put((byte) maxCpu).put((byte) maxNic);
        flush();
    }

    /** Closes the file; it is a valid schedule only if {@link #finish} was called. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void writeRoots(int operations) throws IOException {
        int[] roots = IntStream.range(0, operations)
                .filter(i -> dependencyCounts[i] == 0)
                .toArray();
        room(2 * Integer.BYTES);
        buffer.putInt(operations).putInt(roots.length);
        for (int root : roots) {
            room(Integer.BYTES);
            buffer.putInt(root);
        }
    }

    private void writeNodes(RankGraph graph) throws IOException {
        int appendix = 0;
        for (int i = 0; i < graph.operations(); i++) {
            room(GoalNode.BYTES);
            maxCpu = Math.max(maxCpu, graph.cpu(i));
            maxNic = Math.max(maxNic, graph.nic(i));
            int completions = graph.completionSuccessors(i);
            int starts = graph.startSuccessors(i);
            buffer.putInt(dependencyCounts[i])
                    .put((byte) (1 + graph.kind(i).ordinal()))
                    .putInt(graph.peer(i))
                    .putLong(graph.size(i))
                    .putInt(graph.tag(i))
                    .put((byte) graph.cpu(i))
                    .put((byte) graph.nic(i))
                    .putInt(completions)
                    .putInt(appendix)
                    .putInt(starts)
                    .putInt(appendix + completions);
            appendix += completions + starts;
        }
    }

    private void writeAppendix(RankGraph graph) throws IOException {
        for (int i = 0; i < graph.operations(); i++) {
            int completions = graph.completionSuccessors(i);
            for (int k = 0; k < completions; k++) {
                room(Integer.BYTES);
                buffer.putInt(graph.completionSuccessor(i, k));
            }
            int starts = graph.startSuccessors(i);
            for (int k = 0; k < starts; k++) {
                room(Integer.BYTES);
                buffer.putInt(graph.startSuccessor(i, k));
            }
        }
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        written += buffer.position();
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
}
