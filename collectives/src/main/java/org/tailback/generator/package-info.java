/**
 * Generated programs, as opposed to recorded traces: rings, halo exchanges, the all-to-all exchanges of the PlogPT
 * paper, and explicit programs written operation by operation with {@link org.tailback.generator.ProgramBuilder}. They
 * are {@link org.tailback.program.ParallelProgram}s and can be replayed, converted and expanded like traces.
 */
@NullMarked
package org.tailback.generator;

import org.jspecify.annotations.NullMarked;
