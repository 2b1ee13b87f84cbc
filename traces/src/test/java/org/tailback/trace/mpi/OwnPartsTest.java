package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OwnPartsTest {
    @Test
    void atRoot_everyOtherRanksRecordIsItsPart() {
        assertThat(OwnParts.atRoot(new long[] {10, 20, 30}, 1, 60)).containsExactly(10, 20, 30);
        // in place: the root records no part of its own
        assertThat(OwnParts.atRoot(new long[] {10, 0, 30}, 1, 60)).containsExactly(10, 20, 30);
        assertThat(OwnParts.atRoot(new long[] {10, 0, 30}, 1, 40)).containsExactly(10, 0, 30);
    }

    @Test
    void atRoot_recordsThatDoNotAgree_giveNothing() {
        assertThat(OwnParts.atRoot(new long[] {10, 20, 30}, 1, 61)).isNull();
        assertThat(OwnParts.atRoot(new long[] {50, 0, 30}, 1, 60)).isNull();
    }

    @Test
    void everywhere_totalsAndInPlaceTotals_giveTheParts() {
        long[] sums = {60, 60, 60};
        assertThat(OwnParts.everywhere(new long[] {30, 60, 90}, sums, 3)).containsExactly(10, 20, 30);
        assertThat(OwnParts.everywhere(new long[] {20, 40, 60}, new long[] {50, 40, 30}, 3))
                .containsExactly(10, 20, 30);
        assertThat(OwnParts.everywhere(new long[] {10, 20, 30}, sums, 1)).containsExactly(10, 20, 30);
        assertThat(OwnParts.everywhere(new long[] {30, 60, 93}, sums, 3)).isNull();
    }

    @Test
    void pairs_senderAndReceiverAgree_andSumsAreKept() {
        Random random = new Random(7);
        for (int run = 0; run < 200; run++) {
            int n = 2 + random.nextInt(9);
            long[] sent = random.longs(n, 0, 1_000_000).toArray();
            long[] received = random.longs(n, 0, 1_000_000).toArray();
            long difference =
                    Arrays.stream(sent).sum() - Arrays.stream(received).sum();
            (difference > 0 ? received : sent)[0] += Math.abs(difference);
            assertThat(OwnParts.isBalanced(sent, received)).isTrue();
            long[] arriving = new long[n];
            for (int from = 0; from < n; from++) {
                long[] shares = OwnParts.spread(sent[from], received);
                assertThat(Arrays.stream(shares).sum()).isEqualTo(sent[from]);
                for (int to = 0; to < n; to++) {
                    assertThat(shares[to]).isNotNegative();
                    assertThat(OwnParts.shareOf(to, sent, received)[from]).isEqualTo(shares[to]);
                    arriving[to] += shares[to];
                }
            }
            for (int to = 0; to < n; to++) {
                assertThat(Math.abs(arriving[to] - received[to])).isLessThanOrEqualTo(n);
            }
        }
    }
}
