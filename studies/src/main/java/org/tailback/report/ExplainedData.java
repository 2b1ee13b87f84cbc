package org.tailback.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.PartKind;
import org.tailback.explain.Segment;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.table.Json;

/** The chain of a run, its culprits, changes, efficiencies and derivatives in the data of its page. */
final class ExplainedData {
    /** Culprits that a page lists. */
    private static final int MOST = 1000;

    private ExplainedData() {}

    /** The time of a rank on the chain, without interruption. */
    private record Stay(int rank, double from, double to) {}

    static void write(Explained explained, Json json) {
        CriticalChain chain = explained.chain();
        if (chain != null) {
            json.object("why", item -> chain(explained, chain, item));
        }
        Efficiencies measured = explained.efficiencies();
        if (measured != null) {
            json.object("efficiencies", item -> efficiencies(measured, item));
        }
        NumbersOfPlatform numbers = explained.numbers();
        if (numbers != null) {
            json.object("numbers", numbers::write);
        }
    }

    private static void chain(Explained explained, CriticalChain chain, Json json) {
        List<Stay> stays = stays(chain.path());
        json.text("verdict", explained.verdict())
                .text(
                        "note",
                        chain.segments() > chain.path().size()
                                ? "The line in the timeline shows the latest "
                                        + chain.path().size() + " of " + chain.segments()
                                        + " segments of the critical path."
                                : "The line in the timeline is the critical path.")
                .rows(
                        "parts",
                        chain.parts().entrySet().stream()
                                .filter(part -> part.getValue() > 0)
                                .sorted(Map.Entry.<PartKind, Double>comparingByValue(Comparator.reverseOrder()))
                                .toList(),
                        part -> List.of(part.getKey().label(), part.getValue()))
                .object(
                        "path",
                        item -> item.column("rank", stays, Stay::rank)
                                .column("from", stays, Stay::from)
                                .column("to", stays, Stay::to))
                .rows(
                        "culprits",
                        chain.culprits().stream().limit(MOST).toList(),
                        culprit -> List.of(
                                culprit.type().label(), culprit.name(), culprit.contention(), culprit.timeouts()))
                .rows(
                        "changes",
                        explained.changes(),
                        change -> List.of(
                                change.change(),
                                change.makespan(),
                                change.saves(),
                                change.saves() / chain.makespan(),
                                change.promised()));
    }

    private static List<Stay> stays(List<Segment> path) {
        List<Stay> stays = new ArrayList<>();
        for (Segment segment : path) {
            int last = stays.size() - 1;
            if (last >= 0 && stays.get(last).rank() == segment.rank()) {
                stays.set(last, new Stay(segment.rank(), stays.get(last).from(), segment.to()));
            } else {
                stays.add(new Stay(segment.rank(), segment.from(), segment.to()));
            }
        }
        return stays;
    }

    private static void efficiencies(Efficiencies whole, Json json) {
        json.rows(
                "factors",
                List.of(
                        List.of("parallel", whole.parallel()),
                        List.of("load balance", whole.loadBalance()),
                        List.of("communication", whole.communication()),
                        List.of("serialisation", whole.serialisation()),
                        List.of("transfer", whole.transfer()),
                        List.of("latency", whole.latency()),
                        List.of("bandwidth", whole.bandwidth()),
                        List.of("contention", whole.contention()),
                        List.of("timeouts", whole.timeouts())),
                factor -> factor);
    }
}
