package org.tailback.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The styles of the series of a chart: the numbers of their colours and dashes, by group if all are grouped, otherwise
 * by position.
 */
final class SeriesStyles {
    private final List<Series> series;
    private final boolean grouped;
    private final List<String> colors = new ArrayList<>();
    private final List<String> dashes = new ArrayList<>();
    private final List<String> panels = new ArrayList<>();

    SeriesStyles(List<Series> series) {
        this.series = series;
        grouped = !series.isEmpty() && series.stream().allMatch(each -> each.group() != null);
        for (Series each : series) {
            Series.Group group = each.group();
            addNew(colors, grouped && group != null ? group.color() : each.name());
            addNew(dashes, grouped && group != null ? group.dash() : "");
            addNew(panels, grouped && group != null ? group.panel() : "");
        }
    }

    private static void addNew(List<String> texts, String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
    }

    boolean grouped() {
        return grouped;
    }

    /** Returns the titles of the panels; a single empty one if there are none. */
    List<String> panels() {
        return panels.isEmpty() ? List.of("") : panels;
    }

    /** Returns the meanings of the colours. */
    List<String> colors() {
        return colors;
    }

    /** Returns the meanings of the dashes; empty texts are not explained. */
    List<String> dashes() {
        return dashes;
    }

    /** Returns the number of a series' colour and mark. */
    int color(int number) {
        return grouped ? colors.indexOf(group(number).color()) : number;
    }

    /** Returns the number of a series' dash. */
    int dash(int number) {
        return grouped ? dashes.indexOf(group(number).dash()) : number;
    }

    /** Returns whether a series is drawn in a panel. */
    boolean isIn(String panel, int number) {
        return !grouped || group(number).panel().equals(panel);
    }

    private Series.Group group(int number) {
        return Objects.requireNonNull(series.get(number).group());
    }
}
