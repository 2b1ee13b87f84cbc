/** The command that turns measurements into parameters. */
package org.tailback.cli.fit;
