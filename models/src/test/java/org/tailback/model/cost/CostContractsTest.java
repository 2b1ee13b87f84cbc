package org.tailback.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.testing.MessageCostContract;

/** What every message cost must do, asked of all of them. */
class CostContractsTest {
    private static MessageCost named(String choice) {
        return Registry.load().cost(ModelChoice.parse(choice));
    }

    @Test
    void hockney_workedExample_latencyAndBytesOverBandwidth() {
        MessageCost cost = named("hockney:latency=10us,bandwidth=1.25GB/s");

        assertThat(cost.latency(1_000_000)).isEqualTo(10e-6);
        assertThat(cost.gap(1_000_000)).isCloseTo(800e-6, within(1e-15));
    }

    @Test
    void plogP_workedExample_gapOf64KibibytesAt580Megabits() {
        MessageCost cost = named("plogp:latency=50us,bandwidth=580.2Mbit/s");

        assertThat(cost.latency(65536)).isEqualTo(50e-6);
        assertThat(cost.gap(65536)).isCloseTo(903.6332299e-6, within(1e-13));
    }

    @Test
    void rendezvousInTurn_isReadByAllCostsWithAnEagerLimit_andNeedsOne() {
        for (String cost : List.of(
                "hockney:latency=1us,bandwidth=1GB/s",
                "plogp:latency=1us,bandwidth=1GB/s",
                "logp:latency=1us",
                "loggp:latency=1us,gap-per-byte=1ns",
                "loggps:latency=1us,gap-per-byte=1ns")) {
            String limited = cost + ",eager-limit=64KiB";
            assertThat(named(limited).isHalfDuplex()).as(cost).isFalse();
            assertThat(named(limited + ",rendezvous=in-turn").isHalfDuplex())
                    .as(cost)
                    .isTrue();
        }
        assertThatThrownBy(() -> named("hockney:latency=1us,bandwidth=1GB/s,rendezvous=in-turn"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'rendezvous: in-turn' has no effect without an eager-limit");
    }

    @Nested
    class OfHockney extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return named("hockney:latency=1us,bandwidth=1GB/s");
        }
    }

    @Nested
    class OfPlogP extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return named("plogp:latency=50us,bandwidth=1MB/s");
        }
    }

    @Nested
    class OfLogP extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return named("logp:latency=5us,overhead=1us,gap=2us");
        }
    }

    @Nested
    class OfLogGp extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return named("loggp:latency=5us,overhead=1us,gap=2us,gap-per-byte=1ns");
        }
    }

    @Nested
    class OfSmpi extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return named("smpi:latency=1us,bandwidth=1GB/s");
        }

        /** SimGrid's bandwidth factors rise with the size. */
        @Override
        protected boolean gapNeverFalls() {
            return false;
        }
    }
}
