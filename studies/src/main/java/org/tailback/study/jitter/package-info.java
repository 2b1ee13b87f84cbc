/** Random delays of ranks, messages and computations. */
package org.tailback.study.jitter;
