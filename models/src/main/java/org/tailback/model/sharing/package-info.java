/**
 * Common classes of the providers of bandwidth-sharing models. Each model has a separate package below this one.
 *
 * <p>A model has three parts: a provider, which reads settings; an immutable model, whose class comment states
 * equations, a worked example and references; and the mutable state of one network, a {@link
 * org.tailback.sharing.BandwidthSharing}. The packages {@code conflict} and {@code link} contain the common code of
 * several models.
 */
@Internal
@NullMarked
package org.tailback.model.sharing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
