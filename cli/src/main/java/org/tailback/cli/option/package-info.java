/** Options that several commands share, the texts in them, and the platform that they choose. */
package org.tailback.cli.option;
