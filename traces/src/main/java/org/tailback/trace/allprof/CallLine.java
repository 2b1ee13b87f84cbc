package org.tailback.trace.allprof;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.io.TrimmedLine;
import org.tailback.trace.mpi.Argument;

/**
 * The current line of a rank's file in its parts. Times are nanoseconds of the rank's clock. Only the function's name
 * is allocated per line.
 */
final class CallLine extends TrimmedLine {
    static final double TICKS_PER_SECOND = 1e9;
    private static final int MOST_FIELDS = 64;
    private static final long LATEST_MICROSECONDS = 9_000_000_000_000_000L;
    /** Largest size of an item or a buffer, in bytes; larger ones are damage. */
    private static final long LARGEST = 1L << 53;

    private final int[] begins = new int[MOST_FIELDS];
    private final int[] ends = new int[MOST_FIELDS];
    private final int[] places = new int[Argument.values().length];
    private int fields;
    private String name = "";
    private @Nullable Arguments arguments;

    /** The differences of clocks in comments; NaN before the first one. Microseconds. */
    private double firstDifference = Double.NaN;

    private double lastDifference = Double.NaN;

    CallLine(LineReader lines) {
        super(lines);
    }

    double firstDifference() {
        return firstDifference;
    }

    double lastDifference() {
        return lastDifference;
    }

    /** Moves to the next line with a call; returns false at the end. */
    boolean next() {
        while (nextNotBlank()) {
            int begin = lines.start();
            byte[] bytes = lines.bytes();
            if (bytes[begin] != '#') {
                split(bytes, begin, end());
                return true;
            }
            comment(new String(bytes, begin, Math.min(end() - begin, 400), StandardCharsets.ISO_8859_1));
        }
        return false;
    }

    private void comment(String text) {
        int at = text.indexOf("clockdiff:");
        if (at < 0) {
            return;
        }
        String number = text.substring(at + "clockdiff:".length()).strip().split("\\s", 2)[0];
        byte[] bytes = number.getBytes(StandardCharsets.ISO_8859_1);
        double difference = Numbers.decimal(bytes, 0, bytes.length);
        if (!(Math.abs(difference) < 1e15)) {
            throw InputException.at(
                    lines.place(), "expected a difference of clocks in microseconds, found '" + number + "'", "");
        }
        if (text.startsWith("# Finalize")) {
            lastDifference = difference;
        } else {
            firstDifference = difference;
        }
    }

    private void split(byte[] bytes, int begin, int end) {
        fields = 0;
        int from = begin;
        for (int i = begin; i <= end; i++) {
            if (i == end || bytes[i] == ':') {
                if (fields == MOST_FIELDS) {
                    throw malformed("a call with " + MOST_FIELDS + " fields at most");
                }
                begins[fields] = from;
                ends[fields++] = i;
                from = i + 1;
            }
        }
        int length = ends[0] - begin;
        name = fields < 3 || length < 5 || length > 63
                ? ""
                : new String(bytes, begin, length, StandardCharsets.ISO_8859_1);
        if (!name.startsWith("MPI_")) {
            throw malformed("a call such as MPI_Barrier:<start>:<arguments>:<end>");
        }
        arguments = Arguments.of(name);
        Arrays.fill(places, -1);
        if (arguments != null) {
            locate(arguments);
        }
    }

    private void locate(Arguments expected) {
        int given = fields - 3;
        boolean values = given == expected.fields();
        if (!values && given != expected.list().size()) {
            throw malformed(name + " with " + expected.fields() + " arguments");
        }
        int place = 2;
        for (Argument role : expected.list()) {
            place += Arguments.isArray(role) && values ? 1 : 0; // behind the address
            places[role.ordinal()] = Arguments.isArray(role) && !values ? -1 : place;
            place++;
        }
    }

    String place() {
        return lines.place();
    }

    String name() {
        return name;
    }

    boolean isKnown() {
        return arguments != null;
    }

    /** Returns the time at which the call began; its end where that is not recorded (MPI_Init). */
    long enter() {
        return time(isDash(1) ? fields - 1 : 1);
    }

    /** Returns the time at which the call ended; its beginning where that is not recorded (MPI_Finalize). */
    long leave() {
        return time(isDash(fields - 1) ? 1 : fields - 1);
    }

    private boolean isDash(int field) {
        return ends[field] == begins[field] + 1 && lines.bytes()[begins[field]] == '-';
    }

    private long time(int field) {
        byte[] bytes = lines.bytes();
        int dot = begins[field];
        while (dot < ends[field] && bytes[dot] != '.') {
            dot++;
        }
        long microseconds = Numbers.integer(bytes, begins[field], dot);
        long nanoseconds = 0;
        int digits = 0;
        for (int i = dot + 1; i < ends[field]; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                microseconds = Numbers.MALFORMED;
            } else if (digits++ < 3) {
                nanoseconds = 10 * nanoseconds + digit;
            }
        }
        for (; digits < 3; digits++) {
            nanoseconds *= 10;
        }
        if (microseconds < 0 || microseconds > LATEST_MICROSECONDS) {
            throw malformed("a time in microseconds as field " + (field + 1));
        }
        return 1000 * microseconds + nanoseconds;
    }

    boolean has(Argument role) {
        return places[role.ordinal()] >= 0;
    }

    long integer(Argument role) {
        int field = places[role.ordinal()];
        long value = Numbers.integer(lines.bytes(), begins[field], ends[field]);
        if (value == Numbers.MALFORMED) {
            throw malformed("an integer as field " + (field + 1));
        }
        return value;
    }

    long address(Argument role) {
        int field = places[role.ordinal()];
        return address(begins[field], ends[field], field);
    }

    private long address(int from, int to, int field) {
        byte[] bytes = lines.bytes();
        if (to - from > 1 && bytes[from] == '0' && bytes[from + 1] == 'x') {
            throw malformed("a decimal address as field " + (field + 1), " " + Allprof2Refusal.ADVICE);
        }
        long value = 0;
        boolean negative = from < to && bytes[from] == '-';
        int begin = negative ? from + 1 : from;
        boolean good = begin < to && to - begin <= 20;
        for (int i = begin; i < to && good; i++) {
            int digit = bytes[i] - '0';
            good = digit >= 0 && digit <= 9;
            value = 10 * value + digit;
        }
        if (!good) {
            throw malformed("an address as field " + (field + 1));
        }
        return negative ? -value : value;
    }

    /** Returns the size of an item of a datatype {@code type,size[,extent]}, bytes. */
    long typeSize(Argument role) {
        long size = part(role, 1);
        if (size < 0 || size > LARGEST) {
            throw malformed("a datatype as type,size,extent in field " + (places[role.ordinal()] + 1));
        }
        return size;
    }

    /** Returns the id of the communicator; it has its rank and size, too. */
    long communicator() {
        int field = places[Argument.COMMUNICATOR.ordinal()];
        byte[] bytes = lines.bytes();
        return address(begins[field], part(bytes, begins[field], ends[field]), field);
    }

    long communicatorRank() {
        return part(Argument.COMMUNICATOR, 1);
    }

    long communicatorSize() {
        return part(Argument.COMMUNICATOR, 2);
    }

    /** Returns where a part of a field that begins there ends: before a comma or at the field's end. */
    private static int part(byte[] bytes, int from, int end) {
        int to = from;
        while (to < end && bytes[to] != ',') {
            to++;
        }
        return to;
    }

    private long part(Argument role, int index) {
        int field = places[role.ordinal()];
        byte[] bytes = lines.bytes();
        int from = begins[field];
        int skipped = 0;
        while (from < ends[field] && skipped < index) {
            skipped += bytes[from++] == ',' ? 1 : 0;
        }
        int to = part(bytes, from, ends[field]);
        long value = skipped < index ? Numbers.MALFORMED : Numbers.integer(bytes, from, to);
        if (value == Numbers.MALFORMED) {
            boolean isOneNumber = Numbers.integer(bytes, begins[field], ends[field]) != Numbers.MALFORMED;
            throw malformed(
                    "more integers, separated by commas, in field " + (field + 1),
                    isOneNumber ? " " + Allprof2Refusal.ADVICE : "");
        }
        return value;
    }

    long bytes(Argument count, Argument type) {
        return product(integer(count), typeSize(type));
    }

    private long product(long count, long size) {
        if (count < 0 || count > 0 && size > LARGEST / count) {
            throw malformed("a count of items >= 0 and less than 8 PiB of them");
        }
        return count * size;
    }

    long[] bytesPerRank(Argument counts, Argument type, int ranks) {
        int field = places[counts.ordinal()];
        long size = typeSize(type);
        long[] result = new long[ranks];
        long sum = 0;
        byte[] bytes = lines.bytes();
        int from = begins[field];
        for (int i = 0; i < ranks; i++) {
            int to = part(bytes, from, ends[field]);
            long count = Numbers.integer(bytes, from, to);
            if (count == Numbers.MALFORMED || i == ranks - 1 && to != ends[field]) {
                throw malformed(ranks + " counts, separated by commas, in field " + (field + 1));
            }
            result[i] = product(count, size);
            sum += result[i];
            if (sum > LARGEST) {
                throw malformed("counts of less than 8 PiB in all");
            }
            from = Math.min(to + 1, ends[field]);
        }
        return result;
    }
}
