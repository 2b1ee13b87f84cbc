package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

class MeasuredAlgorithmsTest {
    private static final Pattern CELL = Pattern.compile("\"operation\": *\"(\\w+)\"[^}]*\"tailback\": *\"([\\w-]+)\"");

    /** The table is what the files of measurements have. */
    @Test
    void algorithms_areThoseOfTheMeasuredCells() throws IOException {
        Map<String, TreeSet<String>> measured = new TreeMap<>();
        for (String machine : List.of("leonardo", "lumi", "marenostrum5")) {
            Matcher cells =
                    CELL.matcher(Files.readString(Path.of("../docs/measured/" + machine + "-collectives.json")));
            while (cells.find()) {
                measured.computeIfAbsent(cells.group(1), key -> new TreeSet<>()).add(cells.group(2));
            }
        }
        assertThat(measured).hasSize(8);
        for (Kind kind : Kind.values()) {
            assertThat(TunedRules.measured(kind))
                    .as(kind.label())
                    .containsExactlyElementsOf(measured.getOrDefault(kind.label(), new TreeSet<>()));
        }
    }

    @Test
    void comment_ofAnAlgorithmNeverCompared_statesNoGain() {
        String caveat = DecisionRules.unverified(Kind.BCAST, "chain/64KiB", "binomial-doubling");

        assertThat(caveat).isEqualTo("prediction only, without a measurement of chain/64KiB");
        assertThat(new RuleCell(8, 1, 64, "chain/64KiB", 1, "binomial-doubling", 2, caveat, 0.1).comment())
                .isEqualTo("chain/64KiB over binomial-doubling, " + caveat);
        assertThat(DecisionRules.unverified(Kind.ALLREDUCE, "ring", "rabenseifner"))
                .isEmpty();
    }
}
