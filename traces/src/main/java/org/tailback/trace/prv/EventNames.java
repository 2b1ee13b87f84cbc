package org.tailback.trace.prv;

import com.google.common.collect.ImmutableMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.mpi.MpiCall;

/**
 * Which MPI calls the values of events mean, by the .pcf file, and by Extrae's usual numbers where that says nothing.
 */
final class EventNames {
    /** Events of these types begin MPI calls (or end them, with the value 0). */
    static final long FIRST_TYPE = 50_000_001;

    static final long LAST_TYPE = 50_000_005;

    private static final long POINT_TO_POINT = 50_000_001;
    private static final long COLLECTIVE = 50_000_002;
    private static final long OTHER = 50_000_003;
    private static final Pattern TYPE = Pattern.compile("\\s*\\d+\\s+(\\d{1,18})\\s+.*");
    private static final Pattern VALUE = Pattern.compile("\\s*(\\d{1,18})\\s+(.*)");
    /** By type: the number of the first call, and the calls from there on. */
    private static final ImmutableMap<Long, String> USUAL = ImmutableMap.of(
            POINT_TO_POINT,
            "1 Send Recv Isend Irecv Wait Waitall",
            COLLECTIVE,
            "7 Bcast Barrier Reduce Allreduce Alltoall Alltoallv Gather Gatherv Scatter Scatterv Allgather"
                    + " Allgatherv");

    private final Map<Long, MpiCall> calls = new HashMap<>();
    private final boolean hasNames;

    private EventNames(boolean hasNames) {
        this.hasNames = hasNames;
    }

    static EventNames of(PrvFiles files) {
        EventNames names = new EventNames(files.names().isPresent());
        USUAL.forEach((type, ofType) -> {
            String[] words = ofType.split(" ");
            for (int i = 1; i < words.length; i++) {
                names.put(type, Long.parseLong(words[0]) + i - 1, "MPI_" + words[i]);
            }
        });
        names.put(OTHER, 19, "MPI_Comm_rank");
        names.put(OTHER, 20, "MPI_Comm_size");
        names.put(OTHER, 31, "MPI_Init");
        names.put(OTHER, 32, "MPI_Finalize");
        files.names().ifPresent(file -> {
            try (LineReader lines = LineReader.open(file, 16 << 10)) {
                names.read(lines);
            }
        });
        return names;
    }

    private void read(LineReader lines) {
        List<Long> types = new ArrayList<>();
        boolean listing = false;
        boolean values = false;
        while (lines.next()) {
            if (lines.end() - lines.start() > 1000) {
                continue;
            }
            String line = lines.text(StandardCharsets.ISO_8859_1);
            String word = line.strip();
            if (word.equals("EVENT_TYPE")) {
                types.clear();
                listing = true;
                values = false;
            } else if (word.equals("VALUES")) {
                listing = false;
                values = true;
            } else if (word.isEmpty()) {
                listing = false;
                values = false;
            } else if (listing) {
                Matcher matcher = TYPE.matcher(line);
                if (matcher.matches() && isCall(Long.parseLong(matcher.group(1)))) {
                    types.add(Long.parseLong(matcher.group(1)));
                }
            } else if (values) {
                Matcher matcher = VALUE.matcher(line);
                if (matcher.matches()) {
                    for (long type : types) {
                        put(
                                type,
                                Long.parseLong(matcher.group(1)),
                                matcher.group(2).strip());
                    }
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

    /** Returns the call that an event begins; null if nothing names it. */
    @Nullable
    MpiCall call(long type, long value) {
        return calls.get(key(type, value));
    }

    boolean hasNames() {
        return hasNames;
    }
}
