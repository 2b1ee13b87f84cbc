/** Fair shares on a binary tree, by the PlogPT model (Nomura, Matsuba, Ishikawa). */
@Beta
@NullMarked
package org.tailback.model.sharing.fairtree;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
