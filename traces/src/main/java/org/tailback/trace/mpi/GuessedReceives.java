package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.GUESSED_RECEIVE;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.PairedReceives.LostRequest;
import org.tailback.trace.mpi.PairedReceives.PairedMessage;

/** Receives that are known to have started by the call of MPI_Irecv only, in traces without records of requests. */
final class GuessedReceives extends RankPart {
    private final Lookahead lookahead;
    private final ArrayDeque<Integer> started = new ArrayDeque<>();
    private @Nullable Boolean lacksRequests;

    GuessedReceives(RankTranslation translation, Lookahead lookahead) {
        super(translation);
        this.lookahead = lookahead;
    }

    /** A call of MPI_Irecv without a record of its receive has ended. */
    void start(RequestFates fates) {
        if (lacksRequests == null) {
            lacksRequests = lookahead.lacksRequests();
        }
        if (lacksRequests) {
            long ordinal = lost.next();
            PairedMessage message = lost.message(ordinal);
            if (message != null) {
                fates.startPaired(message, ordinal);
                return;
            }
            present.beforeOperation();
            int number = requests.add(GUESSED_RECEIVE);
            lost.begin(number, ordinal);
            requests.setSequence(number, queue.unknownIreceive(number));
            started.add(number);
        } else {
            counts.count(Approximation.CALLS_WITHOUT_MESSAGE);
        }
    }

    boolean isEmpty() {
        return started.isEmpty();
    }

    /** Returns the oldest one, which is known now. */
    int take() {
        return started.remove();
    }

    /** None of them is completed. */
    void abandon() {
        while (!started.isEmpty()) {
            int number = started.remove();
            lost.lost(number, LostRequest.RECEIVE);
            queue.drop(requests.sequence(number));
            requests.release(number);
            counts.count(Approximation.EMPTY_RECEIVES);
        }
    }
}
