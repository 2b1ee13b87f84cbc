/**
 * {@code tailback serve}: commands as requests to one process, one JSON object per line. {@code Server} owns the
 * threads for commands. A {@code Client} reads requests and writes answers. A {@code Job} is one request in progress:
 * it runs the command with a separate console, and is interrupted when it is cancelled. docs/serve.md describes the
 * protocol.
 */
@Internal
@NullMarked
package org.tailback.cli.serve;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
