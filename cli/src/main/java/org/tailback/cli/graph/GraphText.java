package org.tailback.cli.graph;

import com.google.common.base.Strings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.model.graph.GraphResult;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Text of the simulation of a contention graph: the edges, and the steps as bars over time. */
final class GraphText {
    private static final int AXIS = 60;

    private final GraphResult result;
    private final double end;
    private final SizeUnits sizes;

    private GraphText(GraphResult result) {
        this.result = result;
        this.end = result.edges().stream()
                .mapToDouble(GraphResult.EdgeResult::finish)
                .max()
                .orElse(0);
        sizes = SizeUnits.of(result.edges().stream().mapToDouble(GraphResult.EdgeResult::bytes));
    }

    static void write(GraphResult result, PrintWriter out) {
        GraphText text = new GraphText(result);
        out.print(text.verdict() + "\n\n" + text.edges());
        if (text.end > 0) {
            out.print("\n" + text.bars());
            out.print("\n" + text.steps());
        }
        if (!result.explanations().isEmpty()) {
            out.print("\nReasons for the first penalties\n");
            result.explanations().forEach((id, explanation) -> {
                out.print("  " + id + "\n" + explanation.text("    "));
            });
        }
    }

    private String verdict() {
        double worst = result.edges().stream()
                .mapToDouble(GraphResult.EdgeResult::penalty)
                .max()
                .orElse(1);
        List<String> slowest = result.edges().stream()
                .filter(edge -> edge.penalty() == worst)
                .map(GraphResult.EdgeResult::id)
                .toList();
        String who = slowest.size() > 5
                ? String.join(", ", slowest.subList(0, 5)) + " and " + (slowest.size() - 5) + " more"
                : String.join(", ", slowest);
        int messages = result.edges().size();
        return Words.count(messages, "message") + " under " + result.model() + (messages == 1 ? " takes " : " take ")
                + Readable.seconds(end) + "; "
                + (worst <= 1
                        ? "no message is slowed down at first"
                        : "largest first penalty " + Words.ratio(worst) + " (" + who + ")");
    }

    private TextTable edges() {
        return new TableColumns<GraphResult.EdgeResult>()
                .add("edge", GraphResult.EdgeResult::id)
                .add("from", GraphResult.EdgeResult::source)
                .add("to", GraphResult.EdgeResult::destination)
                .add(">size", edge -> sizes.text(edge.bytes()))
                .add(">start", edge -> Readable.seconds(edge.start()))
                .add(">penalty", edge -> Words.ratio(edge.penalty()))
                .add(">finish", edge -> Readable.seconds(edge.finish()))
                .table(result.edges());
    }

    /** Returns one bar per edge, with the penalty at the beginning of each part of the bar that is wide enough. */
    private String bars() {
        int width = result.edges().stream()
                .mapToInt(edge -> edge.id().length())
                .max()
                .orElse(0);
        StringBuilder bars = new StringBuilder();
        for (GraphResult.EdgeResult edge : result.edges()) {
            char[] line = new char[AXIS + 1];
            Arrays.fill(line, ' ');
            for (GraphResult.Step step : result.steps()) {
                Double penalty = step.penalties().get(edge.id());
                if (penalty != null) {
                    draw(line, column(step.from()), column(step.to()), Words.ratio(penalty));
                }
            }
            bars.append("  " + Strings.padEnd(edge.id(), width, ' ') + "  " + new String(line).stripTrailing() + "\n");
        }
        String to = Readable.seconds(end);
        return bars + " ".repeat(width + 4) + "0" + " ".repeat(Math.max(1, AXIS - to.length())) + to + "\n";
    }

    private static void draw(char[] line, int from, int to, String label) {
        for (int i = from; i < to; i++) {
            line[i] = '-';
        }
        line[from] = '|';
        line[to] = '|';
        if (label.length() + 1 <= to - from - 1) {
            label.getChars(0, label.length(), line, from + 1);
        }
    }

    private int column(double time) {
        return (int) Math.round(time / end * AXIS);
    }

    private TextTable steps() {
        return new TableColumns<GraphResult.Step>()
                .add(">from", step -> Readable.seconds(step.from()))
                .add(">to", step -> Readable.seconds(step.to()))
                .add("ended", step -> String.join(" ", step.ended()))
                .add("left at the end of the step", step -> left(step.remainingBytes()))
                .table(result.steps());
    }

    private String left(Map<String, Double> remaining) {
        List<String> parts = new ArrayList<>();
        remaining.forEach((id, bytes) -> {
            if (bytes > 0 && parts.size() < 8) {
                parts.add(id + " " + sizes.text(bytes));
            }
        });
        long all = remaining.values().stream().filter(bytes -> bytes > 0).count();
        return String.join(", ", parts) + (all > parts.size() ? " and " + (all - parts.size()) + " more" : "");
    }
}
