package org.tailback.chart;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A line of a chart whose lines differ in two properties. The second property is shown by a dash, or by a panel if
 * there are more than {@value #MOST_DASHES} conditions or more than {@value #MOST_LINES} lines.
 *
 * @param color the property that its colour and mark show, such as an algorithm
 * @param condition the property that its dash or panel shows, such as a number of ranks; may be empty
 */
public record Line(String color, String condition) {
    static final int MOST_DASHES = 3;
    static final int MOST_LINES = 12;

    /** Returns whether a chart shows the conditions of its lines as panels. */
    public static boolean needPanels(Collection<Line> lines) {
        long conditions = lines.stream().map(Line::condition).distinct().count();
        return conditions > MOST_DASHES || conditions > 1 && lines.size() > MOST_LINES;
    }

    /**
     * Returns the series of the line, with one point per row.
     *
     * @param formula description of values that are not predictions; empty for predictions
     * @param hasPanels result of {@link #needPanels} for all lines of the chart
     */
    public <T> Series of(
            String formula,
            boolean hasPanels,
            List<T> rows,
            ToDoubleFunction<? super T> x,
            ToDoubleFunction<? super T> y) {
        return Series.of(joined(color, condition, formula), Series.Style.LINE, rows, x, y)
                .grouped(color, hasPanels ? formula : joined(condition, formula), hasPanels ? condition : "");
    }

    /** Returns the non-empty texts, joined by commas. */
    public static String joined(String... texts) {
        return Stream.of(texts).filter(Predicate.not(String::isEmpty)).collect(Collectors.joining(", "));
    }
}
