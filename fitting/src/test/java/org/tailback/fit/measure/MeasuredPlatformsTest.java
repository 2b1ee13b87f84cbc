package org.tailback.fit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.fit.graphs.GraphCampaign;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.loggp.PlogPParameters;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.penalties.GigabitEthernetFit;
import org.tailback.fit.penalties.PenaltyEstimation;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.tree.TimeoutThreshold;
import org.tailback.fit.tree.TreeCampaign;
import org.tailback.fit.tree.TreeParameters;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

/** The platforms of the papers, measured as the papers measure and fitted, have the numbers that the papers print. */
class MeasuredPlatformsTest {
    private static SimulatedHosts hosts(String platform) {
        return new SimulatedHosts(PlatformFile.read(Path.of(platform)).resolve(Overrides.NONE));
    }

    private static List<MeasuredGraph> measured(SimulatedHosts hosts, double bytes, String... graphs) {
        GraphCampaign campaign = new GraphCampaign(hosts, hosts.platform().cluster()::nodeNamed, Repetition.DEFAULT);
        double alone = campaign.measure(GraphLanguage.inline("0>1", bytes))
                .seconds()
                .get(0)
                .value();
        List<MeasuredGraph> all = new ArrayList<>();
        for (String text : graphs) {
            ContentionGraph graph = GraphLanguage.inline(text, bytes);
            List<Double> seconds = campaign.measure(graph).seconds().stream()
                    .map(Estimate::value)
                    .toList();
            all.add(new MeasuredGraph(text, graph, seconds, alone, bytes));
        }
        return all;
    }

    @Test
    void nomura2007_table2_bothEndsAtOnce_gOf64KiBAndLatency() {
        PrttCampaign campaign = new PrttCampaign(List.of(1L, 65536L), 16, new Repetition(0, 1, 1, 1));
        HostPair pair = new HostPair(hosts("plogpt-table2-bidirectional"), true);
        PlogPParameters found = PlogPParameters.of(
                PrttSeries.ofCells("Table II", campaign.run(pair, List.of(), cell -> {}), List.of()));

        // 8 x 65536 bit / 580.2 Mbit/s
        assertThat(found.entries().get(1).gap() * 1e6).isCloseTo(903.6332299, within(1e-6));
        assertThat(found.latency()).isCloseTo(50e-6, within(1e-12));
    }

    @Test
    void nomura2007_table2_measuredTree_hasItsBandwidthsAndBufferDelays() {
        SimulatedHosts hosts = hosts("plogpt-table2-bidirectional");
        TreeParameters found = TreeParameters.of(
                new TreeCampaign(hosts, 4 << 20, true, 1, new TimeoutThreshold(hosts)).run(height -> {}));

        double[] perNode = {580.2, 580.1, 576.0, 576.0, 485.0};
        double[] delays = {502, 902, 913, 910, 909};
        for (int h = 1; h <= 5; h++) {
            TreeParameters.Height height = found.heights().get(h - 1);
            // b(4) counts as 2 b(3)
            assertThat(height.bandwidth().value() * 8e-6 / (1 << (h - 1)))
                    .as("b(%d)", h)
                    .isCloseTo(perNode[h - 1], within(1e-6));
            // to the byte from which messages are hit: a byte takes 0.014 us
            assertThat(2 * height.bufferDelay().value() * 1e6).as("2 d(%d)", h).isCloseTo(delays[h - 1], within(0.1));
        }
        assertThat(found.fragment("today").text())
                .contains("switches between heights: 1 and 2, 4 and 5", "model: tail-drop");
    }

    @Test
    void vienne2008_gigabitEthernet_measuredStarsAndFig4_haveItsParameters() {
        List<MeasuredGraph> graphs =
                measured(hosts("vienne-gige"), 4e6, "0>1 0>2", "0>1 0>2 0>3", "0>1 0>2 0>3 1>2 1>3 2>3");
        GigabitEthernetFit found = GigabitEthernetFit.of(new MeasuredGraphsFile("measured", "", graphs));

        assertThat(found.beta().value()).isCloseTo(0.75, within(1e-5));
        assertThat(found.outgoingGamma()).isCloseTo(0.115, within(1e-5));
        // from t_f, 2.1756 contention-free times of which the first 1.446 are at the penalty that gamma_i makes
        assertThat(graphs.get(2).slowdown(5)).isCloseTo(2.1756379668, within(1e-5));
    }

    @Test
    void martinasso2011_fig2AndFig3_measured_haveThePrintedPenalties() {
        String fig2 = "a>b a>c a>d d>b d>c"
                .replace('a', '0')
                .replace('b', '1')
                .replace('c', '2')
                .replace('d', '3');
        String fig3 = "a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5";
        List<MeasuredGraph> graphs = measured(hosts("martinasso-infiniband"), 20 << 20, fig2, fig3);
        var penalties =
                PenaltyEstimation.estimate(graphs, InfiniBand.DEFAULT, 1e-6).penalties();

        double[] printed2 = {4, 4, 4, 8.0 / 3, 8.0 / 3};
        double[] printed3 = {3.5, 3.5, 3.5, 10.0 / 3, 10.0 / 3, 1.5};
        for (int i = 0; i < printed3.length; i++) {
            assertThat(penalties.get(fig3).get(i)).as("Fig. 3, %d", i).isCloseTo(printed3[i], within(1e-4));
        }
        for (int i = 0; i < printed2.length; i++) {
            assertThat(penalties.get(fig2).get(i)).as("Fig. 2, %d", i).isCloseTo(printed2[i], within(1e-4));
        }
    }
}
