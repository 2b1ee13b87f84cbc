package org.tailback.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankActivityTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 511, 512, 513, 1000, 4096, 5000})
    void rows_allButTheLast_haveEquallyManyRanks(int ranks) {
        RankActivity activity = new RankActivity(ranks, 1);
        Set<Integer> sizes = new HashSet<>();
        int next = 0;
        for (int row = 0; row < activity.rows.count(); row++) {
            String[] ends = activity.rows.names().get(row).split("-");
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            assertThat(first).isEqualTo(next);
            next = last + 1;
            if (row < activity.rows.count() - 1) {
                sizes.add(last - first + 1);
            }
        }

        assertThat(next).isEqualTo(ranks);
        assertThat(sizes).hasSizeLessThanOrEqualTo(1);
        assertThat(activity.rows.count()).isLessThanOrEqualTo(512);
    }

    @Test
    void cells_lastRowWithFewerRanks_countsTheTimeOfThese() {
        RankActivity activity = new RankActivity(513, 1);
        activity.add(512, RankActivity.Kind.COMPUTE, 0, 0, 1);

        byte[] cells = activity.cells();

        int lastRow = activity.rows.count() - 1;
        assertThat(activity.rows.names().get(lastRow)).isEqualTo("512");
        assertThat(cells[2 * lastRow * RankActivity.BINS + 1] & 255)
                .as("all of its time")
                .isEqualTo(255);
    }

    @Test
    void traffic_groups_haveEquallyManyRanks() {
        assertThat(new Traffic(512).groups.names()).contains("0-3", "508-511").hasSize(128);
        assertThat(new Traffic(200).groups.names()).contains("0-1", "198-199").hasSize(100);
    }
}
