package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;

class AttemptTest {
    private static final Supplier<Integer> REFUSED = () -> {
        throw new InputException("too many ranks");
    };
    private static final Supplier<Integer> DEADLOCK = () -> {
        throw new UnfinishedProgramException("the program cannot finish:", List.of("rank 0 waits"));
    };

    @Test
    void standing_someFail_areTheOthers() {
        List<Attempt<Integer>> attempts = List.of(Attempt.of(REFUSED), Attempt.of(() -> 7), Attempt.of(DEADLOCK));

        assertThat(Attempt.standing(attempts)).containsExactly(7);
        assertThat(Attempt.warnings(attempts))
                .containsExactly(
                        "1 of 3 rows failed: too many ranks", "1 of 3 rows failed: the program cannot finish:");
    }

    @Test
    void standing_allFail_throwsTheFirst() {
        assertThatThrownBy(() -> Attempt.standing(List.of(Attempt.of(DEADLOCK), Attempt.of(REFUSED))))
                .isInstanceOf(UnfinishedProgramException.class);
        assertThat(Attempt.standing(List.<Attempt<Integer>>of())).isEmpty();
    }

    @Test
    void of_otherFailures_areThrown() {
        assertThatThrownBy(() -> Attempt.of(() -> {
                    throw new IllegalStateException("a defect");
                }))
                .isInstanceOf(IllegalStateException.class);
    }
}
