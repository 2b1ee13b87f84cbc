package org.tailback.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BatchClocksTest {
    /** Clocks of batches that are there, messages in the order of their numbers. */
    private static BatchClocks clocks(int messages, int batches) {
        MessageTable table = new MessageTable(Math.max(1000, messages));
        Arrays.setAll(table.sequence, message -> message);
        BatchClocks clocks = new BatchClocks(table, 0);
        for (int batch = 0; batch < batches; batch++) {
            clocks.open(batch);
        }
        return clocks;
    }

    private static final MathContext DIGITS = new MathContext(60);

    /** Messages and batches by definition, in decimal numbers. */
    private static final class Reference {
        private final Map<Integer, BigDecimal> left = new TreeMap<>();
        private final Map<Integer, Integer> batch = new TreeMap<>();
        private final Map<Integer, Double> rate = new TreeMap<>();
        private BigDecimal time = BigDecimal.ZERO;

        void advance(double now) {
            BigDecimal seconds = new BigDecimal(now).subtract(time);
            time = new BigDecimal(now);
            left.replaceAll((message, work) ->
                    work.subtract(seconds.multiply(new BigDecimal(rate.get(batch.get(message)))), DIGITS));
        }

        double end(int message) {
            BigDecimal speed = new BigDecimal(rate.get(batch.get(message)));
            return time.add(left.get(message).max(BigDecimal.ZERO).divide(speed, DIGITS))
                    .doubleValue();
        }
    }

    @Test
    void forEach_heapAsDeepAsItHasMessages_visitsAllThatAreDue() {
        int messages = 200_000;
        BatchClocks clocks = clocks(messages, 1);
        clocks.setRate(0, 1, 0);
        for (int message = 0; message < messages; message++) {
            clocks.join(message, 0, messages - message, 0);
        }
        clocks.settle();
        BitSet all = new BitSet();
        BitSet due = new BitSet();

        clocks.forEach(0, all::set);
        clocks.forEachUntil(1000, due::set);

        assertThat(all.cardinality()).isEqualTo(messages);
        assertThat(due.cardinality()).isEqualTo(1000);
        assertThat(due.nextSetBit(0)).isEqualTo(messages - 1000);
    }

    @Test
    void firstTime_randomJoinsRemovalsAndRates_isTheExactEnd() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 200 : 50); seed++) {
            Random random = new Random(seed);
            BatchClocks clocks = clocks(0, 5);
            Reference reference = new Reference();
            for (int batch = 0; batch < 5; batch++) {
                double rate = 1 + random.nextDouble();
                clocks.setRate(batch, rate, 0);
                reference.rate.put(batch, rate);
            }
            double now = 0;
            int next = 0;
            for (int step = 0; step < 120; step++) {
                double target = now + random.nextDouble();
                while (clocks.firstTime() <= target) {
                    now = clocks.firstTime();
                    reference.advance(now);
                    int message = clocks.first();
                    assertThat(now)
                            .as("end of %d, seed %d", message, seed)
                            .isCloseTo(reference.end(message), withinPercentage(1e-10));
                    clocks.takeFirst();
                    reference.left.remove(message);
                    reference.batch.remove(message);
                }
                now = target;
                reference.advance(now);
                for (int change = random.nextInt(4); change > 0; change--) {
                    List<Integer> messages = new ArrayList<>(reference.left.keySet());
                    int batch = random.nextInt(5);
                    switch (random.nextInt(4)) {
                        case 0 -> {
                            double rate = 0.1 + random.nextInt(20) / 7.0;
                            clocks.setRate(batch, rate, now);
                            reference.rate.put(batch, rate);
                        }
                        case 1 -> {
                            if (!messages.isEmpty()) {
                                int message = messages.get(random.nextInt(messages.size()));
                                clocks.remove(message, reference.batch.get(message));
                                reference.left.remove(message);
                                reference.batch.remove(message);
                            }
                        }
                        default -> {
                            double work = 1 + random.nextInt(10);
                            clocks.join(next, batch, work, now);
                            reference.left.put(next, new BigDecimal(work));
                            reference.batch.put(next++, batch);
                        }
                    }
                }
                clocks.settle();
                for (int message : reference.left.keySet()) {
                    assertThat(clocks.date(message, reference.batch.get(message)))
                            .as("end of %d, seed %d", message, seed)
                            .isCloseTo(reference.end(message), withinPercentage(1e-10));
                }
            }
        }
    }

    @Test
    void ends_equalMessagesInBatchsOfDifferentAge_areOneInstant() {
        BatchClocks clocks = clocks(0, 5);
        clocks.setRate(0, 1e9 / 3, 0);
        clocks.setRate(1, 1e9 / 3, 0);
        // batch 1 has run for long, with many changes, when the two join
        clocks.join(0, 1, 1e12, 0);
        double now = 0;
        for (int i = 1; i < 1000; i++) {
            now += 0.1;
            clocks.setRate(1, 1e9 / (3 + i % 7), now);
        }
        clocks.setRate(1, 1e9 / 3, now);
        clocks.join(1, 0, 12345, now);
        clocks.join(2, 1, 12345, now);
        clocks.setRate(0, 1e9 / 7, now + 1e-5);
        clocks.setRate(1, 1e9 / 7, now + 1e-5);
        clocks.settle();

        assertThat(clocks.date(2, 1)).isEqualTo(clocks.date(1, 0));
    }

    @Test
    void forEachUntil_someDue_visitsThese() {
        BatchClocks clocks = clocks(0, 5);
        clocks.setRate(3, 2, 0);
        clocks.setRate(4, 1, 0);
        for (int i = 0; i < 20; i++) {
            clocks.join(i, 3 + i % 2, i + 1, 0);
        }
        clocks.settle();
        List<Integer> visited = new ArrayList<>();
        clocks.forEachUntil(5, visited::add);

        // even ones are done at (i + 1) / 2, odd ones at i + 1
        assertThat(visited).containsExactlyInAnyOrder(0, 2, 4, 6, 8, 1, 3);
    }

    @Test
    void workLeft_halfDone_isTheRest() {
        BatchClocks clocks = clocks(0, 5);
        clocks.setRate(0, 1, 0);
        clocks.join(0, 0, 10, 0);
        clocks.join(1, 0, 30, 0);
        clocks.settle();

        assertThat(clocks.date(0, 0)).isEqualTo(10);
        assertThat(clocks.workLeft(0, 0, 4)).isEqualTo(6);
        clocks.remove(0, 0);
        assertThat(clocks.firstTime()).isEqualTo(30);
    }
}
