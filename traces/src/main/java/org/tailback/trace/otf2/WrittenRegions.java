package org.tailback.trace.otf2;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.tailback.program.CollectiveCall;
import org.tailback.program.SendMode;

/** The regions of an archive that is being written, numbered as they come up. */
final class WrittenRegions {
    /** The region that surrounds all regions of a rank. */
    static final String PROGRAM = "program";
    /** Stands for calls that take time and of which no operation is known. */
    static final String OTHER = "MPI_Other";

    private final Map<String, Integer> ids = new LinkedHashMap<>();

    int id(String name) {
        return ids.computeIfAbsent(name, n -> ids.size());
    }

    /** Names by number. */
    Iterable<String> names() {
        return ids.keySet();
    }

    static String send(SendMode mode, boolean nonBlocking) {
        String letter = switch (mode) {
            case STANDARD -> "";
            case SYNCHRONOUS -> "s";
            case BUFFERED -> "b";
            case READY -> "r";
        };
        String word = nonBlocking ? "i" + letter + "send" : letter + "send";
        return "MPI_" + Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    static String collective(CollectiveCall.Kind kind, boolean nonBlocking) {
        String word = (nonBlocking ? "I" : "") + kind.name().toLowerCase(Locale.ROOT);
        return "MPI_" + Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** Returns the format's number for what a region does. */
    static int role(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        if (name.equals(PROGRAM)) {
            return 1;
        }
        if (word.contains("barrier")) {
            return 15;
        }
        if (word.contains("bcast") || word.matches("mpi_i?scatterv?")) {
            return 23;
        }
        if (word.matches("mpi_i?(reduce|gatherv?)")) {
            return 24;
        }
        if (word.matches("mpi_i?(all.*|reduce_scatter.*)")) {
            return 25;
        }
        if (word.contains("scan")) {
            return 26;
        }
        return word.contains("send") || word.contains("recv") || word.contains("wait") || word.contains("test")
                ? 28
                : 1;
    }
}
