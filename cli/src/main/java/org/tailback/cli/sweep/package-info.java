/** Many replays described by one file. */
package org.tailback.cli.sweep;
