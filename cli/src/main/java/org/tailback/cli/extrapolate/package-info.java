/** The command {@code extrapolate}. */
package org.tailback.cli.extrapolate;
