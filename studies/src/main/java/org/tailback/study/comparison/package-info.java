/** One program on several platforms, placements and models: which is best, and where contention hurts. */
package org.tailback.study.comparison;
