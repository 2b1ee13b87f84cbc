/** Traces on platforms: what every command that replays has in common. */
package org.tailback.cli.run;
