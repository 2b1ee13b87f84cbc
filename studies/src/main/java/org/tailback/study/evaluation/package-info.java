/** Pictures of how well models predict measured contention graphs. */
package org.tailback.study.evaluation;
