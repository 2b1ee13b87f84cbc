/**
 * Charts of predictions beside measurements: predicted over measured times, histograms of errors, errors per graph, and
 * recorded times beside simulated ones per kind of call or per rank.
 */
@Beta
@NullMarked
package org.tailback.study.evaluation;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
