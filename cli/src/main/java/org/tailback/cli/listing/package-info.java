/** {@code tailback models} and {@code tailback formats}: what there is. */
package org.tailback.cli.listing;
