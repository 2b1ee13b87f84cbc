/**
 * Parameters of any bandwidth-sharing model fitted to measured contention graphs.
 *
 * <p>The fit minimises the mean absolute error of the graphs by the simplex method of Nelder and Mead. Cross-validation
 * estimates the error on graphs that were not used in the fit. {@link org.tailback.fit.modelfit.ModelFit} is the entry
 * point.
 */
@Beta
@NullMarked
package org.tailback.fit.modelfit;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
