package org.tailback.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.schedule.Schedule.Kind;

/** What every {@link Schedule} has to keep, whatever stands behind it. */
public abstract class ScheduleContract {
    /** Some schedule with at least one operation. */
    protected abstract Schedule schedule();

    @Test
    void operations_ofAllRanks_areTheSum() {
        Schedule schedule = schedule();
        long sum = 0;
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            sum += schedule.operations(rank);
        }
        assertThat(schedule.operations()).isEqualTo(sum).isPositive();
    }

    @Test
    void fields_ofAllOperations_areInTheirDomains() {
        Schedule schedule = schedule();
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            for (int i = 0; i < schedule.operations(rank); i++) {
                Kind kind = schedule.kind(rank, i);
                int lowest = kind == Kind.RECEIVE ? Schedule.ANY : 0;
                assertThat(schedule.peer(rank, i)).isBetween(lowest, schedule.ranks() - 1);
                assertThat(schedule.cpu(rank, i)).isBetween(0, schedule.cpus() - 1);
                assertThat(schedule.nic(rank, i)).isBetween(0, schedule.nics() - 1);
            }
        }
    }

    @Test
    void dependencyCounts_ofAllOperations_areHowOftenTheyAreNamed() {
        Schedule schedule = schedule();
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            int operations = schedule.operations(rank);
            int[] named = new int[operations];
            for (int i = 0; i < operations; i++) {
                for (int k = 0; k < schedule.completionSuccessors(rank, i); k++) {
                    named[schedule.completionSuccessor(rank, i, k)]++;
                }
                for (int k = 0; k < schedule.startSuccessors(rank, i); k++) {
                    named[schedule.startSuccessor(rank, i, k)]++;
                }
            }
            int[] counts = new int[operations + 2];
            schedule.dependencyCounts(rank, counts, 1);
            assertThat(java.util.Arrays.copyOfRange(counts, 1, operations + 1)).isEqualTo(named);
            assertThat(counts[0]).isZero();
            assertThat(counts[operations + 1]).isZero();
        }
    }

    @Test
    void copyTo_graphUsedBefore_isTheSameGraph() {
        Schedule schedule = schedule();
        RankGraph graph = new RankGraph();
        graph.calculate(1);
        PackedSchedule.Builder builder = PackedSchedule.builder();
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            schedule.copyTo(rank, graph);
            builder.append(graph);
        }
        assertSame(builder.build(), schedule);
    }

    /** Compares two schedules operation by operation, also in the order of dependencies. */
    public static void assertSame(Schedule actual, Schedule expected) {
        assertThat(describe(actual)).isEqualTo(describe(expected));
    }

    private static String describe(Schedule schedule) {
        StringBuilder text = new StringBuilder();
        text.append(schedule.ranks())
                .append(' ')
                .append(schedule.cpus())
                .append(' ')
                .append(schedule.nics());
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            text.append("\nrank ").append(rank);
            for (int i = 0; i < schedule.operations(rank); i++) {
                text.append("\n  ").append(schedule.kind(rank, i).label());
                text.append(' ').append(Long.toUnsignedString(schedule.size(rank, i)));
                text.append(" peer ")
                        .append(schedule.peer(rank, i))
                        .append(" tag ")
                        .append(schedule.tag(rank, i));
                text.append(" cpu ")
                        .append(schedule.cpu(rank, i))
                        .append(" nic ")
                        .append(schedule.nic(rank, i));
                for (int k = 0; k < schedule.completionSuccessors(rank, i); k++) {
                    text.append(" completion>").append(schedule.completionSuccessor(rank, i, k));
                }
                for (int k = 0; k < schedule.startSuccessors(rank, i); k++) {
                    text.append(" start>").append(schedule.startSuccessor(rank, i, k));
                }
            }
        }
        return text.toString();
    }
}
