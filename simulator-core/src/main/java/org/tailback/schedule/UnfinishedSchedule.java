package org.tailback.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.stability.Internal;

/**
 * Explanation of a schedule that could not run to completion, with one line for each rank with unfinished operations.
 * An engine reports operations without a partner and throws the {@link #exception}. The progress contains the
 * operations that never started.
 */
@Internal
public final class UnfinishedSchedule {
    /** Largest number of lines that contain a place; finding a place may require reading a file again. */
    private static final int LINES_WITH_PLACES = 20;

    private final Schedule schedule;
    private final DependencyProgress progress;
    private final Map<Integer, Reported> receives = new HashMap<>();
    private final Map<Integer, Reported> messages = new HashMap<>();
    private final List<String> lines = new ArrayList<>();
    private String remark = "";

    /** First operation reported for a rank, and number of all reported operations of the rank. */
    private record Reported(int rank, int operation, int count) {
        Reported and(Reported others) {
            return new Reported(rank, operation, count + others.count);
        }
    }

    /**
     * Creates an explanation without reports.
     *
     * @param progress progress of the run, with all ranks opened
     */
    public UnfinishedSchedule(Schedule schedule, DependencyProgress progress) {
        this.schedule = schedule;
        this.progress = progress;
    }

    /**
     * Reports a receive that was posted and has no message. The exception describes the first report of each rank and
     * counts the others.
     */
    public void receiveWithoutMessage(int rank, int operation) {
        receives.merge(rank, new Reported(rank, operation, 1), Reported::and);
    }

    /** Reports a message without a posted receive, as {@link #receiveWithoutMessage} does. */
    public void messageWithoutReceive(int receiver, int sender, int operation) {
        messages.merge(receiver, new Reported(sender, operation, 1), Reported::and);
    }

    /** Adds an explanatory sentence to the headline. */
    public void remark(String sentence) {
        remark = ". " + sentence;
    }

    /** Returns the exception with all reports and the operations that never started. O(operations). */
    public UnfinishedProgramException exception() {
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            String line = receivesWithoutMessage(rank) + messagesWithoutReceive(rank) + notStarted(rank);
            if (!line.isEmpty()) {
                lines.add("rank " + rank + ": " + line.substring(2));
            }
        }
        return new UnfinishedProgramException(
                "The schedule cannot finish: " + count(all(receives), "receive", "receives") + " without a message, "
                        + count(all(messages), "message", "messages") + " without a receive, "
                        + count(progress.notReady(), "operation", "operations") + " never started" + remark,
                lines);
    }

    private static long all(Map<Integer, Reported> reports) {
        return reports.values().stream().mapToLong(Reported::count).sum();
    }

    private String receivesWithoutMessage(int rank) {
        Reported receive = receives.get(rank);
        if (receive == null) {
            return "";
        }
        int source = schedule.peer(rank, receive.operation);
        return ", waits for " + size(receive) + " from " + (source == Schedule.ANY ? "any rank" : "rank " + source)
                + described(receive, "receive", "receives");
    }

    private String messagesWithoutReceive(int rank) {
        Reported message = messages.get(rank);
        return message == null
                ? ""
                : ", has no receive for the " + size(message) + " from rank " + message.rank
                        + described(message, "message", "messages");
    }

    private String size(Reported report) {
        return Long.toUnsignedString(schedule.size(report.rank, report.operation)) + " B";
    }

    private String described(Reported report, String one, String several) {
        int tag = schedule.tag(report.rank, report.operation);
        return " with " + (tag == Schedule.ANY ? "any tag" : "tag " + Integer.toUnsignedString(tag))
                + place(report.rank, report.operation)
                + (report.count == 1 ? "" : " and " + count(report.count - 1, "more " + one, "more " + several));
    }

    private String notStarted(int rank) {
        int count = 0;
        int first = 0;
        for (int operation = 0; operation < schedule.operations(rank); operation++) {
            if (progress.waitingFor(rank, operation) > 0) {
                first = count++ == 0 ? operation : first;
            }
        }
        if (count == 0) {
            return "";
        }
        int waitedFor = progress.waitingFor(rank, first);
        return ", " + count(count, "operation", "operations") + " never started, the first of them a "
                + schedule.kind(rank, first).label() + place(rank, first) + " that still waits for "
                + count(waitedFor, "other", "others");
    }

    private String place(int rank, int operation) {
        String place = lines.size() < LINES_WITH_PLACES ? schedule.placeOf(rank, operation) : "";
        return " (" + (place.isEmpty() ? "operation " + operation : place) + ")";
    }

    private static String count(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
