/**
 * Collective operations as point-to-point messages: algorithms, the choice among them, and the expansion of programs that
 * contain collectives. Every algorithm tells which blocks of data its messages carry, so that tests can prove it by
 * performing it on data.
 */
package org.tailback.collective;
