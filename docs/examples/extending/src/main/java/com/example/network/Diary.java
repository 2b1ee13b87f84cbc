package com.example.network;

import java.util.List;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.Trace;

/** An opened diary, small enough to be kept in memory. */
final class Diary implements Trace {
    /** An operation; what does not belong to its kind is 0. */
    record Entry(String kind, int peer, long bytes, double seconds) {
        Entry(String kind, int peer, long bytes) {
            this(kind, peer, bytes, 0);
        }

        Entry(String kind, double seconds) {
            this(kind, 0, 0, seconds);
        }
    }

    private final List<List<Entry>> entries;

    Diary(List<List<Entry>> entries) {
        this.entries = entries;
    }

    @Override
    public String format() {
        return "diary";
    }

    @Override
    public int ranks() {
        return entries.size();
    }

    /** The program of a rank, from its beginning, as often as asked. */
    @Override
    public Program open(int rank) {
        return new Program() {
            private int next;

            /** Appends one operation; a fast reader appends some hundreds at once. */
            @Override
            public boolean produce(OperationSink sink) {
                if (next == entries.get(rank).size()) {
                    return false;
                }
                Entry entry = entries.get(rank).get(next++);
                switch (entry.kind()) {
                    case "send" -> sink.send(entry.peer(), 0, entry.bytes());
                    case "recv" -> sink.recv(entry.peer(), 0, entry.bytes());
                    default -> sink.compute(entry.seconds());
                }
                return true;
            }
        };
    }
}
