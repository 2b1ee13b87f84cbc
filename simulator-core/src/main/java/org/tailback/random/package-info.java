/** Seeded random streams. */
package org.tailback.random;
