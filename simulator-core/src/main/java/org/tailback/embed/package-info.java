/**
 * The network inside another simulator: send messages, be told when they arrive, change the network while it runs. Start at
 * {@link org.tailback.embed.Network}; {@code docs/embedding} shows hosts.
 */
package org.tailback.embed;
