/** Standard output and standard error as the command uses them. */
package org.tailback.cli.console;
