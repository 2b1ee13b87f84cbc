package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.tailback.schedule.Schedule;

/** First-agreeing entry, front to back, against a list that is searched by definition. */
class MatchQueueTest {
    private record Entry(int source, int tag, int payload) {}

    @Test
    void take_randomQueuesWithoutAny_isTheFirstThatAgrees() {
        compare(1, 0);
    }

    @Test
    void take_randomQueuesWithAnyOnBothSides_isTheFirstThatAgrees() {
        compare(2_000, 5);
    }

    @Test
    void take_tenThousandEntriesInOppositeOrder_findsEach() {
        MatchQueue queue = new MatchQueue(1, SOURCE, TAG);
        for (int tag = 0; tag < 10_000; tag++) {
            queue.add(0, 3, tag, tag);
        }
        for (int tag = 9_999; tag >= 0; tag--) {
            assertThat(queue.take(0, 3, tag)).isTrue();
            assertThat(queue.takenPayload()).isEqualTo(tag);
        }
        assertThat(queue.size()).isZero();
        assertThat(queue.first(0)).isEqualTo(MatchQueue.NONE);
    }

    @Test
    void separate_runBetweenOthers_hasItsEntriesInOrder() {
        MatchQueue queue = new MatchQueue(1, SOURCE, TAG);
        queue.add(0, 8, 8, 100);
        queue.addRun(0, 10, -2, 4);
        queue.add(0, 8, 8, 101);
        queue.separate(0);
        List<Integer> payloads = new ArrayList<>();
        for (int entry = queue.first(0); entry != MatchQueue.NONE; entry = queue.next(entry)) {
            payloads.add(queue.payload(entry));
        }
        assertThat(payloads).containsExactly(100, 10, 8, 6, 4, 101);
        assertThat(queue.size()).isEqualTo(6);
    }

    /** Entries of runs have a source and tag that follow from their number. */
    private static final IntBinaryOperator SOURCE = (rank, payload) -> payload % 7 == 6 ? Schedule.ANY : payload % 5;

    private static final IntBinaryOperator TAG = (rank, payload) -> payload % 11 == 10 ? Schedule.ANY : payload % 3;

    private static void compare(long firstSeed, int oneInIsAny) {
        for (long seed = firstSeed; seed < firstSeed + 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int ranks = 1 + random.nextInt(3);
            MatchQueue queue = new MatchQueue(ranks, SOURCE, TAG);
            List<List<Entry>> expected = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                expected.add(new ArrayList<>());
            }
            int values = 1 + random.nextInt(12);
            for (int i = 0; i < 4_000; i++) {
                int rank = random.nextInt(ranks);
                int source = value(random, values, oneInIsAny);
                int tag = value(random, values, oneInIsAny);
                // grow to some hundreds, shrink to nothing, grow again
                if (oneInIsAny != 0 && random.nextInt(20) == 0) {
                    int count = 2 + random.nextInt(20);
                    queue.addRun(rank, 100_000 + i, 3, count);
                    for (int k = 0; k < count; k++) {
                        int payload = 100_000 + i + 3 * k;
                        expected.get(rank)
                                .add(new Entry(SOURCE.applyAsInt(0, payload), TAG.applyAsInt(0, payload), payload));
                    }
                } else if (random.nextInt(10) < (i / 1_000 % 2 == 0 ? 7 : 3)) {
                    queue.add(rank, source, tag, i);
                    expected.get(rank).add(new Entry(source, tag, i));
                } else {
                    boolean found = queue.take(rank, source, tag);
                    Entry first = takeFirst(expected.get(rank), source, tag);
                    assertThat(found).as("seed %s, step %s", seed, i).isEqualTo(first != null);
                    if (first != null) {
                        assertThat(queue.takenPayload())
                                .as("seed %s, step %s", seed, i)
                                .isEqualTo(first.payload);
                        assertThat(queue.takenSource()).isEqualTo(first.source);
                    }
                }
            }
            assertThat(queue.size())
                    .isEqualTo(expected.stream().mapToLong(List::size).sum());
        }
    }

    private static int value(SplittableRandom random, int values, int oneInIsAny) {
        return oneInIsAny > 0 && random.nextInt(oneInIsAny) == 0 ? Schedule.ANY : random.nextInt(values);
    }

    private static Entry takeFirst(List<Entry> entries, int source, int tag) {
        for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
            Entry one = all.next();
            if ((one.source == source || one.source == Schedule.ANY || source == Schedule.ANY)
                    && (one.tag == tag || one.tag == Schedule.ANY || tag == Schedule.ANY)) {
                all.remove();
                return one;
            }
        }
        return null;
    }
}
