package org.tailback.cli.render;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.report.StudyPage.Unit;
import org.tailback.settings.Labels;
import org.tailback.table.Field;
import org.tailback.table.Json;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Columns of a table, each with its name, unit and value in a row: drawn as text, CSV and the table of a page. */
public final class TableColumns<R> {
    private final List<Column<R>> columns = new ArrayList<>();

    /**
     * Column of a table.
     *
     * @param text the cell of a row in a text; null if texts omit the column
     */
    private record Column<R>(
            String name,
            Unit unit,
            Function<? super R, ?> value,
            @Nullable Function<? super R, String> text) {
        String heading() {
            return unit == Unit.TEXT || name.startsWith(">") ? name : ">" + name;
        }

        String cell(R row) {
            return Objects.requireNonNull(text).apply(row);
        }

        boolean isInTexts() {
            return text != null;
        }

        Map<String, String> head() {
            return ImmutableMap.of("name", plainName(), "as", Labels.of(unit));
        }

        String plainName() {
            return name.startsWith(">") ? name.substring(1) : name;
        }
    }

    /** Returns a column for every field of a type that is a number, a truth value or a text. */
    public static <R> TableColumns<R> of(Class<R> type) {
        return of(type, List.of());
    }

    /** Returns a column for every field, as {@link #of(Class)}, and for every key of a map of numbers in the rows. */
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

    /** Adds a column. In texts, a name that begins with {@code >} marks a column of numbers. */
    public TableColumns<R> add(String name, Function<? super R, ?> value) {
        return add(name, Unit.TEXT, value, row -> String.valueOf(value.apply(row)));
    }

    public TableColumns<R> addIf(boolean wanted, String name, Function<? super R, ?> value) {
        return wanted ? add(name, value) : this;
    }

    /** Adds a column of whole numbers. */
    public TableColumns<R> count(String name, Function<? super R, ? extends Number> value) {
        return add(name, Unit.COUNT, value, row -> String.valueOf(value.apply(row)));
    }

    /** Adds a column of times in seconds. A missing time is NaN. */
    public TableColumns<R> seconds(String name, ToDoubleFunction<? super R> value) {
        return number(name, Unit.SECONDS, value, Readable::seconds);
    }

    /** Adds a column of ratios. A missing ratio is NaN. */
    public TableColumns<R> ratio(String name, ToDoubleFunction<? super R> value) {
        return number(name, Unit.PENALTY, value, Words::ratio);
    }

    /** Adds a column of shares, 0 to 1. A missing share is NaN. */
    public TableColumns<R> percent(String name, ToDoubleFunction<? super R> value) {
        return number(name, Unit.PERCENT, value, Words::percent);
    }

    /** Adds a column of message sizes in bytes, with a unit that suits all sizes. */
    public TableColumns<R> sizes(String name, ToDoubleFunction<? super R> value, Collection<? extends R> rows) {
        SizeUnits units = SizeUnits.of(rows.stream().mapToDouble(value));
        return number(name, Unit.SIZES, value, units::text);
    }

    /** Adds a column that appears on pages only. */
    public TableColumns<R> onPage(String name, Unit unit, Function<? super R, ?> value) {
        return add(name, unit, value, null);
    }

    private TableColumns<R> number(
            String name, Unit unit, ToDoubleFunction<? super R> value, DoubleFunction<String> text) {
        return add(name, unit, value::applyAsDouble, row -> {
            double number = value.applyAsDouble(row);
            return Double.isNaN(number) ? "-" : text.apply(number);
        });
    }

    /**
     * Adds a column.
     *
     * @param value of a row in CSV and pages
     * @param text the cell of a row in texts; null if texts omit the column
     */
    public TableColumns<R> add(
            String name, Unit unit, Function<? super R, ?> value, @Nullable Function<? super R, String> text) {
        columns.add(new Column<>(name, unit, value, text));
        return this;
    }

    public TableColumns<R> without(String... unwanted) {
        columns.removeIf(column -> List.of(unwanted).contains(column.name()));
        return this;
    }

    public <P> TableColumns<R> addAll(TableColumns<P> others, Function<? super R, P> part) {
        others.columns.forEach(other -> add(
                other.name,
                other.unit,
                part.andThen(other.value),
                other.text == null ? null : part.andThen(other.text)));
        return this;
    }

    public void csv(Writer out, Iterable<? extends R> rows) {
        Csv csv = Csv.with(out, columns.stream().map(Column::name).toList());
        rows.forEach(row ->
                csv.row(columns.stream().map(column -> column.value.apply(row)).toArray()));
    }

    /** Returns the columns whose cells are equal in all of the given rows. */
    private List<Column<R>> equal(
            List<? extends R> rows, Predicate<Column<R>> isShown, BiFunction<Column<R>, R, ?> cell) {
        return columns.stream()
                .filter(isShown)
                .filter(column -> rows.size() > 1
                        && rows.stream()
                                        .map(row -> cell.apply(column, row))
                                        .distinct()
                                        .count()
                                == 1)
                .toList();
    }

    /**
     * Returns a table of several rows. A column with equal values in all rows is replaced by an entry in a line below
     * the table.
     */
    public String tableOfDifferences(List<? extends R> rows) {
        List<Column<R>> equal = equal(rows, Column::isInTexts, Column::cell);
        TableColumns<R> others = new TableColumns<>();
        columns.stream().filter(column -> !equal.contains(column)).forEach(others.columns::add);
        if (others.columns.stream().noneMatch(Column::isInTexts)) {
            return table(rows).toString();
        }
        return others.table(rows)
                + (equal.isEmpty()
                        ? ""
                        : equal.stream()
                                .map(column -> column.plainName() + " " + column.cell(rows.get(0)))
                                .collect(Collectors.joining(", ", "  in all rows: ", "\n")));
    }

    public TextTable table(Iterable<? extends R> rows) {
        List<Column<R>> shown = columns.stream().filter(Column::isInTexts).toList();
        TextTable table = TextTable.of(shown.stream().map(Column::heading).toArray(String[]::new));
        rows.forEach(
                row -> table.row(shown.stream().map(column -> column.cell(row)).toArray(String[]::new)));
        return table;
    }

    /** Returns the table of a page with all columns; columns with equal values in all rows are written once. */
    public Consumer<Json> page(List<R> rows) {
        List<Column<R>> equal = equal(rows, column -> true, (column, row) -> column.value.apply(row));
        // a table needs more than one column
        List<Column<R>> common = columns.size() - equal.size() < 2 ? List.of() : equal;
        List<Column<R>> others =
                columns.stream().filter(column -> !common.contains(column)).toList();
        return json -> json.field("columns", Lists.transform(others, Column::head))
                .field("rows", Lists.transform(rows, row -> values(others, row)))
                .field("commonColumns", Lists.transform(common, Column::head))
                .field("common", common.isEmpty() ? List.of() : values(common, rows.get(0)));
    }

    private static <R> List<Object> values(List<Column<R>> of, R row) {
        return Lists.transform(of, column -> column.value.apply(row));
    }
}
