package org.tailback.sharing.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private record Ends(int source, int destination, double injectionRate) {}

    @Test
    void join_randomStartsAndEnds_countsTheMessagesOfEachPairAndInjectionRate() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 20 : 5); seed++) {
            Random random = new Random(seed);
            Batches batches = new Batches(0);
            Map<Ends, Integer> numberOf = new TreeMap<>(Comparator.comparing(Ends::toString));
            List<Ends> inFlight = new ArrayList<>();
            for (int step = 0; step < 2000; step++) {
                if (inFlight.isEmpty() || random.nextInt(300) > inFlight.size()) {
                    Ends ends =
                            new Ends(random.nextInt(1 << 20) & 0xc0003, random.nextInt(12), 1.0 + random.nextInt(2));
                    inFlight.add(ends);
                    int batch = batches.join(ends.source(), ends.destination(), ends.injectionRate());
                    assertThat(numberOf.getOrDefault(ends, batch)).isEqualTo(batch);
                    numberOf.put(ends, batch);
                    assertThat(batches.source(batch)).isEqualTo(ends.source());
                    assertThat(batches.destination(batch)).isEqualTo(ends.destination());
                    assertThat(batches.size(batch)).isEqualTo(count(inFlight, ends));
                } else {
                    Ends ends = inFlight.remove(random.nextInt(inFlight.size()));
                    int left = batches.leave(numberOf.getOrDefault(ends, Batches.NONE));
                    assertThat(left).isEqualTo(count(inFlight, ends));
                    if (left == 0) {
                        numberOf.remove(ends);
                    }
                }
                assertThat(new TreeSet<>(numberOf.values()))
                        .as("seed %d, step %d: numbers differ", seed, step)
                        .hasSameSizeAs(numberOf.keySet());
            }
        }
    }

    private static int count(List<Ends> inFlight, Ends ends) {
        return (int) inFlight.stream().filter(ends::equals).count();
    }

    @Test
    void join_injectionRateNotANumber_isABatchThatNoOtherJoins() {
        Batches batches = new Batches(0);
        int first = batches.join(0, 1, Double.NaN);
        int second = batches.join(0, 1, Double.NaN);

        assertThat(second).isNotEqualTo(first);
        assertThat(batches.leave(first)).isZero();
        assertThat(batches.join(2, 3, Double.NaN)).isEqualTo(first);
        assertThat(batches.size(second)).isEqualTo(1);
    }
}
