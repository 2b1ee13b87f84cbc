/** Measured against predicted: errors per message, graph and task; the random patterns of Zhu et al. */
package org.tailback.fit.evaluation;
