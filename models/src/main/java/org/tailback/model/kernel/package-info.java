/** Models of the times of computing kernels. */
@org.jspecify.annotations.NullMarked
package org.tailback.model.kernel;
