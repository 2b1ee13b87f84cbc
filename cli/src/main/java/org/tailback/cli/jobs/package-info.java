/** {@code tailback jobs}: several programs and background traffic in one network. */
@Internal
package org.tailback.cli.jobs;

import org.tailback.stability.Internal;
