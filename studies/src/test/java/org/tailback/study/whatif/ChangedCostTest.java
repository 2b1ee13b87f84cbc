package org.tailback.study.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cost.MessageCost;
import org.tailback.model.cost.BySize;
import org.tailback.model.cost.SmpiCost;
import org.tailback.model.cost.SmpiCostProvider;
import org.tailback.settings.Settings;

/** All that a cost says takes part in a change: a calibrated SMPI cost says most. */
class ChangedCostTest {
    private static final SmpiCost COST = new SmpiCost(
            1e9,
            1e-5,
            BySize.factors("0:0.8"),
            BySize.factors("0:2"),
            16,
            65536,
            new SmpiCost.Ranges(
                    BySize.overheads("0:1e-6:0"),
                    BySize.overheads("0:2e-6:0"),
                    BySize.overheads("0:3e-6:0"),
                    4e-6,
                    1000,
                    true,
                    new SmpiCost.Local(4e9, 1e-6, BySize.factors("0:1"), BySize.factors("0:1")),
                    (SmpiCost) new SmpiCostProvider()
                            .create(Settings.ofScalars(
                                    "cost", "test", Map.of("bandwidth", "2 GB/s", "latency", "1 us")))));

    static Stream<Method> methods() {
        return Arrays.stream(MessageCost.class.getMethods())
                .filter(method -> !method.getName().equals("exchange"));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void networkAsFast_changesNothing(Method method) throws ReflectiveOperationException {
        MessageCost same = ChangedCost.fasterNetwork(COST, 1);
        for (long bytes : new long[] {0, 999, 1000, 1_000_000}) {
            Object[] arguments = switch (method.getParameterCount()) {
                case 0 -> new Object[0];
                case 1 -> new Object[] {bytes};
                default -> new Object[] {bytes, Double.NaN};
            };
            assertThat(method.invoke(same, arguments)).isEqualTo(method.invoke(COST, arguments));
            assertThat(method.invoke(same.exchange(), arguments)).isEqualTo(method.invoke(COST.exchange(), arguments));
        }
    }

    @Test
    void localSeconds_ofMessagesInsideNodes_haveALatencyAndABandwidth() {
        // 1 us + 4000 B / 4 GB/s = 2 us
        assertThat(COST.localSeconds(4000)).isEqualTo(2e-6);
        assertThat(ChangedCost.withoutLatency(COST).localSeconds(4000)).isEqualTo(1e-6);
        assertThat(ChangedCost.fasterNetwork(COST, 2).localSeconds(4000)).isEqualTo(1.5e-6);
        assertThat(ChangedCost.infiniteBandwidth(COST).localSeconds(4000)).isEqualTo(1e-6);
        assertThat(ChangedCost.instantaneous(COST).localSeconds(4000)).isZero();
    }

    @Test
    void occupancy_ofMessagesThatPassBetweenOthers_staysSo() {
        assertThat(COST.occupancy(999)).isNegative();
        assertThat(ChangedCost.infiniteBandwidth(COST).occupancy(999)).isNegative();
    }
}
