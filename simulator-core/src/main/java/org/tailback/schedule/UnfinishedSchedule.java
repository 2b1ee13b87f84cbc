package org.tailback.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.stability.Internal;

/**
 * The explanation of a schedule that could not be run to its end: a line for each rank with unfinished operations. An
 * engine reports operations without a partner and throws the {@link #exception}; operations that never started are read
 * from the progress.
 */
@Internal
public final class UnfinishedSchedule {
    /** Largest number of lines with a place, as finding places can require reading a file again. */
    private static final int LINES_WITH_PLACES = 20;

    private static final int NONE = -1;

    private final Schedule schedule;
    private final DependencyProgress progress;
    private final int[] firstReceive;
    private final int[] receives;
    private final int[] firstMessage;
    private final int[] senderOfFirst;
    private final int[] messages;
    private final List<String> lines = new ArrayList<>();
    private long receivesInAll;
    private long messagesInAll;
    private String remark = "";

    /** @param progress of the run, all ranks opened */
    public UnfinishedSchedule(Schedule schedule, DependencyProgress progress) {
        this.schedule = schedule;
        this.progress = progress;
        int ranks = schedule.ranks();
        firstReceive = filled(ranks);
        receives = new int[ranks];
        firstMessage = filled(ranks);
        senderOfFirst = filled(ranks);
        messages = new int[ranks];
    }

    /**
     * Reports a receive that was posted and has no message. The first reported of each rank is described, the others
     * counted.
     */
    public void receiveWithoutMessage(int rank, int operation) {
        if (receives[rank]++ == 0) {
            firstReceive[rank] = operation;
        }
        receivesInAll++;
    }

    /** Reports a message for which the receiver posted no receive, as {@link #receiveWithoutMessage}. */
    public void messageWithoutReceive(int receiver, int sender, int operation) {
        if (messages[receiver]++ == 0) {
            firstMessage[receiver] = operation;
            senderOfFirst[receiver] = sender;
        }
        messagesInAll++;
    }

    /** Adds an explaining sentence to the headline. */
    public void remark(String sentence) {
        remark = ". " + sentence;
    }

    /** Returns all reports, and operations that never started. O(operations). */
    public UnfinishedProgramException exception() {
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            String line = receivesWithoutMessage(rank) + messagesWithoutReceive(rank) + notStarted(rank);
            if (!line.isEmpty()) {
                lines.add("rank " + rank + ": " + line.substring(2));
            }
        }
        return new UnfinishedProgramException(
                "The schedule cannot finish: " + count(receivesInAll, "receive", "receives") + " without a message, "
                        + count(messagesInAll, "message", "messages") + " without a receive, "
                        + count(progress.notReady(), "operation", "operations") + " never started" + remark,
                lines);
    }

    private String receivesWithoutMessage(int rank) {
        if (receives[rank] == 0) {
            return "";
        }
        int operation = firstReceive[rank];
        int source = schedule.peer(rank, operation);
        return ", waits for " + Long.toUnsignedString(schedule.size(rank, operation)) + " B from "
                + (source == Schedule.ANY ? "any rank" : "rank " + source) + " with "
                + tag(schedule.tag(rank, operation)) + place(rank, operation)
                + more(receives[rank] - 1, "receive", "receives");
    }

    private String messagesWithoutReceive(int rank) {
        if (messages[rank] == 0) {
            return "";
        }
        int operation = firstMessage[rank];
        int source = senderOfFirst[rank];
        return ", has no receive for the " + Long.toUnsignedString(schedule.size(source, operation)) + " B from rank "
                + source + " with " + tag(schedule.tag(source, operation)) + place(source, operation)
                + more(messages[rank] - 1, "message", "messages");
    }

    private String notStarted(int rank) {
        int count = 0;
        int first = NONE;
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

    private static String tag(int tag) {
        return tag == Schedule.ANY ? "any tag" : "tag " + Integer.toUnsignedString(tag);
    }

    private static String more(int count, String one, String several) {
        return count == 0 ? "" : " and " + count + " more " + (count == 1 ? one : several);
    }

    private static String count(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    private static int[] filled(int size) {
        int[] array = new int[size];
        Arrays.fill(array, NONE);
        return array;
    }
}
