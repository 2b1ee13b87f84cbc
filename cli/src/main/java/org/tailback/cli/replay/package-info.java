/** {@code tailback replay}. */
package org.tailback.cli.replay;
