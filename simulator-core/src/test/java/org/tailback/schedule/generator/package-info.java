/**
 * Schedules of well-known communication patterns, given by formulas.
 *
 * <p>They need no memory for their operations, however many ranks they have, and can be simulated or written to files
 * as they are: {@code new Dissemination(1 << 20, 8)}. {@link org.tailback.schedule.generator.RegularSchedule} is their
 * base.
 */
@Beta
package org.tailback.schedule.generator;

import org.tailback.stability.Beta;
