/** {@code tailback info}. */
package org.tailback.cli.info;
