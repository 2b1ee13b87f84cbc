package org.tailback.chart;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Styles of the series of a chart: the numbers of their colours and dashes. The numbers follow the groups if all series
 * are grouped, otherwise the order of the series.
 *
 * @param grouped whether all series are grouped
 * @param groups group of each series; the group of an ungrouped series has the name of the series as the meaning of the
 *     colour
 */
record SeriesStyles(boolean grouped, List<Series.Group> groups) {
    static SeriesStyles of(List<Series> series) {
        boolean grouped = !series.isEmpty() && series.stream().allMatch(each -> each.group() != null);
        return new SeriesStyles(
                grouped,
                series.stream()
                        .map(each ->
                                grouped ? Objects.requireNonNull(each.group()) : new Series.Group(each.name(), "", ""))
                        .toList());
    }

    private List<String> distinct(Function<Series.Group, String> text) {
        return groups.stream().map(text).distinct().toList();
    }

    /** Returns the titles of the panels; one empty title if there are no panels. */
    List<String> panels() {
        return groups.isEmpty() ? List.of("") : distinct(Series.Group::panel);
    }

    /** Returns the meanings of the colours. */
    List<String> colors() {
        return distinct(Series.Group::color);
    }

    /** Returns the meanings of the dashes; the legend does not explain dashes with an empty text. */
    List<String> dashes() {
        return distinct(Series.Group::dash);
    }

    /** Returns the number of a series' colour and mark. */
    int color(int number) {
        return grouped ? colors().indexOf(groups.get(number).color()) : number;
    }

    /** Returns the number of a series' dash. */
    int dash(int number) {
        return grouped ? dashes().indexOf(groups.get(number).dash()) : number;
    }

    /** Returns whether a series is drawn in a panel. */
    boolean isIn(String panel, int number) {
        return groups.get(number).panel().equals(panel);
    }
}
