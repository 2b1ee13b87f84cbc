/**
 * Timelines of a replay: files for ui.perfetto.dev, ViTE and spreadsheets, written while the replay runs. The entry
 * point is {@link org.tailback.timeline.Timeline}. {@code TimelineRecorder} converts notifications of the replay into
 * slices, arrows and counters in the order of time; a {@code TimelineWriter} writes one format.
 */
@Beta
@NullMarked
package org.tailback.timeline;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
