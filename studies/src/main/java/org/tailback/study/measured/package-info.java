/**
 * Charts of recorded times beside simulated ones, per kind of call or per rank.
 */
@Beta
package org.tailback.study.measured;

import org.tailback.stability.Beta;
