/** {@code tailback compare}. */
package org.tailback.cli.compare;
