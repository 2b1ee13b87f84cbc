/** {@code tailback alltoall}. */
package org.tailback.cli.alltoall;
