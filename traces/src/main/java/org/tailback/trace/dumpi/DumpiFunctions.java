package org.tailback.trace.dumpi;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.dumpi.DumpiFunction.Field;

/** Functions of the format, by their ids. {@code functions.txt} lists their names and arguments. */
final class DumpiFunctions {
    /** Number of function ids; the footer uses the next id for their sum. */
    static final int COUNT = 290;

    private static final int FUNCTION_ENTERED = 291;
    private static final int FUNCTION_LEFT = 292;
    /** Id that ends the records. */
    static final int END = 293;

    private static final ImmutableList<DumpiFunction> FUNCTIONS = read();
    private static final DumpiFunction ENTERED = function(FUNCTION_ENTERED, "function entered");
    private static final DumpiFunction LEFT = function(FUNCTION_LEFT, "function left");

    private DumpiFunctions() {}

    private static DumpiFunction function(int id, String name) {
        return DumpiFunction.of(id, name, ImmutableList.of(Field.of("address:l")), true);
    }

    private static ImmutableList<DumpiFunction> read() {
        ImmutableList.Builder<DumpiFunction> functions = ImmutableList.builder();
        int id = 0;
        for (String line : lines()) {
            if (line.startsWith("#")) {
                continue;
            }
            int bar = line.indexOf('|');
            String listed = line.substring(bar + 1).strip();
            boolean written = !listed.equals("!");
            ImmutableList<Field> arguments = written && !listed.isEmpty()
                    ? Arrays.stream(listed.split(" ", -1)).map(Field::of).collect(ImmutableList.toImmutableList())
                    : ImmutableList.of();
            for (String name : line.substring(0, bar).strip().split(" ", -1)) {
                String full = name.startsWith("IO_") ? "MP" + name : "MPI_" + name;
                functions.add(DumpiFunction.of(id++, full, arguments, written));
            }
        }
        if (id != COUNT) {
            throw new IllegalStateException("functions.txt lists " + id + " functions, not " + COUNT);
        }
        return functions.build();
    }

    private static ImmutableList<String> lines() {
        try {
            return ImmutableList.copyOf(Resources.readLines(
                    Resources.getResource(DumpiFunctions.class, "functions.txt"), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ImmutableList<DumpiFunction> all() {
        return FUNCTIONS;
    }

    /** Returns the function with an id, or null if there is none. */
    static @Nullable DumpiFunction of(int id) {
        if (id < FUNCTIONS.size()) {
            return FUNCTIONS.get(id);
        }
        return id == FUNCTION_ENTERED ? ENTERED : id == FUNCTION_LEFT ? LEFT : null;
    }
}
