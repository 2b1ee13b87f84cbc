package org.tailback.study.rules;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The selection file of MPICH ({@code src/mpi/coll/src/csel.c}): a tree of conditions, of which the first that holds
 * counts. A rule holds for communicators of exactly its size, as some algorithms work for powers of two only; all
 * others and cells without a rule have MPICH's own choice, because nothing else decides where a file is
 * read. So the file needs all collectives that a program calls.
 *
 * <p>Where ranks share nodes, MPICH first splits a collective into parts inside nodes and between them, whatever this
 * file says. Rules are therefore for one rank per node.
 */
final class MpichRules implements RulesFormat {
    @Override
    public String name() {
        return "mpich";
    }

    @Override
    public String library() {
        return "MPICH";
    }

    @Override
    public List<String> algorithms(Kind kind) {
        return List.copyOf(MpichAlgorithms.of(kind).algorithms().keySet());
    }

    @Override
    public CollectiveSelector selector() {
        return CollectiveSelectors.parse("mpich");
    }

    @Override
    public String usage() {
        return "for MPICH 4: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=FILE";
    }

    @Override
    public String text(DecisionRules rules, List<String> comments) {
        rules.cells().stream()
                .filter(cell -> cell.ranksPerNode() > 1)
                .findFirst()
                .ifPresent(cell -> {
                    throw InputException.at(
                            "--rules-format mpich",
                            "MPICH splits collectives by node before it reads such a file: " + cell.ranksPerNode()
                                    + " ranks per node have no rules of their own",
                            "Give --ranks-per-node 1");
                });
        Kind kind = rules.kind();
        MpichAlgorithms.Known known = MpichAlgorithms.of(kind);
        Map<String, Object> own = MpichAlgorithms.own(kind);
        Map<String, Object> sizes = new LinkedHashMap<>();
        rules.bySize().forEach((ranks, cells) -> {
            if (cells.stream().anyMatch(RuleCell::isRule)) {
                if (ranks > 1) {
                    sizes.put("comm_size<=" + (ranks - 1), own);
                }
                sizes.put("comm_size<=" + ranks, messages(known, cells));
            }
        });
        sizes.put("comm_size=any", own);
        Map<String, Object> intra = kind == Kind.ALLTOALL
                ? ImmutableMap.of(
                        "is_sendbuf_inplace=yes",
                        ImmutableMap.of("algorithm=MPIR_Alltoall_intra_pairwise_sendrecv_replace", ImmutableMap.of()),
                        "is_sendbuf_inplace=no",
                        sizes)
                : sizes;
        return json(ImmutableMap.of(
                "collective=" + known.name(),
                ImmutableMap.of("comm_type=intra", intra, "comm_type=inter", known.interTree())));
    }

    private static Map<String, Object> messages(MpichAlgorithms.Known known, List<RuleCell> cells) {
        Map<String, Object> messages = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            RuleCell cell = cells.get(i);
            long blocks = known.sizeKey().startsWith("total") ? cell.ranks() : 1;
            long upTo =
                    i + 1 < cells.size() ? Math.multiplyExact(cells.get(i + 1).bytes(), blocks) - 1 : Long.MAX_VALUE;
            // sizes in the file are read as int
            boolean isLast = upTo > Integer.MAX_VALUE;
            messages.put(known.sizeKey() + (isLast ? "=any" : "<=" + upTo), known.tree(cell.chosen()));
            if (isLast) {
                break;
            }
        }
        return messages;
    }

    /** Returns a tree as JSON, a field a line. */
    private static String json(Map<String, ?> tree) {
        StringWriter out = new StringWriter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter(
                            Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
                    .withObjectIndenter(indenter));
            write(json, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private static void write(JsonGenerator json, Object tree) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : ((Map<?, ?>) tree).entrySet()) {
            json.writeFieldName(String.valueOf(field.getKey()));
            write(json, field.getValue());
        }
        json.writeEndObject();
    }
}
