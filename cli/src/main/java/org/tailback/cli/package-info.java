/** The {@code tailback} command: entry point, dispatch to the commands, exit statuses. */
package org.tailback.cli;
