package org.tailback.cli.evaluate;

import java.util.List;
import java.util.Locale;
import org.tailback.fit.evaluation.Evaluation;

/** Predicted over measured times as an SVG picture: a point per message, the diagonal, and the lines 10 % off it. */
final class EvaluationChart {
    private static final double SIZE = 480;
    private static final double MARGIN = 60;
    private static final List<String> COLORS =
            List.of("#1b6ca8", "#c8553d", "#4a8f3c", "#7a4a9e", "#b8860b", "#444444");

    private EvaluationChart() {}

    static String svg(List<Evaluation> evaluations) {
        double largest = 0;
        for (Evaluation evaluation : evaluations) {
            for (Evaluation.GraphError graph : evaluation.graphs()) {
                for (Evaluation.MessageError message : graph.messages()) {
                    largest = Math.max(largest, Math.max(message.measured(), message.predicted()));
                }
            }
        }
        double scale = largest == 0 ? 1 : largest * 1.05;
        StringBuilder svg = new StringBuilder();
        double all = SIZE + 2 * MARGIN;
        svg.append(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                        + "font-family=\"sans-serif\" font-size=\"12\">\n",
                all, all));
        svg.append(text("<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>\n", all, all));
        svg.append(text(
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"none\" stroke=\"#888\"/>\n",
                MARGIN, MARGIN, SIZE, SIZE));
        line(svg, 1, "#888", "");
        line(svg, 1.1, "#ccc", "4 4");
        line(svg, 0.9, "#ccc", "4 4");
        for (int i = 0; i <= 4; i++) {
            double value = scale * i / 4;
            svg.append(text(
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.3g</text>\n",
                    x(value, scale), MARGIN + SIZE + 18, value));
            svg.append(text(
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n",
                    MARGIN - 6, y(value, scale) + 4, value));
        }
        svg.append(text(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">measured, s</text>\n",
                MARGIN + SIZE / 2, MARGIN + SIZE + 40));
        svg.append(text(
                "<text x=\"14\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 14 %.1f)\">predicted, s</text>\n",
                MARGIN + SIZE / 2, MARGIN + SIZE / 2));
        for (int i = 0; i < evaluations.size(); i++) {
            points(svg, evaluations.get(i), COLORS.get(i % COLORS.size()), i, scale);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void points(StringBuilder svg, Evaluation evaluation, String color, int number, double scale) {
        svg.append(text(
                "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s, mean error %.1f %%</text>\n",
                MARGIN + 10,
                MARGIN + 18 + 16 * number,
                color,
                escaped(evaluation.model()),
                100 * evaluation.meanMessageError()));
        for (Evaluation.GraphError graph : evaluation.graphs()) {
            for (Evaluation.MessageError message : graph.messages()) {
                svg.append(text(
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" fill-opacity=\"0.6\"><title>%s</title></circle>\n",
                        x(message.measured(), scale),
                        y(message.predicted(), scale),
                        color,
                        escaped(graph.name() + " " + message.id())));
            }
        }
    }

    private static void line(StringBuilder svg, double slope, String color, String dashes) {
        double to = Math.min(1, 1 / slope);
        svg.append(text(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"%s\"/>\n",
                MARGIN, MARGIN + SIZE, MARGIN + SIZE * to, MARGIN + SIZE - SIZE * to * slope, color, dashes));
    }

    private static double x(double value, double scale) {
        return MARGIN + SIZE * value / scale;
    }

    private static double y(double value, double scale) {
        return MARGIN + SIZE - SIZE * value / scale;
    }

    private static String text(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
