package org.tailback.model.loggops;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.schedule.DependencyProgress;
import org.tailback.schedule.Schedule;

/** Says why a schedule could not be run to its end: a line for each rank with something left over. */
final class UnfinishedSchedule {
    /** Finding places can mean reading a file again: only for so many lines. */
    private static final int LINES_WITH_PLACES = 20;

    private final Schedule schedule;
    private final LogGops parameters;
    private final DependencyProgress progress;
    private final MatchQueue posted;
    private final MatchQueue unexpected;
    private final long lostCompletions;
    private final List<String> lines = new ArrayList<>();

    UnfinishedSchedule(
            Schedule schedule,
            LogGops parameters,
            DependencyProgress progress,
            MatchQueue posted,
            MatchQueue unexpected,
            long lostCompletions) {
        this.schedule = schedule;
        this.parameters = parameters;
        this.progress = progress;
        this.posted = posted;
        this.unexpected = unexpected;
        this.lostCompletions = lostCompletions;
    }

    /** O(operations). */
    UnfinishedProgramException exception() {
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            String line = receivesWithoutMessage(rank) + messagesWithoutReceive(rank) + notStarted(rank);
            if (!line.isEmpty()) {
                lines.add("rank " + rank + ": " + line.substring(2));
            }
        }
        return new UnfinishedProgramException(headline(), lines);
    }

    private String headline() {
        StringBuilder text = new StringBuilder("The schedule cannot finish: ")
                .append(count(posted.size(), "receive", "receives"))
                .append(" without a message, ")
                .append(count(unexpected.size(), "message", "messages"))
                .append(" without a receive, ")
                .append(count(progress.notReady(), "operation", "operations"))
                .append(" never started");
        if (lostCompletions > 0) {
            text.append(". The size of a late receive decides whether it tells the sender: ")
                    .append(count(lostCompletions, "send", "sends"))
                    .append(" of more than ")
                    .append(parameters.eagerLimit())
                    .append(" B met a late receive declared with less and never completed; declare both with one size");
        }
        return text.toString();
    }

    private String receivesWithoutMessage(int rank) {
        int first = posted.first(rank);
        if (first == MatchQueue.NONE) {
            return "";
        }
        int others = 0;
        for (int entry = posted.next(first); entry != MatchQueue.NONE; entry = posted.next(entry)) {
            others++;
        }
        int source = posted.source(first);
        int operation = posted.payload(first);
        return ", waits for " + Long.toUnsignedString(schedule.size(rank, operation)) + " B from "
                + (source == Schedule.ANY ? "any rank" : "rank " + source) + " with " + tag(posted.tag(first))
                + place(rank, operation) + more(others, "receive", "receives");
    }

    private String messagesWithoutReceive(int rank) {
        int first = unexpected.first(rank);
        if (first == MatchQueue.NONE) {
            return "";
        }
        int others = 0;
        for (int entry = unexpected.next(first); entry != MatchQueue.NONE; entry = unexpected.next(entry)) {
            others++;
        }
        int source = unexpected.source(first);
        int operation = unexpected.payload(first);
        return ", has no receive for the " + Long.toUnsignedString(schedule.size(source, operation)) + " B from rank "
                + source + " with " + tag(unexpected.tag(first)) + place(source, operation)
                + more(others, "message", "messages");
    }

    private String notStarted(int rank) {
        int count = 0;
        int first = -1;
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
}
