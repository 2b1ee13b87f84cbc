package org.tailback.network;

import org.jspecify.annotations.Nullable;
import org.tailback.observe.Observer;

/**
 * A user whose messages share a {@link NetworkEngine}: a replay, a host simulation or background traffic. Its senders
 * and receivers are numbered from 0; the engine numbers the endpoints of all users consecutively.
 */
public final class NetworkUser {
    final MessageOwner owner;
    final @Nullable Observer observer;
    /** Number of this user's sender 0 in the engine. */
    final int firstEndpoint;

    final int endpoints;
    private final NetworkTotals totals = new NetworkTotals();

    NetworkUser(MessageOwner owner, @Nullable Observer observer, int firstEndpoint, int endpoints) {
        this.owner = owner;
        this.observer = observer;
        this.firstEndpoint = firstEndpoint;
        this.endpoints = endpoints;
    }

    boolean has(int endpoint) {
        return endpoint >= firstEndpoint && endpoint - firstEndpoint < endpoints;
    }

    /** Returns the counts of this user's messages so far; always the same object. */
    public NetworkTotals totals() {
        return totals;
    }
}
