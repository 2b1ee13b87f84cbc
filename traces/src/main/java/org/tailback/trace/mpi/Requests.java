package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.Request.Kind;
import org.tailback.trace.mpi.Request.State;

/**
 * Requests of one rank that are in progress. Each ends in one of four ways: a wait together with other requests of a
 * call, a release, a late resolution, or no completion.
 */
final class Requests {
    private final CallTranslator translation;
    private final NumberTable byId = new NumberTable();
    private final List<Request> all = new ArrayList<>();
    private final ArrayDeque<Request> free = new ArrayDeque<>();
    /** Requests completed by the current call. */
    private final List<Request> completed = new ArrayList<>();

    private int unknown;

    Requests(CallTranslator translation) {
        this.translation = translation;
    }

    /** Adds and returns a request without an id. */
    Request add(Kind kind, State state) {
        if (free.isEmpty()) {
            free.push(new Request(all.size()));
            all.add(free.element());
        }
        Request request = free.pop();
        request.kind = kind;
        setState(request, state);
        return request;
    }

    /** Begins a request, whose id may have belonged to an earlier request. */
    Request begin(Kind kind, State state, long id) {
        endEarlier(id);
        Request request = add(kind, state);
        byId.put(id, request.number);
        return request;
    }

    /** Ends the earlier request of an id that is reused. */
    void endEarlier(long id) {
        Request before = forget(id);
        if (before != null) {
            neverCompleted(before);
        }
    }

    @Nullable
    Request find(long id) {
        int number = byId.get(id);
        return number == NumberTable.NONE ? null : all.get(number);
    }

    /** Removes an id. Its request stays in use. */
    @Nullable
    Request forget(long id) {
        int number = byId.remove(id);
        return number == NumberTable.NONE ? null : all.get(number);
    }

    void setState(Request request, State state) {
        unknown += (state == State.UNKNOWN ? 1 : 0) - (request.state == State.UNKNOWN ? 1 : 0);
        request.state = state;
    }

    /** Returns the number of requests that a {@link Lookahead} could find. */
    int unknown() {
        return unknown;
    }

    /** Releases the number of a request for reuse. */
    void release(Request request) {
        setState(request, State.FREE);
        free.push(request);
    }

    /** Ends a resolved request that the current call has completed. */
    void complete(Request request) {
        if (request.state == State.KNOWN) {
            completed.add(request);
        } else {
            release(request);
        }
    }

    void neverCompleted(Request request) {
        if (request.state == State.UNKNOWN) {
            abandon(request);
        }
        resolvePosted(request);
        endOpen(request);
        release(request);
    }

    /** Ends a request that is in progress but never waited for. */
    private void endOpen(Request request) {
        if (request.state == State.PERHAPS_ENDED) {
            translation.present.beforeOperation();
            // a wait for this request alone would be an error if it has already ended
            await(MpiCall.Kind.WAITANY, request.number);
        } else if (request.state == State.KNOWN && request.kind != Kind.COLLECTIVE) {
            performFree(request);
            if (request.kind == Kind.SEND) {
                translation.lost.lost(request);
                translation.counts.count(Approximation.SENDS_NEVER_COMPLETED);
            } else {
                translation.counts.count(Approximation.RECEIVES_NEVER_AWAITED);
            }
        }
    }

    void await(MpiCall.Kind how, int... numbers) {
        translation.queue.await(how, numbers);
        translation.counts.countPerformed(how);
    }

    private void performFree(Request request) {
        translation.present.beforeOperation();
        translation.queue.free(request.number);
        translation.counts.performedFrees++;
    }

    /** Frees a request, which then ends without a wait. */
    void free(Request request) {
        performFree(request);
        release(request);
    }

    void awaitCompleted() {
        PresentCall present = translation.present;
        TranslationCounts counts = translation.counts;
        if (present.kind() == MpiCall.Kind.TEST && (!completed.isEmpty() || present.hasCollective)) {
            counts.count(Approximation.SUCCESSFUL_TESTS);
        }
        if (completed.isEmpty()) {
            translation.lost.awaitedBy(present.kind());
            if (completed.isEmpty()) {
                return;
            }
        }
        present.beforeOperation();
        int[] numbers = new int[completed.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = completed.get(i).number;
            release(completed.get(i));
        }
        await(numbers.length == 1 ? MpiCall.Kind.WAIT : MpiCall.Kind.WAITALL, numbers);
        if (present.kind() == MpiCall.Kind.WAITANY) {
            counts.count(Approximation.WAITANYS);
        } else if (present.kind() == MpiCall.Kind.WAITSOME) {
            counts.count(Approximation.WAITSOMES);
        }
        completed.clear();
    }

    /** Keeps the wildcards of a receive from any source or with any tag; other requests are unchanged. */
    void resolvePosted(Request request) {
        if (request.state == State.POSTED) {
            resolve(request, request.posted);
            translation.counts.count(Approximation.OPEN_RECEIVES);
        }
    }

    /** Sets the message of a receive; null for a receive without a message. */
    void resolve(Request request, @Nullable Message message) {
        start(request, message == null ? null : message.ireceive(request.number));
    }

    /** Sets the operation that starts a request; null for a request without an operation. */
    void start(Request request, @Nullable Consumer<OperationSink> operation) {
        request.start().resolve(operation);
        setState(request, operation == null ? State.DROPPED : State.KNOWN);
    }

    /** Keeps the wildcards of all posted receives. */
    void resolveAllPosted() {
        all.forEach(this::resolvePosted);
    }

    /** Drops the unknown requests, which are never completed. */
    void abandonUnknown() {
        all.stream().filter(request -> request.state == State.UNKNOWN).forEach(this::abandon);
    }

    /** Drops an unknown request, which is never completed. */
    void abandon(Request request) {
        start(request, null);
        if (request.kind == Kind.RECEIVE) {
            translation.lost.lost(request);
            translation.counts.count(Approximation.RECEIVES_NEVER_COMPLETED);
        } else {
            translation.counts.count(Approximation.COLLECTIVES_NEVER_COMPLETED);
        }
    }

    /** Ends the requests that are still in progress after the last call. */
    void endAll() {
        all.forEach(this::endOpen);
    }
}
