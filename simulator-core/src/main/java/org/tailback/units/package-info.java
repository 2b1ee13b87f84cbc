/** Quantities with units as people read and write them. Inside the library numbers are seconds, bytes, bytes/s. */
package org.tailback.units;
