package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;

class FiveNumberStarTest {
    private static final PlatformFile PLATFORM = PlatformFile.parse("""
            cluster: {nodes: 8}
            network: {model: max-min, bandwidth: 20 GB/s}
            cost:
              model: loggps
              latency: 2 us
              protocols: [{from: 0 B, overhead: 0.5 us, bandwidth: 1 GB/s}, {from: 8 KiB, overhead: 3 us, bandwidth: 10 GB/s}]
              eager-limit: 8 KiB
              handshake: 4 us
            local: {reduction: [{from: 0 B, bandwidth: 8 GB/s}, {from: 1 MiB, bandwidth: 4 GB/s}], copy: {bandwidth: 5 GB/s}}
            """, "eight.yaml");

    private static MeasuredCollective cell(String algorithm, int nodes, double seconds) {
        return new MeasuredCollective(Kind.BCAST, algorithm, algorithm, nodes, 1, 1_000_000, seconds);
    }

    @Test
    void of_platformWithProtocols_hasWhatOneMessageShows() {
        FiveNumberStar star = FiveNumberStar.of(PLATFORM.resolve(Overrides.NONE));

        // a large message moves at the injection rate of its cost; 8 B at 1 GB/s occupy 8 ns; 1 MiB is reduced at 4
        // GB/s
        assertThat(star.bandwidth()).isCloseTo(10e9, within(1e3));
        assertThat(star.latency()).isEqualTo(2e-6);
        assertThat(star.overhead()).isEqualTo(0.5e-6);
        assertThat(star.gap()).isCloseTo(7e-9, within(2e-9));
        assertThat(star.local()).isCloseTo(4e9, within(1.0));
    }

    @Test
    void evaluation_onTheStar_takesOverheadTransferLatencyOverhead() {
        List<MeasuredCollective> cells = List.of(cell("linear", 2, 1e-3), cell("linear", 4, 1e-3));
        CollectiveEvaluation evaluation = CollectiveEvaluation.of(cells, PLATFORM, Overrides.NONE);

        CollectiveEvaluation star =
                evaluation.on(FiveNumberStar.of(PLATFORM.resolve(Overrides.NONE)), PLATFORM.cluster());

        assertThat(star.rows().get(0).predicted()).isCloseTo(0.5e-6 + 100e-6 + 2e-6 + 0.5e-6, within(1e-7));
        // without the handshake and the overheads of large messages
        assertThat(star.rows().get(0).predicted())
                .isLessThan(evaluation.rows().get(0).predicted() - 8e-6);
        assertThat(star.parts(MeasuredCollective::layout)).containsOnlyKeys("2 x 1", "4 x 1");
    }

    @Test
    void parts_keepTheirPoints() {
        CollectiveEvaluation evaluation = CollectiveEvaluation.of(
                List.of(
                        cell("linear", 2, 3e-4),
                        cell("pipeline", 2, 1e-4),
                        cell("linear", 4, 1e-4),
                        cell("chain", 4, 2e-4)),
                new double[] {1, 2, 1, 2});

        assertThat(evaluation.parts(MeasuredCollective::layout).get("2 x 1").meanRegret())
                .isCloseTo(3, within(1e-9));
        assertThat(evaluation.parts(MeasuredCollective::layout).get("4 x 1").meanRegret())
                .isEqualTo(1);
    }
}
