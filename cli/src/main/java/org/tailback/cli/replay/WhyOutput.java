package org.tailback.cli.replay;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.cli.replay.WhyOptions.WhyReport;
import org.tailback.explain.ChainMessage;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.explain.Segment;
import org.tailback.study.whatif.Change;
import org.tailback.trace.io.WholeFile;
import org.tailback.units.Readable;

/** Output of the critical path of a replay: as text, as JSON and as a file. */
public final class WhyOutput {
    private static final int CULPRITS_SHOWN = 3;

    private WhyOutput() {}

    static void text(WhyReport report, double uncontended, PrintWriter out) {
        CriticalChain chain = report.chain();
        out.print("\nWhy: " + verdict(chain, uncontended) + "\n");
        table(
                "on the critical path",
                new TableColumns<Map.Entry<PartKind, Double>>()
                        .add("on the critical path", part -> part.getKey().label())
                        .add(">seconds", part -> Readable.seconds(part.getValue()))
                        .add(">share", part -> Words.percent(part.getValue() / chain.makespan())),
                greatestFirst(chain),
                Map.Entry::getValue,
                chain.makespan(),
                "",
                out);
        List<Culprit> worst = new ArrayList<>();
        for (Culprit.Type type : Culprit.Type.values()) {
            chain.culprits(type).stream().limit(CULPRITS_SHOWN).forEach(worst::add);
        }
        if (!worst.isEmpty()) {
            out.print("\n");
            table(
                    "causes of contention and timeouts",
                    new TableColumns<Culprit>()
                            .add("cause", culprit -> culprit.type().label() + " " + culprit.name())
                            .add(">contention", culprit -> Readable.seconds(culprit.contention()))
                            .add(">timeouts", culprit -> Readable.seconds(culprit.timeouts())),
                    worst,
                    culprit -> culprit.contention() + culprit.timeouts(),
                    chain.makespan(),
                    "the worst of each type; time that they add to the critical path",
                    out);
        }
        if (!report.changes().isEmpty()) {
            out.print("\n");
            table(
                    "what if",
                    new TableColumns<Change.Outcome>()
                            .add("what if", Change.Outcome::change)
                            .add(">time", change -> Readable.seconds(change.makespan()))
                            .add(">saves", change -> Readable.seconds(change.saves()))
                            .add(">share", change -> Words.percent(change.saves() / chain.makespan()))
                            .add(">on critical path", change -> Readable.seconds(change.promised())),
                    report.changes(),
                    Change.Outcome::saves,
                    chain.makespan(),
                    "on critical path: time on it that the change affects; the saving can be smaller or larger",
                    out);
        }
    }

    /** Writes the rows of at least 0.1 % of the makespan, a note, and the number of other rows. */
    private static <R> void table(
            String what,
            TableColumns<R> columns,
            List<R> rows,
            ToDoubleFunction<R> seconds,
            double makespan,
            String note,
            PrintWriter out) {
        List<R> shown = rows.stream()
                .filter(row -> Math.abs(seconds.applyAsDouble(row)) >= ReplayText.LOSS_SHOWN * makespan)
                .toList();
        int small = rows.size() - shown.size();
        if (shown.isEmpty()) {
            out.print("  (" + what + ": none of 0.1 % or more)\n");
            return;
        }
        String less =
                small == 0 ? "" : (note.isEmpty() ? "" : "; ") + Words.count(small, "row") + " below 0.1 % omitted";
        out.print(columns.table(shown) + (note.isEmpty() && small == 0 ? "" : "  (" + note + less + ")\n"));
    }

    private static List<Map.Entry<PartKind, Double>> greatestFirst(CriticalChain chain) {
        return chain.parts().entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.<PartKind, Double>comparingByValue(Comparator.reverseOrder()))
                .toList();
    }

    /**
     * Returns a sentence with the largest component of the critical path, the worst cause of contention or timeouts,
     * and the saving without contention.
     *
     * @param uncontended makespan without contention and losses, seconds; NaN if it is not known
     */
    static String verdict(CriticalChain chain, double uncontended) {
        List<Map.Entry<PartKind, Double>> parts = greatestFirst(chain);
        if (parts.isEmpty()) {
            return "Nothing takes time.";
        }
        PartKind greatest = parts.get(0).getKey();
        StringBuilder verdict = new StringBuilder("Rank " + chain.rank() + " finishes last, and "
                + Words.percent(parts.get(0).getValue() / chain.makespan()) + " of the critical path is "
                + name(greatest));
        List<Culprit> links = chain.culprits(Culprit.Type.LINK);
        if (!links.isEmpty()) {
            Culprit worst = links.get(0);
            boolean contention = worst.contention() >= worst.timeouts();
            double seconds = contention ? worst.contention() : worst.timeouts();
            verdict.append("; the worst " + (contention ? "contention, " : "timeouts, ") + worst.name()
                    + (contention ? ", is " : ", are ") + Words.percent(seconds / chain.makespan()));
        }
        if (greatest == PartKind.CONTENTION && uncontended < chain.makespan()) {
            verdict.append(". Without contention " + Readable.seconds(chain.makespan() - uncontended) + " ("
                    + Words.percent(1 - uncontended / chain.makespan())
                    + ") would be saved: other paths are almost as long");
        }
        return verdict.append('.').toString();
    }

    private static String name(PartKind kind) {
        return switch (kind) {
            case COMPUTE -> "computation";
            case TRANSFER -> "contention-free transfer of messages";
            case TIMEOUT -> "retransmission timeouts";
            case START -> "the delay of a rank's start";
            default -> kind.label();
        };
    }

    /** Writes all segments found by a search to a file, and returns the critical path of the search. */
    static CriticalChain writing(Path file, Function<Consumer<Segment>, CriticalChain> search) {
        List<CriticalChain> found = new ArrayList<>(1);
        WholeFile.write(file, part -> {
            try (Writer out =
                    new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(part), StandardCharsets.UTF_8))) {
                Csv csv = Csv.with(
                        out, "rank", "from", "to", "kind", "step", "sender", "receiver", "tag", "bytes", "link");
                found.add(search.apply(segment -> row(csv, segment)));
            }
        });
        return found.get(0);
    }

    private static void row(Csv csv, Segment segment) {
        ChainMessage message = segment.message();
        csv.row(
                segment.rank(),
                segment.from(),
                segment.to(),
                segment.kind().part().label(),
                segment.kind().label(),
                cell(message, ChainMessage::sender),
                cell(message, ChainMessage::receiver),
                cell(message, ChainMessage::tag),
                cell(message, ChainMessage::bytes),
                segment.link() == null ? "" : segment.link());
    }

    private static Object cell(@Nullable ChainMessage message, Function<ChainMessage, Object> value) {
        return message == null ? "" : value.apply(message);
    }
}
