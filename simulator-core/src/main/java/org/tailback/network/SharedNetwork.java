package org.tailback.network;

import org.tailback.platform.Platform;

/**
 * A network that replays can share with other replays and the individual messages of a host: {@code
 * Replay.builder(program, network.platform()).on(network)}. {@link org.tailback.embed.Network} is an implementation.
 */
public interface SharedNetwork {
    /** Returns the nodes, models and costs of the network. */
    Platform platform();

    NetworkEngine engine();
}
