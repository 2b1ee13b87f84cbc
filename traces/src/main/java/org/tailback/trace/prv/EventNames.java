package org.tailback.trace.prv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.IdTable;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.mpi.MpiCall;

/** MPI calls of event values, from the .pcf file, or from Extrae's default numbers for values without an entry. */
final class EventNames {
    /** First type of the events that begin MPI calls (or end them, with the value 0). */
    static final long FIRST_TYPE = 50_000_001;

    static final long LAST_TYPE = 50_000_005;

    private static final String TYPES = "EVENT_TYPE";
    private static final String VALUES = "VALUES";
    private static final Pattern TYPE = Pattern.compile("\\s*\\d+\\s+(\\d{1,18})\\s+.*");
    private static final Pattern VALUE = Pattern.compile("\\s*(\\d{1,18})\\s+(.*)");
    /** Extrae's default calls: type, the value of the first call, and the names of the calls from this value on. */
    private static final List<String> USUAL = List.of(
            "50000001 1 Send Recv Isend Irecv Wait Waitall",
            "50000002 7 Bcast Barrier Reduce Allreduce Alltoall Alltoallv Gather Gatherv Scatter Scatterv Allgather"
                    + " Allgatherv",
            "50000003 19 Comm_rank Comm_size",
            "50000003 31 Init Finalize");

    private final IdTable<MpiCall> calls = new IdTable<>();
    /** True if the trace has a .pcf file. */
    final boolean hasNames;

    EventNames(PrvFiles files) {
        hasNames = files.names().isPresent();
        for (String usual : USUAL) {
            String[] words = usual.split(" ", -1);
            for (int i = 2; i < words.length; i++) {
                put(Long.parseLong(words[0]), Long.parseLong(words[1]) + i - 2, "MPI_" + words[i]);
            }
        }
        files.names().ifPresent(file -> {
            try (LineReader lines = LineReader.open(file, 16 << 10)) {
                read(lines);
            }
        });
    }

    private void read(LineReader lines) {
        List<Long> types = new ArrayList<>();
        String section = "";
        while (lines.next()) {
            if (lines.end() - lines.start() > 1000) {
                continue;
            }
            String line = lines.text(StandardCharsets.ISO_8859_1);
            String word = line.strip();
            Matcher matcher = (section.equals(TYPES) ? TYPE : VALUE).matcher(line);
            if (word.equals(TYPES) || word.equals(VALUES) || word.isEmpty()) {
                section = word;
                if (word.equals(TYPES)) {
                    types.clear();
                }
            } else if (!section.isEmpty() && matcher.matches()) {
                long number = Long.parseLong(matcher.group(1));
                if (section.equals(VALUES)) {
                    types.forEach(type -> put(type, number, matcher.group(2).strip()));
                } else if (isCall(number)) {
                    types.add(number);
                }
            }
        }
    }

    private void put(long type, long value, String name) {
        Optional<MpiCall> call = MpiCall.of(name);
        if (value > 0 && call.isPresent()) {
            calls.put(key(type, value), call.get());
        }
    }

    private static long key(long type, long value) {
        return (type - FIRST_TYPE) << 56 ^ value;
    }

    static boolean isCall(long type) {
        return type >= FIRST_TYPE && type <= LAST_TYPE;
    }

    /** Returns the call that begins with an event; null if the event has no name. */
    @Nullable
    MpiCall call(long type, long value) {
        return calls.get(key(type, value));
    }
}
