/**
 * Programs that are made rather than recorded: the all-to-all exchanges of the PlogPT paper, rings, halo exchanges, random
 * programs that cannot deadlock, and explicit ones written operation by operation.
 */
package org.tailback.generator;
