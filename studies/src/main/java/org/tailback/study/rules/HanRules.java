package org.tailback.study.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;

/**
 * The dynamic rules file of Open MPI's component coll/han ({@code coll_han_dynamic_file.c}): which component performs
 * an operation inside nodes (level 0), between them (level 1) and on the whole communicator (level 2). The file has
 * tuned on levels 0 and 1. On level 2 it has han, which works on both levels and is what Open MPI 5 does by itself, or
 * tuned where one flat algorithm is faster beyond the model's error.
 *
 * <p>A level begins with communicator size 1, a communicator with message size 0; each rule holds to the next. Sizes
 * are those of one rank's buffer or block. Components have names since Open MPI 5.0.
 */
final class HanRules extends OpenMpiRules {
    private static final String HAN = "han";
    private static final String TUNED = "tuned";

    HanRules() {
        super("han");
    }

    @Override
    public String library() {
        return "coll/han";
    }

    @Override
    public List<String> algorithms(Kind kind) {
        if (!HanTime.has(kind)) {
            throw InputException.at("--decision-rules", "Open MPI's coll/han has no rules for " + kind.label(), "");
        }
        return super.algorithms(kind);
    }

    @Override
    public String usage() {
        return "for Open MPI 5: --mca coll_han_use_dynamic_file_rules 1 --mca coll_han_dynamic_rules_filename FILE";
    }

    /** Compares tuned, by its own decisions, with han. */
    @Override
    public Optional<RuleCell> cell(
            Kind kind, CollectiveStudy study, CollectiveStudy.Case any, List<CollectiveRow> rows, double modelError) {
        CollectiveRow row = rows.get(0);
        if (row.ranksPerNode() == 1) {
            throw InputException.at(
                    "--rules-format han",
                    "coll/han has nothing to decide where nodes have one rank each",
                    "Give --ranks-per-node 2 or more");
        }
        String flat = CollectiveProgram.selected(kind, selector(), any.ranks(), any.bytes());
        return Optional.of(new RuleCell(
                row.ranks(),
                row.ranksPerNode(),
                row.bytes(),
                TUNED,
                study.time(any.withAlgorithm(flat)),
                HAN,
                new HanTime(study, selector()).of(kind, any, row.ranksPerNode()),
                modelError));
    }

    @Override
    public String text(DecisionRules rules, List<String> comments) {
        Map<Integer, List<RuleCell>> bySize = rules.bySize();
        List<String> lines = new ArrayList<>();
        begin(lines, rules.kind(), comments);
        lines.add("3 # number of levels");
        lines.addAll(level("0 # inside nodes", TUNED));
        lines.addAll(level("1 # between nodes", TUNED));
        lines.add("2 # the whole communicator");
        boolean hasOne = bySize.containsKey(1);
        lines.add(bySize.size() + (hasOne ? 0 : 1) + " # number of communicator sizes");
        if (!hasOne) {
            lines.addAll(List.of("1 # ranks or more", "1 # number of message sizes", "0 " + HAN));
        }
        bySize.forEach((ranks, cells) -> {
            beginSize(lines, ranks, cells);
            for (int i = 0; i < cells.size(); i++) {
                RuleCell cell = cells.get(i);
                lines.add((i == 0 ? 0 : cell.bytes()) + " " + cell.chosen() + " # " + cell.comment());
            }
        });
        return String.join("\n", lines) + "\n";
    }

    private static List<String> level(String head, String component) {
        return List.of(
                head,
                "1 # number of communicator sizes",
                "1 # ranks or more",
                "1 # number of message sizes",
                "0 " + component);
    }
}
