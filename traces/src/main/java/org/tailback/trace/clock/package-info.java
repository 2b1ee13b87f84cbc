/**
 * Clocks that disagree. {@link org.tailback.trace.clock.ClockCheck} receives the times of messages by the clocks of
 * sender and receiver, counts those that were received before they were sent, and estimates the offset of each clock. A
 * {@link org.tailback.trace.clock.ClockLine} corrects times. {@link org.tailback.trace.measured} uses the check on
 * recorded runs.
 */
@Beta
package org.tailback.trace.clock;

import org.tailback.stability.Beta;
