package org.tailback.study.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The dynamic rules file of Open MPI's component coll/tuned, as {@code coll_tuned_dynamic_file.c} reads it: numbers,
 * with comments behind {@code #}. A rule holds for communicators from its number of ranks to the next, and for
 * messages from its size to the next. Smaller communicators keep Open MPI's own decisions, as do cells without a rule
 * (algorithm 0).
 *
 * <p>Version 2, which 5.0.7 and later releases read, begins with its version and has a fifth number in each rule, the
 * most requests in flight; 0 is no limit.
 */
final class TunedRules implements RulesFormat {
    private final String name;
    private final boolean hasVersion;

    TunedRules(String name, boolean hasVersion) {
        this.name = name;
        this.hasVersion = hasVersion;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String library() {
        return "Open MPI";
    }

    @Override
    public List<String> algorithms(Kind kind) {
        return OpenMpiAlgorithms.names(kind);
    }

    @Override
    public CollectiveSelector selector() {
        return CollectiveSelectors.parse("openmpi");
    }

    @Override
    public String usage() {
        return "for Open MPI " + (hasVersion ? "5.0.7 or later" : "4.1 or 5.0")
                + ": --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename FILE";
    }

    @Override
    public String text(DecisionRules rules, List<String> comments) {
        Kind kind = rules.kind();
        Map<Integer, List<RuleCell>> bySize = rules.bySize();
        List<String> lines = new ArrayList<>();
        if (hasVersion) {
            lines.add("rule-file-version-2"); // read before comments are
        }
        comments.forEach(comment -> lines.add("# " + comment.replace('\n', ' ')));
        lines.add("1 # number of collectives");
        lines.add(OpenMpiAlgorithms.collective(kind) + " # " + kind.label());
        lines.add(bySize.size() + " # number of communicator sizes");
        bySize.forEach((ranks, all) -> {
            List<RuleCell> cells = OpenMpiAlgorithms.distinct(kind, all);
            lines.add(ranks + " # ranks or more, " + cells.get(0).ranksPerNode() + " per node");
            lines.add(cells.size() + " # number of message sizes");
            for (int i = 0; i < cells.size(); i++) {
                RuleCell cell = cells.get(i);
                lines.add(OpenMpiAlgorithms.from(kind, cells, i) + " " + OpenMpiAlgorithms.number(kind, cell) + " "
                        + OpenMpiAlgorithms.fanOut(cell) + " " + OpenMpiAlgorithms.segment(cell)
                        + (hasVersion ? " 0" : "") + " # " + cell.comment());
            }
        });
        return String.join("\n", lines) + "\n";
    }
}
