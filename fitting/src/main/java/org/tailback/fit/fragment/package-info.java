/** Fitted parameters as parts of a platform file, with their provenance as comments. */
package org.tailback.fit.fragment;
