/**
 * Fair shares on a binary tree, after PlogPT (Nomura, Matsuba, Ishikawa).
 */
@Beta
package org.tailback.model.sharing.fairtree;

import org.tailback.stability.Beta;
