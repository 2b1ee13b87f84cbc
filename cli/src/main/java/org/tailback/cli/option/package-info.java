/** Options that several commands share, and the texts in them. */
package org.tailback.cli.option;
