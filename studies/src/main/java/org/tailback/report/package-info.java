/**
 * HTML pages that open from disk without network access. {@link org.tailback.report.ReplayPage} shows one replay:
 * verdict, bounds, timeline, contention over time with reasons, and traffic. {@link org.tailback.report.StudyPage}
 * shows charts and a sortable table. {@link org.tailback.report.RunRecorder} collects the data in a second run.
 */
@Beta
@NullMarked
package org.tailback.report;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
