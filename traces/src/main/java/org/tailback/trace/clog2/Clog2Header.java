package org.tailback.trace.clog2;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.error.InputException;

/**
 * Header of a file, its first 1024 bytes: a version and pairs of strings, each terminated by a zero byte.
 *
 * @param version version of the format, such as CLOG-02.44
 * @param bigEndian whether the rest of the file is big-endian
 * @param blockSize bytes from one block's beginning to the next, 1 to 2^30
 * @param ranks number of ranks announced in the header
 * @param values values of all pairs, by their keys without the equals sign
 */
record Clog2Header(String version, boolean bigEndian, int blockSize, long ranks, Map<String, String> values) {
    static final int SIZE = 1024;

    /** Largest block size, 1 GiB; the default of MPE is 64 KiB. */
    private static final int LARGEST_BLOCK = 1 << 30;

    private static final String FAMILY = "CLOG-02.";
    private static final String KNOWN = "CLOG-02.4";

    Clog2Header {
        values = ImmutableMap.copyOf(values);
    }

    static boolean begins(String text) {
        return text.startsWith(FAMILY);
    }

    /**
     * Reads the header of a file.
     *
     * @param file name of the file, for messages
     * @param bytes the first 1024 bytes of the file
     */
    static Clog2Header read(String file, byte[] bytes) {
        String header = new String(bytes, StandardCharsets.ISO_8859_1);
        List<String> texts = Splitter.on('\0')
                .splitToStream(header.substring(0, header.lastIndexOf('\0') + 1))
                .takeWhile(text -> !text.isEmpty())
                .toList();
        String version = texts.isEmpty() ? "" : texts.get(0);
        if (!begins(version)) {
            throw InputException.at(file + ": byte 0", "not a CLOG-2 file", "");
        }
        if (!version.startsWith(KNOWN)) {
            throw InputException.at(
                    file + ": byte 0",
                    "found a file of version " + version + "; expected CLOG-02.40 to 02.49",
                    "Record the run again with MPE 2-1.0 or newer");
        }
        Map<String, String> values = new TreeMap<>();
        for (int i = 1; i + 1 < texts.size() && texts.get(i).endsWith("="); i += 2) {
            values.put(
                    texts.get(i).substring(0, texts.get(i).length() - 1),
                    texts.get(i + 1).strip());
        }
        // the first spelling is an error of the tracer
        String finalized = values.getOrDefault("is_finalzed", values.getOrDefault("is_finalized", "TRUE"));
        if (!finalized.equals("TRUE")) {
            throw InputException.at(
                    file + ": header",
                    "the file was not finished (is_finalized is " + finalized + "), so its times are inconsistent",
                    "Make sure that the program calls MPI_Finalize");
        }
        return new Clog2Header(
                version,
                !values.getOrDefault("is_big_endian", "TRUE").equals("FALSE"),
                (int) number(file, values, "block_size", 1, LARGEST_BLOCK),
                number(file, values, "max_comm_world_size", 0, Integer.MAX_VALUE),
                values);
    }

    private static long number(String file, Map<String, String> values, String key, long least, long most) {
        String text = values.getOrDefault(key, "");
        long value = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
        if (value < least || value > most) {
            throw InputException.at(
                    file + ": header",
                    "expected a number from " + least + " to " + most + " for " + key + ", found '" + text + "'",
                    "");
        }
        return value;
    }
}
