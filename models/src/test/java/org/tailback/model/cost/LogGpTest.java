package org.tailback.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.error.InputException;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.platformfile.YamlSettings;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.settings.Settings;

class LogGpTest {
    private static final double MICRO = 1e-6;

    private static LogGp cost(double latency, double overhead, double gap, double gapPerByte) {
        return new LogGp(
                "loggp",
                List.of(new LogGp.Range(0, overhead, overhead, 0, gap, gapPerByte, latency)),
                new ProtocolRule(Long.MAX_VALUE, Protocol.EAGER_BUFFERED, 0, false),
                MeasuredSizes.ALL);
    }

    /** The benchmark of Hoefler et al., Listing 1: n messages with pauses, one answer. */
    private static double roundTrip(LogGp cost, int n, double pause, long bytes) {
        ScriptedProgram program = new ScriptedProgram(2);
        for (int i = 0; i < n; i++) {
            if (i > 0) {
                program.add(0, s -> s.compute(pause));
            }
            program.add(0, s -> s.send(1, 0, bytes));
            program.add(1, s -> s.recv(0, 0, bytes));
        }
        program.add(0, s -> s.recv(1, 1, bytes)).add(1, s -> s.send(0, 1, bytes));
        Platform platform = Platform.builder()
                .cluster(Cluster.of(2, 1))
                .model(new Uncontended())
                .cost(cost)
                .loss(new NoLoss())
                .build();
        return Replay.builder(program, platform).build().run().makespan();
    }

    @ParameterizedTest(name = "n = {0}, d = {1} us, s = {2}, o = {3} us")
    @CsvSource({
        "1, 0, 1, 4.72",
        "1, 0, 1025, 4.72",
        "16, 0, 1, 4.72",
        "16, 0, 1025, 4.72",
        "16, 40, 1025, 4.72",
        "16, 0.2, 1, 4.72",
        "16, 0, 65536, 0",
        "16, 3, 65536, 1"
    })
    void roundTrip_hoefler2007EquationsOneAndFour(int n, double d, long s, double o) {
        // PRTT(n, d, s) = 2 (L + 2 o + (s - 1) G) + (n - 1) max(o + d, g + (s - 1) G); here o <= g, as in Table 2 for
        // Open MPI.
        double latency = 5.96;
        double g = 5.14;
        double perByte = 0.00073;
        double expected = 2 * (latency + 2 * o + (s - 1) * perByte) + (n - 1) * Math.max(o + d, g + (s - 1) * perByte);

        double measured = roundTrip(cost(latency * MICRO, o * MICRO, g * MICRO, perByte * MICRO), n, d * MICRO, s);

        assertThat(measured / MICRO).isEqualTo(expected, within(1e-9));
    }

    @Test
    void roundTrip_hoefler2007OpenMpiOver1025Bytes_32Point29504Microseconds() {
        assertThat(roundTrip(cost(5.96 * MICRO, 4.72 * MICRO, 5.14 * MICRO, 0.00073 * MICRO), 1, 0, 1025) / MICRO)
                .isEqualTo(32.29504, within(1e-9));
    }

    @Test
    void ranges_sizeSelectsItsRange() {
        LogGp cost = new LogGp(
                "loggp",
                List.of(new LogGp.Range(1, 2, 3, 0, 4, 5, 1), new LogGp.Range(100, 20, 30, 0, 40, 50, 1)),
                ProtocolRule.ALL_EAGER,
                MeasuredSizes.ALL);

        assertThat(cost.sendOverhead(0)).isEqualTo(2);
        assertThat(cost.receiveOverhead(99)).isEqualTo(3);
        assertThat(cost.gap(99)).isEqualTo(98 * 5);
        assertThat(cost.gap(100)).isEqualTo(99 * 50);
        assertThat(cost.interfaceGap(100)).isEqualTo(40);
    }

    @Test
    void ranges_ownLatency_replacesThatOfTheCost() {
        Settings settings = YamlSettings.parse(
                "latency: 1 us\nprotocols: [{from: 0, gap-per-byte: 0 s}, {from: 100, gap-per-byte: 0 s, latency: 7 us}]",
                "test",
                "cost");
        MessageCost cost = new LogGpProvider.LogGP().create(settings);

        assertThat(cost.latency(99)).isEqualTo(1e-6);
        assertThat(cost.latency(100)).isEqualTo(7e-6);
    }

    @Test
    void ranges_notGrowing_areRejected() {
        Settings settings = YamlSettings.parse(
                "latency: 1 us\nprotocols: [{from: 0, gap-per-byte: 0 s}, {from: 0, gap-per-byte: 0 s}]",
                "test",
                "cost");

        assertThatThrownBy(() -> new LogGpProvider.LogGP().create(settings))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("grow");
    }
}
