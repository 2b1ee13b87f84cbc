package org.tailback.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

class SmpiCostTest {
    private static final MessageCost COST = new SmpiCostProvider()
            .create(Settings.ofScalars("cost", "test", Map.of("bandwidth", "1.25 GB/s", "latency", "10 us")));

    /**
     * SimGrid 3.32, one message over two links of 5 us: traces {@code 0 send 1 0 BYTES} and {@code 1 recv 0 0 BYTES},
     * {@code gen_platform.py star 2 platforms; run_sg.sh one LIST 2 star}; it prints microseconds.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0.000020",
        "1, 0.000020",
        "1000, 0.000022",
        "65456, 0.000110",
        "65457, 0.000172",
        "65536, 0.000172",
        "1000000, 0.000967",
        "1000000000, 0.850552"
    })
    void alone_overTenMicroseconds_isWhatSimGridPrints(long bytes, double seconds) {
        assertThat(COST.startDelay(bytes, 10e-6) + COST.gap(bytes)).isCloseTo(seconds, within(5.0001e-7));
    }

    @Test
    void alone_oneMegabyte_isTheWorkedExample() {
        assertThat(COST.startDelay(1_000_000, 10e-6)).isCloseTo(116.436e-6, within(1e-15));
        assertThat(COST.gap(1_000_000)).isCloseTo(850.450e-6, within(5e-10));
    }

    @Test
    void startDelay_networkWithoutLatencies_takesItsOwn() {
        assertThat(COST.startDelay(1_000_000, Double.NaN)).isEqualTo(COST.startDelay(1_000_000, 10e-6));
        assertThat(COST.startDelay(1_000_000, 0)).isZero();
    }

    @Test
    void factor_byFlowSize_isThatOfTheLargestBoundExceeded() {
        BySize factors = BySize.factors("10:0.5; 100:2;1000:4");
        assertThat(factors.factor(10)).isEqualTo(1);
        assertThat(factors.factor(10.5)).isEqualTo(0.5);
        assertThat(factors.factor(100)).isEqualTo(0.5);
        assertThat(factors.factor(101)).isEqualTo(2);
        assertThat(factors.factor(1e9)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "10", "10:", "a:1", "10:-1", "-1:1", "10:1:2", "10:1;", "10:1;10:2", "10:NaN", "Infinity:1"})
    void factors_malformed_areRejected(String text) {
        assertThatThrownBy(() -> new SmpiCostProvider()
                        .create(Settings.ofScalars(
                                "cost",
                                "test",
                                Map.of("bandwidth", "1 GB/s", "latency", "1 us", "latency-factors", text))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("latency-factors");
    }

    @Test
    void bandwidthFactor_ofZero_isRejected() {
        assertThatThrownBy(() -> new SmpiCostProvider()
                        .create(Settings.ofScalars(
                                "cost",
                                "test",
                                Map.of("bandwidth", "1 GB/s", "latency", "1 us", "bandwidth-factors", "10:0"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("bandwidth-factors");
    }

    @Test
    void protocol_changesAtTheThreshold() {
        assertThat(COST.protocol(65535)).isEqualTo(Protocol.DETACHED);
        assertThat(COST.protocol(65536)).isEqualTo(Protocol.RENDEZVOUS);
    }

    @Test
    void exchange_itsKeys_replaceThoseOfAllMessages() {
        MessageCost cost = new SmpiCostProvider()
                .create(Settings.ofScalars(
                        "cost",
                        "test",
                        Map.of(
                                "bandwidth", "1 GB/s",
                                "latency", "10 us",
                                "latency-factors", "0:3",
                                "send-overhead", "0:1e-4:0",
                                "receive-overhead", "0:2e-4:0",
                                "exchange-latency", "1 us",
                                "exchange-send-overhead", "0:1e-6:0")));
        MessageCost exchange = cost.exchange();

        assertThat(exchange.sendOverhead(9)).isEqualTo(1e-6);
        assertThat(exchange.receiveOverhead(9)).isEqualTo(2e-4);
        assertThat(exchange.startDelay(9, Double.NaN)).isEqualTo(3e-6);
        assertThat(exchange.gap(9)).isEqualTo(cost.gap(9));
        assertThat(exchange.exchange()).isSameAs(exchange);
        assertThat(COST.exchange()).isSameAs(COST);
    }

    @Test
    void settings_factorsThatBoundRatesWithoutALimitOfTheRate_areRefused() {
        Map<String, String> keys = Map.of("gap-per-byte", "0 s", "latency", "10 us", "factors-bound", "rates");

        assertThatThrownBy(() -> new SmpiCostProvider().create(Settings.ofScalars("cost", "test", keys)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("need a 'bandwidth'");
    }
}
