/**
 * What happened in a replay, in time: files for ui.perfetto.dev, ViTE and spreadsheets, written while the replay runs. Begin
 * at {@link org.tailback.timeline.Timeline}.
 */
package org.tailback.timeline;
