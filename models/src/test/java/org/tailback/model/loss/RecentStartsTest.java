package org.tailback.model.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentStartsTest {
    private static final boolean[] ALL = {false, true, true, true};

    private final RecentStarts starts = new RecentStarts(4, 3);

    private static boolean[] only(int height) {
        boolean[] heights = new boolean[4];
        heights[height] = true;
        return heights;
    }

    @Test
    void any_withoutStarts_isFalse() {
        assertThat(starts.any(ALL, Double.NEGATIVE_INFINITY)).isFalse();
    }

    @Test
    void any_startsAtTheTimeItself_doNotCount() {
        starts.add(0, 2, 1, 5.0);

        assertThat(starts.any(ALL, 5.0)).isFalse();
        assertThat(starts.any(ALL, Math.nextDown(5.0))).isTrue();
    }

    @Test
    void any_countsTheAskedHeightsOnly_fromTheLowestToTheHighest() {
        for (int height = 1; height <= 3; height++) {
            RecentStarts one = new RecentStarts(4, 3);
            one.add(0, height, 1, 5.0);
            for (int asked = 1; asked <= 3; asked++) {
                assertThat(one.any(only(asked), 4.0))
                        .as("start at %s, asked for %s", height, asked)
                        .isEqualTo(asked == height);
            }
            assertThat(one.any(ALL, 4.0)).isTrue();
        }
    }

    @Test
    void any_laterStart_replacesTheEarlier() {
        starts.add(0, 1, 1, 5.0);
        starts.add(2, 1, 3, 7.0);

        assertThat(starts.any(only(1), 6.0)).isTrue();
        assertThat(starts.any(only(1), 7.0)).isFalse();
    }

    @Test
    void anyTo_leavesOutOneSenderButNotTheOneBefore() {
        starts.add(0, 1, 1, 5.0);
        starts.add(2, 1, 1, 7.0);

        assertThat(starts.anyTo(1, 2, ALL, 4.0)).isTrue();
        assertThat(starts.anyTo(1, 2, ALL, 5.0)).isFalse();
        assertThat(starts.anyTo(1, 0, ALL, 6.0)).isTrue();
        assertThat(starts.anyTo(3, 0, ALL, 4.0)).isFalse();
    }
}
