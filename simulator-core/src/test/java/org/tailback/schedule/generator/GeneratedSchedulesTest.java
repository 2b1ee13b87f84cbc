package org.tailback.schedule.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;
import org.tailback.schedule.ScheduleContract;

/** The patterns by their definitions, for all small numbers of ranks. */
class GeneratedSchedulesTest {
    @Test
    void dissemination_upTo33Ranks_eachRoundGoesTwiceAsFar() {
        for (int ranks = 1; ranks <= 33; ranks++) {
            Schedule schedule = new Dissemination(ranks, 5);
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int distance = 1; distance < ranks; distance *= 2) {
                    expected.add(rank + ">" + (rank + distance) % ranks + " tag 0 5");
                }
            }
            assertMessages(schedule, expected);
            assertEachSendWaitsForTheReceiveBefore(schedule);
        }
    }

    @Test
    void ring_upTo9Ranks_hasTwiceAsManyStepsAsOtherRanks() {
        for (int ranks = 2; ranks <= 9; ranks++) {
            Schedule schedule = new RingAllreduceSchedule(ranks, 1000, true);
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int step = 0; step < 2 * ranks - 2; step++) {
                    expected.add(rank + ">" + (rank + 1) % ranks + " tag " + step + " " + 1000 / ranks);
                }
            }
            assertMessages(schedule, expected);
            assertEachSendWaitsForTheReceiveBefore(schedule);
        }
    }

    @Test
    void alltoall_upTo9Ranks_sendsFromEachToEachOther() {
        for (int ranks = 1; ranks <= 9; ranks++) {
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int distance = 1; distance < ranks; distance++) {
                    expected.add(rank + ">" + (rank + distance) % ranks + " tag 0 7");
                }
            }
            assertMessages(new LinearAlltoall(ranks, 7), expected);
        }
    }

    @Test
    void broadcast_upTo40Ranks_reachesEveryRankOnceFromOneThatHasIt() {
        for (int ranks = 1; ranks <= 40; ranks++) {
            Schedule schedule = new BinomialBroadcast(ranks, 3);
            List<String> expected = new ArrayList<>();
            for (int rank = 1; rank < ranks; rank++) {
                expected.add(rank - Integer.highestOneBit(rank) + ">" + rank + " tag 0 3");
            }
            assertMessages(schedule, expected);
            for (int rank = 1; rank < ranks; rank++) {
                assertThat(schedule.kind(rank, 0)).isEqualTo(Kind.RECEIVE);
                assertThat(schedule.completionSuccessors(rank, 0)).isEqualTo(schedule.operations(rank) - 1);
            }
        }
    }

    @Test
    void halo_threeDimensions_exchangesWithBothNeighboursInEach() {
        int[] extents = {3, 1, 2};
        Schedule schedule = Halo.of(2, 9, 100, extents);
        List<String> expected = new ArrayList<>();
        for (int iteration = 0; iteration < 2; iteration++) {
            for (int z = 0; z < 2; z++) {
                for (int x = 0; x < 3; x++) {
                    int rank = x + 3 * z;
                    int tag = 64 * iteration;
                    expected.add(rank + ">" + ((x + 1) % 3 + 3 * z) + " tag " + tag + " 9");
                    expected.add(rank + ">" + ((x + 2) % 3 + 3 * z) + " tag " + (tag + 1) + " 9");
                    expected.add(rank + ">" + rank + " tag " + (tag + 2) + " 9");
                    expected.add(rank + ">" + rank + " tag " + (tag + 3) + " 9");
                    expected.add(rank + ">" + (x + 3 * (1 - z)) + " tag " + (tag + 4) + " 9");
                    expected.add(rank + ">" + (x + 3 * (1 - z)) + " tag " + (tag + 5) + " 9");
                }
            }
        }
        assertMessages(schedule, expected);
        for (int rank = 0; rank < 6; rank++) {
            assertThat(schedule.operations(rank)).isEqualTo(2 * 13);
            assertThat(schedule.kind(rank, 13)).isEqualTo(Kind.CALCULATION);
            assertThat(schedule.size(rank, 13)).isEqualTo(100);
            int[] counts = new int[26];
            schedule.dependencyCounts(rank, counts, 0);
            assertThat(counts).startsWith(0, 1, 1).endsWith(1, 1);
            assertThat(counts[13]).isEqualTo(12);
        }
    }

    @Test
    void peers_millionRanksAndMore_doNotOverflow() {
        Schedule dissemination = new Dissemination(1 << 30, 1);
        assertThat(dissemination.peer((1 << 30) - 1, 58)).isEqualTo((1 << 29) - 1);
        assertThat(dissemination.peer(0, 59)).isEqualTo(1 << 29);
        Schedule broadcast = new BinomialBroadcast(1 << 20, 1);
        assertThat(broadcast.operations()).isEqualTo(2 * ((1 << 20) - 1));
        assertThat(broadcast.operations(0)).isEqualTo(20);
        assertThat(broadcast.peer(0, 19)).isEqualTo(1 << 19);
    }

    private static void assertEachSendWaitsForTheReceiveBefore(Schedule schedule) {
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            for (int i = 0; i < schedule.operations(rank); i++) {
                boolean isFollowed = i % 2 == 1 && i + 1 < schedule.operations(rank);
                assertThat(schedule.completionSuccessors(rank, i)).isEqualTo(isFollowed ? 1 : 0);
                if (isFollowed) {
                    assertThat(schedule.completionSuccessor(rank, i, 0)).isEqualTo(i + 1);
                }
            }
        }
    }

    /** Sends are as expected, and every send has a receive of its own. */
    private static void assertMessages(Schedule schedule, List<String> expected) {
        List<String> sends = new ArrayList<>();
        Map<String, Integer> unmatched = new HashMap<>();
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            for (int i = 0; i < schedule.operations(rank); i++) {
                String rest = " tag " + schedule.tag(rank, i) + " " + schedule.size(rank, i);
                if (schedule.kind(rank, i) == Kind.SEND) {
                    String message = rank + ">" + schedule.peer(rank, i) + rest;
                    sends.add(message);
                    unmatched.merge(message, 1, Integer::sum);
                } else if (schedule.kind(rank, i) == Kind.RECEIVE) {
                    unmatched.merge(schedule.peer(rank, i) + ">" + rank + rest, -1, Integer::sum);
                }
            }
        }
        assertThat(sends).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(unmatched.values()).allMatch(count -> count == 0);
    }

    @Nested
    class DisseminationKeepsTheContract extends ScheduleContract {
        @Override
        protected Schedule schedule() {
            return new Dissemination(11, 1);
        }
    }

    @Nested
    class RingKeepsTheContract extends ScheduleContract {
        @Override
        protected Schedule schedule() {
            return new RingAllreduceSchedule(5, 100, true);
        }
    }

    @Nested
    class AlltoallKeepsTheContract extends ScheduleContract {
        @Override
        protected Schedule schedule() {
            return new LinearAlltoall(6, 1);
        }
    }

    @Nested
    class BroadcastKeepsTheContract extends ScheduleContract {
        @Override
        protected Schedule schedule() {
            return new BinomialBroadcast(13, 1);
        }
    }

    @Nested
    class HaloKeepsTheContract extends ScheduleContract {
        @Override
        protected Schedule schedule() {
            return Halo.of(3, 1, 1, 2, 3);
        }
    }
}
