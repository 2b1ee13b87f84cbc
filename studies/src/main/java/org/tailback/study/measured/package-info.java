/** Pictures of recorded times beside predicted ones. */
package org.tailback.study.measured;
