package org.tailback.fit.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.fit.SharedFiles;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;

/** The table of errors in docs/models/head-of-line.md. */
class MeasuredLosslessTest {
    private static final List<String> MODELS =
            List.of("head-of-line", "infiniband", "myrinet", "infiniband-vienne", "max-min", "largest-share");

    /** Mean errors per message in percent, as printed. */
    @ParameterizedTest
    @CsvSource({
        "martinasso-2011-fig4, 8, star, 0.3 3.3 7.4 18 24 22",
        "martinasso-2011-fig3, 8, star, 5.1 2.2 7.8 25 22 22",
        "simulated/packets-star-8, 8, star, 0.1 4.6 11 13 14 15",
        "tcp-star-8-graphs, 8, star, 24 25 24 18 14 17"
    })
    void meanErrors_areThePrintedOnes(String file, int nodes, String topology, String printed) {
        assertMeanErrors(file, nodes, topology, printed);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "vienne-2008-fig4, 8, star, 66 74 60 56 34 39",
        "simulated/packets-fat-tree-16, 16, 'fat-tree,down=4x4,up=1x2', 0.2 27 32 32 29 27",
        "simulated/packets-dragonfly-24, 24, 'dragonfly,groups=4x3x2', 0.3 22 27 28 27 26"
    })
    void meanErrors_ofLongEvaluations_areThePrintedOnes(String file, int nodes, String topology, String printed) {
        assertMeanErrors(file, nodes, topology, printed);
    }

    private static void assertMeanErrors(String file, int nodes, String topology, String printed) {
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(SharedFiles.repository("docs/measured/" + file + ".json"))
                .graphs();
        String[] percents = printed.split(" ");
        for (int i = 0; i < percents.length; i++) {
            boolean hasLinks =
                    List.of("head-of-line", "max-min", "largest-share").contains(MODELS.get(i));
            String effort = MODELS.get(i).equals("head-of-line") ? ",effort=4000000" : "";
            String model = MODELS.get(i) + (hasLinks ? ":topology=" + topology + effort : "");
            Evaluation evaluation =
                    Evaluation.of(graphs, Registry.load().model(ModelChoice.parse(model)), Cluster.of(nodes, 1));
            assertThat(100 * evaluation.meanMessageError())
                    .as(model)
                    .isCloseTo(Double.parseDouble(percents[i]), within(percents[i].contains(".") ? 0.05 : 0.5));
        }
    }
}
