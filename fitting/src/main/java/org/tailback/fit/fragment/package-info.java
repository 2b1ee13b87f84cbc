/**
 * Fitted parameters as fragments of a platform file.
 *
 * <p>A fragment is a section of YAML that can be pasted into a platform file. Its comments contain the origin of each
 * value.
 */
@Beta
@NullMarked
package org.tailback.fit.fragment;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
