package org.tailback.network;

import org.tailback.platform.Platform;

/**
 * A network that replays can join together with other replays and the single messages of a host: {@code
 * Replay.builder(program, network.platform()).on(network)}. {@link org.tailback.embed.Network} is one.
 */
public interface SharedNetwork {
    /** The nodes, models and costs of the network. */
    Platform platform();

    NetworkEngine engine();
}
