/** Limits of TCP hosts: both directions of a connection, and what a host moves in and out together. */
package org.tailback.model.sharing.host;
