package org.tailback.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntOrderTest {
    /** Order by the tens of a number: numbers of the same ten are equal. */
    private static final IntOrder BY_TENS = new IntOrder() {
        @Override
        protected boolean before(int a, int b) {
            return a / 10 < b / 10;
        }
    };

    @Test
    void sort_randomNumbersOfAnyCount_isTheStableSortOfTheLibrary() {
        for (int seed = 0; seed < 300; seed++) {
            int count = new SplittableRandom(seed).nextInt(200);
            int[] numbers = new SplittableRandom(seed).ints(count, 0, 1000).toArray();
            int[] expected = IntStream.of(numbers)
                    .boxed()
                    .sorted(Comparator.comparingInt(number -> number / 10))
                    .mapToInt(Integer::intValue)
                    .toArray();

            BY_TENS.sort(numbers, count);

            assertThat(numbers).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void sort_firstNumbersOnly_leavesTheRest() {
        int[] numbers = {30, 20, 10, 0};

        BY_TENS.sort(numbers, 2);

        assertThat(numbers).containsExactly(20, 30, 10, 0);
    }
}
