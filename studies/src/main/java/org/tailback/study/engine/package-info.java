/**
 * Engines perform the runs of studies: {@link org.tailback.study.engine.LocalEngine} on the cores of this machine,
 * others, such as Apache Spark, elsewhere. A study describes its runs as {@link org.tailback.study.engine.StudyRuns};
 * its result does not depend on the engine.
 */
@Beta
package org.tailback.study.engine;

import org.tailback.stability.Beta;
