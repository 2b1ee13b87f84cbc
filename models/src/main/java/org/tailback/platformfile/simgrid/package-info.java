/**
 * SimGrid's platform description (XML, version 4 and 4.1) as a platform file. {@code XmlElement} reads the text,
 * without external or declared entities; {@code Zone} contains the hosts, links and routes of a zone; {@code
 * RouteSearch} computes the links between two hosts through the zones; {@link
 * org.tailback.platformfile.simgrid.SimGridPlatform} writes the platform file and lists the omissions.
 */
@Internal
@NullMarked
package org.tailback.platformfile.simgrid;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
