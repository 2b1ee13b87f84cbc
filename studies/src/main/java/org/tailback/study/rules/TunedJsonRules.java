package org.tailback.study.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The JSON form of the rules of Open MPI's coll/tuned, version 3, which Open MPI 6 reads ({@code
 * docs/tuning-apps/tuned_dynamic_file_schema.json}). The first matching rule counts; what has none keeps Open MPI's own
 * decisions. Communicators with one rank a node have separate rules. The schema has no place for comments.
 */
final class TunedJsonRules extends OpenMpiRules {
    TunedJsonRules() {
        super("openmpi-json");
    }

    @Override
    public String usage() {
        return "for Open MPI 6: --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename FILE";
    }

    @Override
    public String text(DecisionRules rules, List<String> comments) {
        List<RuleCell> alone =
                rules.cells().stream().filter(cell -> cell.ranksPerNode() == 1).toList();
        List<RuleCell> shared =
                rules.cells().stream().filter(cell -> cell.ranksPerNode() > 1).toList();
        List<Object> communicators = new ArrayList<>();
        // the narrower one first
        add(new DecisionRules(rules.kind(), alone), "one-per-node", communicators);
        add(new DecisionRules(rules.kind(), shared), "any", communicators);
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("rule_file_version", 3);
        root.put("module", "tuned");
        root.put("collectives", Map.of(rules.kind().label(), communicators));
        return JsonTree.text(root);
    }

    private static void add(DecisionRules rules, String distribution, List<Object> communicators) {
        List<Map.Entry<Integer, List<RuleCell>>> bySize =
                List.copyOf(rules.bySize().entrySet());
        for (int i = 0; i < bySize.size(); i++) {
            Map<String, Object> communicator = new LinkedHashMap<>();
            communicator.put("comm_size_min", bySize.get(i).getKey());
            communicator.put(
                    "comm_size_max", i + 1 < bySize.size() ? bySize.get(i + 1).getKey() - 1 : "inf");
            communicator.put("comm_rank_distribution", distribution);
            communicator.put(
                    "rules",
                    messages(
                            rules.kind(),
                            OpenMpiAlgorithms.distinct(
                                    rules.kind(), bySize.get(i).getValue())));
            communicators.add(communicator);
        }
    }

    private static List<Object> messages(Kind kind, List<RuleCell> cells) {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            RuleCell cell = cells.get(i);
            if (cell.isRule()) {
                Map<String, Object> message = new LinkedHashMap<>();
                message.put("msg_size_min", OpenMpiAlgorithms.from(kind, cells, i));
                message.put(
                        "msg_size_max", i + 1 < cells.size() ? OpenMpiAlgorithms.from(kind, cells, i + 1) - 1 : "inf");
                message.put("alg", OpenMpiAlgorithms.number(kind, cell));
                putIfPositive(message, "faninout", OpenMpiAlgorithms.fanOut(cell));
                putIfPositive(message, "seg_size", OpenMpiAlgorithms.segment(cell));
                messages.add(message);
            }
        }
        return messages;
    }

    private static void putIfPositive(Map<String, Object> message, String key, long value) {
        if (value > 0) {
            message.put(key, value);
        }
    }
}
