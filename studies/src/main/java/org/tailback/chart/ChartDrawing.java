package org.tailback.chart;

import java.util.List;
import org.tailback.chart.Canvas.Anchor;

/**
 * Layout and drawing of a chart: the title, one or several panels with common axes, and a legend with all entries. The
 * legend is at the right, or below the panels if it is wide.
 */
final class ChartDrawing extends Drawing {
    private static final double LEFT = 86;
    private static final double PLOT_HEIGHT = 362;
    private static final double PANEL_HEIGHT = 170;
    /** Distance between neighbouring panels, and height above each panel for its title, in pixels. */
    private static final double GAP = 26;

    private static final int MOST_COLUMNS = 3;
    private static final double TEXT = 13;

    private final int columns;
    private final int rows;
    private final double right;
    private final double top;
    private final double bottom;
    private final double below;
    private final double panelWidth;
    private final boolean legendBelow;

    ChartDrawing(Chart chart, double width) {
        super(chart, width);
        int panels = styles.panels().size();
        legendBelow = width < WIDTH || legend.width() > width * (panels > 1 ? 0.2 : 0.35);
        right = width - 22 - (legendBelow ? 0 : legend.width());
        double title = styles.panels().stream()
                .mapToDouble(each -> 6.6 * each.length())
                .max()
                .orElse(0);
        int fitting = (int) Math.max(1, (right - LEFT + GAP) / (title + 6 + GAP));
        columns = Math.min(fitting, panels <= 1 ? 1 : panels <= 4 ? 2 : MOST_COLUMNS);
        rows = (panels + columns - 1) / columns;
        top = 16 + Headline.height(chart, width);
        panelWidth = (right - LEFT - GAP * (columns - 1)) / columns;
        bottom = top + (panels == 1 ? PLOT_HEIGHT : rows * (PANEL_HEIGHT + GAP));
        below = bottom + 58;
    }

    @Override
    double height() {
        return legendBelow ? below + legend.height() + 8 : Math.max(below, top + 16 + legend.height());
    }

    @Override
    void on(Canvas canvas) {
        Headline.on(canvas, chart, width);
        Scale.ValueRange xs = Scale.ValueRange.ofX(chart);
        Scale.ValueRange ys = Scale.ValueRange.ofY(chart);
        List<String> panels = styles.panels();
        for (int i = 0; i < panels.size(); i++) {
            plot(panels.get(i), i, panels.size(), xs, ys).on(canvas, width, legendBelow ? top : top + legend.height());
        }
        canvas.text((LEFT + right) / 2, below - 14, chart.x().label(), Anchor.MIDDLE, TEXT);
        canvas.upwards(18, (top + bottom) / 2, chart.y().label(), Anchor.MIDDLE, TEXT);
        legend.on(canvas, legendBelow ? LEFT : right + 12, legendBelow ? below : top);
    }

    private Plot plot(String panel, int number, int panels, Scale.ValueRange xs, Scale.ValueRange ys) {
        boolean isAlone = panels == 1;
        int column = number % columns;
        double from = isAlone ? LEFT : LEFT + column * (panelWidth + GAP);
        double to = isAlone ? right : from + panelWidth;
        double lower = isAlone ? bottom : top + (number / columns + 1) * (PANEL_HEIGHT + GAP);
        double upper = isAlone ? top : lower - PANEL_HEIGHT;
        return new Plot(
                chart,
                styles,
                panel,
                Scale.of(chart.x(), xs, from, to, false),
                Scale.of(chart.y(), ys, lower, upper, false),
                number + columns >= panels,
                column == 0);
    }
}
