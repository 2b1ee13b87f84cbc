/** What commands that replay have in common: the chosen platform and algorithms. */
package org.tailback.cli.run;
