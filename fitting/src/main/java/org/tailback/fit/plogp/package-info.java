/** PlogP parameters by Kielmann's fast method, from any network that can be measured. */
package org.tailback.fit.plogp;
