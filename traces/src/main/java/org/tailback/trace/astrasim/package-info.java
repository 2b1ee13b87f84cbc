/**
 * Text workloads of ASTRA-sim 1 and SimAI, with one line per layer of a network. {@code AstraReader} is the service,
 * {@code AstraWorkload} reads the text, {@code AstraProgram} performs its training loop.
 */
@Internal
@org.jspecify.annotations.NullMarked
package org.tailback.trace.astrasim;

import org.tailback.stability.Internal;
