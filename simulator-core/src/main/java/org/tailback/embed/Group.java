package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.stability.Beta;

/** Messages that were sent together for one owner, which is notified when all are over. */
@Beta
public final class Group {
    private final double sent;
    private final WhenAllDone whenDone;
    private ImmutableList<Message> messages = ImmutableList.of();
    private int open;
    private boolean isCancelled;

    Group(double sent, WhenAllDone whenDone) {
        this.sent = sent;
        this.whenDone = whenDone;
    }

    void of(List<Message> all) {
        messages = ImmutableList.copyOf(all);
        open = messages.size();
    }

    /** Returns whether all messages of the group are over. */
    boolean ended() {
        return --open == 0;
    }

    /** Notifies the owner of the group. */
    void done() {
        if (isCancelled) {
            return;
        }
        if (messages.stream().anyMatch(message -> message.state() == MessageState.LOST)) {
            whenDone.lost(this);
        } else {
            whenDone.arrived(this);
        }
    }

    /** Returns the messages, in the order of their transfers. */
    public List<Message> messages() {
        return messages;
    }

    /** Returns the time at which the messages were sent, in seconds. */
    public double sent() {
        return sent;
    }

    /** Returns whether all messages are over. O(messages). */
    public boolean isOver() {
        return messages.stream().allMatch(message -> message.state().isOver());
    }

    /** Cancels all messages that can be cancelled. The owner is no longer notified. O(messages). */
    public void cancel() {
        isCancelled = true;
        messages.forEach(Message::cancel);
    }

    @Override
    public String toString() {
        long underWay =
                messages.stream().filter(message -> !message.state().isOver()).count();
        return "group of " + messages.size() + " messages sent at " + sent + " s, " + underWay + " under way";
    }
}
