/**
 * Parameters of any bandwidth-sharing model fitted to measured contention graphs.
 *
 * <p>The fit minimises the mean absolute error of the graphs by the simplex of Nelder and Mead. Cross-validation
 * states the error on graphs that the fit has not used. {@link org.tailback.fit.modelfit.ModelFit} is the entry.
 */
@Beta
@NullMarked
package org.tailback.fit.modelfit;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
