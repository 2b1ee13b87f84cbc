package org.tailback.cli.render;

import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tailback.table.Field;

/**
 * TableColumns of a table, each with its name and its value in a row: written as CSV, or as a
 * table for people, whose values are texts and whole numbers.
 */
public final class TableColumns<R> {
    private final List<String> names = new ArrayList<>();
    private final List<Function<? super R, ?>> values = new ArrayList<>();

    /** Returns a column for every field of a type that is a number, a truth value or a text. */
    public static <R> TableColumns<R> of(Class<R> type) {
        return of(type, List.of());
    }

    /** Returns the same, and a column for every key that a map of numbers has in some rows. */
    public static <R> TableColumns<R> of(Class<R> type, Collection<R> rows) {
        TableColumns<R> columns = new TableColumns<>();
        for (Field field : Field.of(type)) {
            if (field.isCell()) {
                columns.add(field.name(), field::valueIn);
            }
            rows.stream()
                    .map(field::valueIn)
                    .flatMap(value -> value instanceof Map<?, ?> map ? map.keySet().stream() : Stream.empty())
                    .distinct()
                    .forEach(key -> columns.add(
                            String.valueOf(key),
                            row -> field.valueIn(row) instanceof Map<?, ?> map && map.containsKey(key)
                                    ? map.get(key)
                                    : Double.NaN));
        }
        return columns;
    }

    /** Adds a column. In tables for people, a name that begins with {@code >} makes it a column of numbers. */
    public TableColumns<R> add(String name, Function<? super R, ?> value) {
        names.add(name);
        values.add(value);
        return this;
    }

    public TableColumns<R> addIf(boolean wanted, String name, Function<? super R, ?> value) {
        return wanted ? add(name, value) : this;
    }

    public TableColumns<R> without(String... unwanted) {
        for (String name : unwanted) {
            values.remove(names.indexOf(name));
            names.remove(name);
        }
        return this;
    }

    public <P> TableColumns<R> addAll(TableColumns<P> columns, Function<? super R, P> part) {
        for (int i = 0; i < columns.names.size(); i++) {
            add(columns.names.get(i), part.andThen(columns.values.get(i)));
        }
        return this;
    }

    public void csv(Writer out, Iterable<? extends R> rows) {
        Csv csv = Csv.with(out, names);
        rows.forEach(row -> csv.row(of(row)));
    }

    public TextTable table(Iterable<? extends R> rows) {
        TextTable table = TextTable.of(names.toArray(String[]::new));
        for (R row : rows) {
            Object[] cells = of(row);
            String[] texts = new String[cells.length];
            for (int i = 0; i < cells.length; i++) {
                texts[i] = String.valueOf(cells[i]);
            }
            table.row(texts);
        }
        return table;
    }

    private Object[] of(R row) {
        return values.stream().map(value -> value.apply(row)).toArray();
    }
}
