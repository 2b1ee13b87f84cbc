package org.tailback.trace.allprof;

import com.google.common.primitives.Doubles;
import com.google.common.primitives.Longs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.TrimmedLine;
import org.tailback.trace.mpi.Argument;

/** Current line of a rank's file, split into fields. Times are in nanoseconds of the rank's clock. */
final class CallLine extends TrimmedLine {
    static final double TICKS_PER_SECOND = 1e9;
    private static final int MOST_FIELDS = 64;
    private static final long LATEST_MICROSECONDS = 9_000_000_000_000_000L;
    /** Largest size of an item or a buffer, in bytes; larger sizes indicate damage. */
    private static final long LARGEST = 1L << 53;

    private String[] fields = {""};
    private final int[] places = new int[Argument.values().length];
    private @Nullable Arguments arguments;

    /** First and last clock difference in the comments, in microseconds; NaN before the first difference. */
    double firstDifference = Double.NaN;

    double lastDifference = Double.NaN;

    CallLine(LineReader lines) {
        super(lines);
    }

    /** Advances to the next line with a call; returns false at the end. */
    boolean next() {
        while (nextNotBlank()) {
            String text = text();
            if (!text.startsWith("#")) {
                split(text);
                return true;
            }
            comment(text);
        }
        return false;
    }

    private void comment(String text) {
        int at = text.indexOf("clockdiff:");
        if (at < 0) {
            return;
        }
        String number = text.substring(at + "clockdiff:".length()).strip().split("\\s", 2)[0];
        Double difference = Doubles.tryParse(number);
        if (difference == null || !(Math.abs(difference) < 1e15)) {
            throw InputException.at(
                    lines.place(), "expected a clock difference in microseconds, found '" + number + "'", "");
        }
        if (text.startsWith("# Finalize")) {
            lastDifference = difference;
        } else {
            firstDifference = difference;
        }
    }

    private void split(String text) {
        fields = text.split(":", MOST_FIELDS + 1);
        if (fields.length > MOST_FIELDS) {
            throw malformed("a call with at most " + MOST_FIELDS + " fields");
        }
        if (fields.length < 3 || name().length() < 5 || name().length() > 63 || !name().startsWith("MPI_")) {
            throw malformed("a call such as MPI_Barrier:<start>:<arguments>:<end>");
        }
        arguments = Arguments.of(name());
        Arrays.fill(places, -1);
        if (arguments != null) {
            locate(arguments);
        }
    }

    private void locate(Arguments expected) {
        int given = fields.length - 3;
        boolean values = given == expected.fields();
        if (!values && given != expected.list().size()) {
            throw malformed(name() + " with " + expected.fields() + " arguments");
        }
        int place = 2;
        for (Argument argument : expected.list()) {
            boolean isArray = Arguments.isArray(argument);
            place += isArray && values ? 1 : 0; // after the address
            places[argument.ordinal()] = isArray && !values ? -1 : place;
            place++;
        }
    }

    String place() {
        return lines.place();
    }

    String name() {
        return fields[0];
    }

    boolean isKnown() {
        return arguments != null;
    }

    /** Returns the time at which the call began, or its end for calls without a recorded beginning (MPI_Init). */
    long enter() {
        return time(fields[1].equals("-") ? fields.length - 1 : 1);
    }

    /** Returns the time at which the call ended, or its beginning for calls without a recorded end (MPI_Finalize). */
    long leave() {
        return time(fields[fields.length - 1].equals("-") ? 1 : fields.length - 1);
    }

    private long time(int field) {
        String text = fields[field] + (fields[field].indexOf('.') < 0 ? ".000" : "000");
        int dot = text.indexOf('.');
        Long microseconds = Longs.tryParse(text.substring(0, dot));
        Long fraction = Longs.tryParse("0" + text.substring(dot + 1)); // digits only
        if (microseconds == null || microseconds < 0 || microseconds > LATEST_MICROSECONDS || fraction == null) {
            throw malformed("a time in microseconds as field " + (field + 1));
        }
        return 1000 * microseconds + Long.parseLong(text.substring(dot + 1, dot + 4));
    }

    boolean has(Argument argument) {
        return places[argument.ordinal()] >= 0;
    }

    private String field(Argument argument) {
        return fields[places[argument.ordinal()]];
    }

    /** Returns a text with the number of an argument's field, for error messages. */
    private String number(Argument argument) {
        return "field " + (places[argument.ordinal()] + 1);
    }

    long integer(Argument argument) {
        Long value = Longs.tryParse(field(argument));
        if (value == null) {
            throw malformed("an integer as " + number(argument));
        }
        return value;
    }

    /** Returns the address of an argument, which may be only the first part of the field. */
    long address(Argument argument) {
        String text = parts(argument)[0];
        if (text.startsWith("0x")) {
            throw malformed("a decimal address as " + number(argument), " " + Allprof2Refusal.ADVICE);
        }
        try {
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw malformed("an address as " + number(argument));
        }
    }

    /** Returns the size of an item of a datatype {@code type,size[,extent]}, bytes. */
    long typeSize(Argument type) {
        long size = part(type, 1);
        if (size < 0 || size > LARGEST) {
            throw malformed("a datatype as type,size,extent in " + number(type));
        }
        return size;
    }

    long communicatorRank() {
        return part(Argument.COMMUNICATOR, 1);
    }

    long communicatorSize() {
        return part(Argument.COMMUNICATOR, 2);
    }

    private String[] parts(Argument argument) {
        return field(argument).split(",", -1);
    }

    private long part(Argument argument, int index) {
        String[] parts = parts(argument);
        Long value = index < parts.length ? Longs.tryParse(parts[index]) : null;
        if (value == null) {
            boolean isOneNumber = Longs.tryParse(field(argument)) != null;
            throw malformed(
                    "more integers, separated by commas, in " + number(argument),
                    isOneNumber ? " " + Allprof2Refusal.ADVICE : "");
        }
        return value;
    }

    long bytes(Argument count, Argument type) {
        return product(integer(count), typeSize(type));
    }

    private long product(long count, long size) {
        if (count < 0 || count > 0 && size > LARGEST / count) {
            throw malformed("a count of items >= 0 with a total size of less than 8 PiB");
        }
        return count * size;
    }

    long[] bytesPerRank(Argument counts, Argument type, int ranks) {
        String[] parts = parts(counts);
        long size = typeSize(type);
        long[] result = new long[parts.length];
        long sum = 0;
        for (int i = 0; i < result.length; i++) {
            Long count = Longs.tryParse(parts[i]);
            if (count == null || parts.length != ranks) {
                throw malformed(ranks + " counts, separated by commas, in " + number(counts));
            }
            result[i] = product(count, size);
            sum += result[i];
            if (sum > LARGEST) {
                throw malformed("counts with a total size of less than 8 PiB");
            }
        }
        return result;
    }
}
