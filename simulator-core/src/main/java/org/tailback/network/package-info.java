/** The messages in flight: the engine behind {@link org.tailback.embed.Network} and {@link org.tailback.replay.Replay}. */
@Internal
package org.tailback.network;

import org.tailback.stability.Internal;
