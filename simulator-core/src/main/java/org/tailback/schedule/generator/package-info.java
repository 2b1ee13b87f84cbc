/**
 * Schedules of well-known communication patterns, given by formulas: they need no memory for their operations, however
 * many ranks they have, and can be simulated or written to files as they are.
 */
package org.tailback.schedule.generator;
