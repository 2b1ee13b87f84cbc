/** The command that measures a network over TCP. */
package org.tailback.cli.measure;
