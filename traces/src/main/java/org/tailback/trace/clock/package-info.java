/**
 * Clocks that disagree: messages that seem to be received before they were sent, and what they tell about the clocks. Begin at
 * {@link org.tailback.trace.clock.ClockCheck}.
 */
package org.tailback.trace.clock;
