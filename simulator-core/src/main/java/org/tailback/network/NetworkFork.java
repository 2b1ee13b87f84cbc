package org.tailback.network;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.kernel.EventKernel;
import org.tailback.loss.LossProcess;
import org.tailback.sharing.BandwidthSharing;

/**
 * An independent copy of a network on another clock, at the same instant and with the same messages in flight.
 *
 * @param engine the copy
 * @param user user of the copy, to which its messages belong
 */
public record NetworkFork(NetworkEngine engine, NetworkUser user) {
    /**
     * Copies a network in which only one user has messages in flight. The model of the copy is notified of the messages
     * in the order in which they were sent. Except for rounding, the rates are the same if the model computes them only
     * from the messages in flight. O(messages in flight) and a computation of all rates.
     *
     * @param clock clock at the original's present instant
     * @param itsUser user whose messages are copied
     * @param owner owner of the copies
     * @param adjust sets the capacities of the copied model's state, before it is notified of messages
     */
    public static NetworkFork of(
            NetworkEngine original,
            EventKernel clock,
            NetworkUser itsUser,
            MessageOwner owner,
            Consumer<BandwidthSharing> adjust) {
        Preconditions.checkState(
                !original.processing, "a network cannot be forked while it notifies owners; set a timer");
        for (NetworkUser user : original.users) {
            Preconditions.checkState(
                    user == itsUser || !user.owner.isActive(),
                    "a replay is running on the network, and the rest of its program cannot be copied: fork before it "
                            + "starts or after it has ended");
        }
        MessageTable messages = original.messages.copy();
        NetworkEngine copy = new NetworkEngine(new NetworkEngineBuilder(clock, original.settings), messages);
        adjust.accept(copy.sharing());
        NetworkUser user = copy.join(owner, itsUser.endpoints, null);
        messages.forEach(message -> messages.user[message] = user);
        copy.endpoints = original.endpoints;
        itsUser.totals().copyTo(user.totals());
        copyState(original, copy);
        List<Integer> inFlight = new ArrayList<>();
        messages.forEach(inFlight::add);
        inFlight.sort(Comparator.comparingLong(message -> messages.sequence[message]));
        for (int message : inFlight) {
            if (original.ends.contains(message)) {
                copy.ends.set(message, original.ends.date(message), messages.sequence[message]);
            }
        }
        copy.flows.copyOf(original.flows, inFlight);
        inFlight.forEach(message -> keepPresentEnd(original, copy, message));
        copy.arm();
        return new NetworkFork(copy, user);
    }

    private static void copyState(NetworkEngine original, NetworkEngine copy) {
        copy.ended = new int[original.ended.length];
        copy.busySince = original.busySince;
        original.failures().copyTo(copy.failures());
        original.interfaces().copyTo(copy.interfaces());
        original.extrapolated.copyTo(copy.extrapolated);
        copy.losses = original.losses == null ? null : copyOf(original, original.losses);
    }

    private static LossProcess copyOf(NetworkEngine network, LossProcess losses) {
        try {
            return losses.copy();
        } catch (UnsupportedOperationException e) {
            String name = network.settings.loss == null ? "unknown" : network.settings.loss.name();
            throw new UnsupportedOperationException(
                    "the network cannot be forked, because its loss model '" + name
                            + "' cannot be copied: override copy() of "
                            + losses.getClass().getName(),
                    e);
        }
    }

    /** Preserves the end of a message at this instant: it ends before others start, as in the original. */
    private static void keepPresentEnd(NetworkEngine original, NetworkEngine copy, int message) {
        MessageTable messages = copy.messages;
        double now = copy.kernel().now();
        double end = original.progress().expectedEnd(message);
        if (messages.phase[message] == MessageTable.MOVING && end <= copy.instantEnd(now)) {
            copy.flows.takeOff(message);
            copy.ends.set(message, end, messages.sequence[message]);
        }
    }
}
