/**
 * Efficiencies of a program on a platform, as the POP project defines them, from replays on ideal networks.
 *
 * <p>{@link org.tailback.study.efficiency.EfficiencyStudy} replays a program on its platform and on the networks of
 * {@link org.tailback.study.whatif.IdealNetworks}, and divides the makespans: each
 * {@link org.tailback.study.efficiency.Efficiencies} is a product of factors. Iterations of the program are found by
 * {@code Periodicity} in the operations that {@code CallRecorder} saw, and timed by {@code PhaseClock}.
 */
@Beta
package org.tailback.study.efficiency;

import org.tailback.stability.Beta;
