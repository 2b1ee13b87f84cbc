/** Straight lines through measurements with their uncertainty, medians and intervals: what all fits have in common. */
package org.tailback.fit.statistics;
