/** Which algorithm of a collective operation is fastest, for which sizes and numbers of ranks. */
package org.tailback.study.collective;
