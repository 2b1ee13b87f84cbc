/** Charts of what benchmarks/scaling.py measured. */
@NullMarked
package org.tailback.benchmark.scaling;

import org.jspecify.annotations.NullMarked;
