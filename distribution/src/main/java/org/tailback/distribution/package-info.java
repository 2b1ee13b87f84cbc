/**
 * Documents of a release, generated while the archives are built: {@link org.tailback.distribution.ReleaseDocuments}
 * writes completion scripts and manual pages from picocli's model of the commands, and the documentation as a site of
 * HTML pages that work offline. The package is not included in the command.
 */
@Internal
@NullMarked
package org.tailback.distribution;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
