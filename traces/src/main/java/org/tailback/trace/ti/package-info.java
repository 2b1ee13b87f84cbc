/** Time-independent traces of SimGrid's SMPI: which files hold which rank, what each line means, what is refused and why. */
package org.tailback.trace.ti;
