/**
 * {@code tailback replay}. {@code ReplayCommand} opens the trace, replays it on the platform, repeats the replay if
 * options require it, and collects a {@code ReplayReport}, which {@code ReplayText} writes.
 */
@Internal
@NullMarked
package org.tailback.cli.replay;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
