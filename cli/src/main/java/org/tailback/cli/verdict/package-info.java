/** What a decision maker reads of a result: where it holds, what to take, and whether that is beyond the error. */
@Internal
package org.tailback.cli.verdict;

import org.tailback.stability.Internal;
