/** What files of studies say about the traces that they name. */
@Internal
package org.tailback.study.input;

import org.tailback.stability.Internal;
