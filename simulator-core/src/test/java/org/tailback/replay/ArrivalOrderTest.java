package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalOrderTest {
    private record End(double end, double overhead) {}

    private static double over(double begin, List<End> ends, ArrivalOrder order) {
        order.clear();
        for (int i = 0; i < ends.size(); i++) {
            order.add(i, ends.get(i).end(), ends.get(i).overhead());
        }
        return order.over(begin);
    }

    /** By definition: one progress thread that charges overheads in the given order, each not before its end. */
    private static double inOrder(double begin, List<End> ends) {
        double over = begin;
        for (End end : ends) {
            over = Math.max(over, end.end()) + end.overhead();
        }
        return over;
    }

    private static double leastOfAllOrders(double begin, List<End> ends, int from) {
        if (from == ends.size()) {
            return inOrder(begin, ends);
        }
        double least = Double.POSITIVE_INFINITY;
        for (int i = from; i < ends.size(); i++) {
            Collections.swap(ends, from, i);
            least = Math.min(least, leastOfAllOrders(begin, ends, from + 1));
            Collections.swap(ends, from, i);
        }
        return least;
    }

    private static List<End> random(Random random, int count) {
        List<End> ends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // small whole numbers: ties, and sums without rounding
            ends.add(new End(random.nextInt(8), random.nextInt(4)));
        }
        return ends;
    }

    /** No order of work ends earlier than that of arrival, so the least of all orders is its end. */
    @Test
    void over_randomEnds_isTheLeastOfAllOrders() {
        ArrivalOrder order = new ArrivalOrder();
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<End> ends = random(random, random.nextInt(7));
            double begin = random.nextInt(6);
            assertThat(over(begin, ends, order))
                    .as("seed %s, begin %s, %s", seed, begin, ends)
                    .isEqualTo(leastOfAllOrders(begin, ends, 0));
        }
    }

    @Test
    void over_manyEndsInAnyOrder_isTheSameToTheBit() {
        ArrivalOrder order = new ArrivalOrder();
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<End> ends = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                ends.add(new End(random.nextDouble(), random.nextDouble() / 100));
            }
            double first = over(0, ends, order);
            Collections.shuffle(ends, random);
            assertThat(over(0, ends, order)).as("seed %s", seed).isEqualTo(first);
            for (int i = 1; i < order.count(); i++) {
                assertThat(order.end(i)).as("seed %s", seed).isGreaterThanOrEqualTo(order.end(i - 1));
            }
        }
    }
}
