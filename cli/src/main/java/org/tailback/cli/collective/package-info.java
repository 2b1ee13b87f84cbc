/** {@code tailback alltoall} and {@code tailback collective}: algorithms of collective operations over sizes and ranks. */
package org.tailback.cli.collective;
