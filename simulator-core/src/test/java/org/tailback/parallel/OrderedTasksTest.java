package org.tailback.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class OrderedTasksTest {
    @Test
    void map_anyNumberOfThreads_sameOrder() {
        for (int threads : new int[] {1, 2, 7}) {
            assertThat(OrderedTasks.map(100, threads, i -> i * i))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(i -> i * i).toList());
        }
    }

    @Test
    void map_severalFail_theFirstTasksFailureIsSeen() {
        for (int threads : new int[] {1, 4}) {
            assertThatThrownBy(() -> OrderedTasks.map(50, threads, i -> {
                        if (i >= 3) {
                            throw new InputException("task " + i);
                        }
                        return i;
                    }))
                    .isInstanceOf(InputException.class)
                    .hasMessage("task 3");
        }
    }
}
