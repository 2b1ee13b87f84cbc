/** Charts of what benchmarks/scaling.py measured. */
@NullMarked
package org.tailback.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
