/** The placement search. */
package org.tailback.cli.place;
