package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;

/** Contract of every message cost. A cost's test extends this class and returns the cost. */
public abstract class MessageCostContract {
    private static final long LARGEST_SIZE = 1L << 40;

    /** Returns the cost under test. */
    protected abstract MessageCost cost();

    /**
     * Returns false if a larger message may take less time than a smaller message, for example where the protocol
     * changes.
     */
    protected boolean gapNeverFalls() {
        return true;
    }

    private static long[] sizes() {
        // small and large sizes are equally frequent
        LongStream drawn = new SplittableRandom(1).doubles(497).mapToLong(random ->
                (long) Math.exp(random * Math.log(LARGEST_SIZE)));
        return LongStream.concat(LongStream.of(0, 1, LARGEST_SIZE), drawn)
                .sorted()
                .toArray();
    }

    private static void assertSeconds(DoubleSupplier seconds, String what, long bytes) {
        assertThat(seconds.getAsDouble())
                .as("%s of %d bytes", what, bytes)
                .isGreaterThanOrEqualTo(0)
                .isFinite()
                .isEqualTo(seconds.getAsDouble());
    }

    /** Tests that all times are finite, >= 0, and equal in every call. */
    @Test
    public void times_anySize_areFiniteNotNegativeAndRepeatable() {
        MessageCost cost = cost();
        for (long bytes : sizes()) {
            assertSeconds(() -> cost.gap(bytes), "gap", bytes);
            assertSeconds(() -> cost.latency(bytes), "latency", bytes);
            assertSeconds(() -> cost.sendOverhead(bytes), "send overhead", bytes);
            assertSeconds(() -> cost.receiveOverhead(bytes), "receive overhead", bytes);
            assertSeconds(() -> cost.handshake(bytes), "handshake", bytes);
            assertSeconds(() -> cost.startDelay(bytes, 1e-6), "start delay with a known path latency", bytes);
            assertSeconds(() -> cost.startDelay(bytes, Double.NaN), "start delay without", bytes);
            assertThat(cost.protocol(bytes)).as("protocol of %d bytes", bytes).isNotNull();
            if (cost.occupiesInterface()) {
                assertSeconds(() -> cost.interfaceGap(bytes), "interface gap", bytes);
            }
        }
    }

    /** Tests that a larger message does not take less time than a smaller message, see {@link #gapNeverFalls}. */
    @Test
    public void gap_largerMessage_isNotShorter() {
        MessageCost cost = cost();
        long before = 0;
        for (long bytes : sizes()) {
            assertThat(!gapNeverFalls() || cost.gap(bytes) >= cost.gap(before))
                    .as("gap of %d bytes is not below that of %d bytes", bytes, before)
                    .isTrue();
            before = bytes;
        }
    }

    /** Tests that the name can be written on a command line. */
    @Test
    public void name_isLowerCaseWordsJoinedByHyphens() {
        assertThat(cost().name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    }
}
