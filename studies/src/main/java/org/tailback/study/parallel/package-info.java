/** Many independent computations on several threads, with results that do not depend on how many. */
package org.tailback.study.parallel;
