/** {@code tailback convert}. */
package org.tailback.cli.convert;
