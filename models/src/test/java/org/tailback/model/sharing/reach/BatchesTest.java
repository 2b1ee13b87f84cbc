package org.tailback.model.sharing.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BatchesTest {
    @Test
    void batches_randomStartsAndEnds_areTheFlowsOfEachPair() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Batches batches = new Batches(0);
            Map<Integer, List<Integer>> endsOf = new TreeMap<>();
            for (int step = 0; step < 2000; step++) {
                int flow = random.nextInt(300);
                List<Integer> ends = endsOf.remove(flow);
                if (ends == null) {
                    ends = List.of(random.nextInt(1 << 20) & 0xc0003, random.nextInt(12), random.nextInt(2));
                    endsOf.put(flow, ends);
                    int batch = batches.find(ends.get(0), ends.get(1), 1.0 + ends.get(2));
                    if (batch == Batches.NONE) {
                        batches.open(flow, ends.get(0), ends.get(1), 1.0 + ends.get(2));
                    } else {
                        batches.join(flow, batch);
                    }
                } else if (batches.size(batches.of(flow)) > 1) {
                    batches.leave(flow);
                } else {
                    batches.close(batches.of(flow));
                }
                assertThat(batches.contains(flow)).isEqualTo(endsOf.containsKey(flow));
                if (step % 50 == 0) {
                    check(batches, endsOf, "seed " + seed + ", step " + step);
                }
            }
        }
    }

    private static void check(Batches batches, Map<Integer, List<Integer>> endsOf, String where) {
        Map<List<Integer>, TreeSet<Integer>> expected = new HashMap<>();
        endsOf.forEach((flow, ends) ->
                expected.computeIfAbsent(ends, none -> new TreeSet<>()).add(flow));
        TreeSet<Integer> numbers = new TreeSet<>();
        expected.forEach((ends, flows) -> {
            int batch = batches.find(ends.get(0), ends.get(1), 1.0 + ends.get(2));
            numbers.add(batch);
            TreeSet<Integer> found = new TreeSet<>();
            for (int flow = batches.first(batch); flow != Batches.NONE; flow = batches.next(flow)) {
                found.add(flow);
                assertThat(batches.of(flow)).as(where).isEqualTo(batch);
            }
            assertThat(found).as(where).isEqualTo(flows);
            assertThat(batches.size(batch)).as(where).isEqualTo(flows.size());
        });
        assertThat(numbers).as(where).hasSameSizeAs(expected.keySet());
    }
}
