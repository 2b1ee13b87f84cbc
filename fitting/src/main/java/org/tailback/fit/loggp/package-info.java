/** From parametrised round-trip times to LogGP parameters: our fit, Netgauge's, and the files that hold the data. */
package org.tailback.fit.loggp;
