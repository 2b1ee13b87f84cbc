/** The command that holds predictions against measurements. */
package org.tailback.cli.evaluate;
