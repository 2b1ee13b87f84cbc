/**
 * Generated programs used as traces. The path is a text such as {@code ring:ranks=4096,bytes=100kB}; {@link
 * org.tailback.trace.generated.GeneratedProgramReader} is the service. Operations are generated while the program runs
 * and are not held in memory.
 */
@Internal
@org.jspecify.annotations.NullMarked
package org.tailback.trace.generated;

import org.tailback.stability.Internal;
