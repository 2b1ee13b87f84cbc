package org.tailback.trace.measured;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockCheckTest {
    /** Messages take 1 s, and the clock of rank 1 is 5 s ahead. */
    @Test
    void clocksThatDisagree_aMessageIsReceivedBeforeItIsSent() {
        ClockCheck check = new ClockCheck();
        check.add(0, 1, 10, 16);
        check.add(1, 0, 20, 16);
        check.add(1, 0, 30, 32);

        ClockCheck.Result result = check.result();

        assertThat(result.messages()).isEqualTo(3);
        assertThat(result.violations()).isEqualTo(1);
        assertThat(result.leastDelay()).isEqualTo(-4);
        assertThat(result.pairs())
                .containsExactly(new ClockCheck.Pair(0, 1, 1, 0, 6), new ClockCheck.Pair(1, 0, 2, 1, -4));
        assertThat(result.violating()).containsExactly(new ClockCheck.Pair(1, 0, 2, 1, -4));
    }

    @Test
    void messagesToOneself_sayNothing() {
        ClockCheck check = new ClockCheck();
        check.add(2, 2, 3, 2);

        assertThat(check.result().pairs()).isEmpty();
        assertThat(check.result().leastDelay()).isNaN();
    }
}
