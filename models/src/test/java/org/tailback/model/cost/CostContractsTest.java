package org.tailback.model.cost;

import org.junit.jupiter.api.Nested;
import org.tailback.cost.MessageCost;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.testing.MessageCostContract;

/** What every message cost must do, asked of all of them. */
class CostContractsTest {
    private static MessageCost named(String choice) {
        return Registry.load().cost(ModelChoice.parse(choice));
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
