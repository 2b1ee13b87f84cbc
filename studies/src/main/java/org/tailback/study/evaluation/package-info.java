/**
 * Charts of the errors of predictions for measured contention graphs: predicted over measured times, histograms, and
 * errors per graph.
 */
@Beta
package org.tailback.study.evaluation;

import org.tailback.stability.Beta;
