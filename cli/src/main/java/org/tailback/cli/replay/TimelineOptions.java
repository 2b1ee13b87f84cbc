package org.tailback.cli.replay;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.timeline.RankSet;
import org.tailback.timeline.TimelineCut;
import org.tailback.timeline.TimelineFormat;
import org.tailback.units.Quantity;
import picocli.CommandLine.Option;

/** The options that say whether and what of a replay is recorded in time. */
final class TimelineOptions {
    @Option(
            names = "--timeline",
            paramLabel = "FILE",
            description = "what happened when: .json (ui.perfetto.dev), .trace (Paje, ViTE) or .csv, with .gz"
                    + " compressed")
    private @Nullable Path file;

    @Option(names = "--timeline-from", paramLabel = "T", description = "the timeline begins at this time")
    private @Nullable String from;

    @Option(names = "--timeline-to", paramLabel = "T", description = "the timeline ends at this time")
    private @Nullable String to;

    @Option(names = "--timeline-ranks", paramLabel = "LIST", description = "ranks in the timeline, such as 0-3,8")
    private @Nullable String ranks;

    @Nullable
    Path file() {
        return file;
    }

    TimelineCut cut() {
        Path target = file;
        if (target == null) {
            if (from != null || to != null || ranks != null) {
                throw new InputException(
                        (from != null ? "--timeline-from" : to != null ? "--timeline-to" : "--timeline-ranks")
                                + ": there is no timeline to cut. Name it with --timeline FILE");
            }
            return TimelineCut.NOTHING;
        }
        TimelineFormat.of(target);
        return new TimelineCut(
                from == null
                        ? TimelineCut.NOTHING.from()
                        : Quantity.parseAt("--timeline-from", from, Quantity.Kind.SECONDS),
                to == null ? TimelineCut.NOTHING.to() : Quantity.parseAt("--timeline-to", to, Quantity.Kind.SECONDS),
                ranks == null ? RankSet.ALL : ranks(ranks));
    }

    private static RankSet ranks(String text) {
        try {
            return RankSet.parse(text);
        } catch (InputException e) {
            throw new InputException("--timeline-ranks: " + e.getMessage(), e);
        }
    }
}
