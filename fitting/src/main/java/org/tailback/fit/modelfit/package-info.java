/** Fitting the parameters of any bandwidth-sharing model to measured graphs, with cross-validation. */
package org.tailback.fit.modelfit;
