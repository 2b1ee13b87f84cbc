package org.tailback.study.rules;

import java.util.List;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.program.CollectiveCall.Kind;

/** A file of rules of Open MPI: its algorithms are those of coll/tuned, whose own decisions count without rules. */
abstract class OpenMpiRules implements RulesFormat {
    private final String name;

    OpenMpiRules(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
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
    public final CollectiveSelector selector() {
        return CollectiveSelectors.parse("openmpi");
    }

    /** Appends comments and the only collective of a file, as the text formats begin. */
    static void begin(List<String> lines, Kind kind, List<String> comments) {
        comments.forEach(comment -> lines.add("# " + comment.replace('\n', ' ')));
        lines.add("1 # number of collectives");
        lines.add(OpenMpiAlgorithms.collective(kind) + " # " + kind.label());
    }

    /** Appends the head of the rules of communicators of a size. */
    static void beginSize(List<String> lines, int ranks, List<RuleCell> cells) {
        lines.add(ranks + " # ranks or more, " + cells.get(0).ranksPerNode() + " per node");
        lines.add(cells.size() + " # number of message sizes");
    }
}
