package org.tailback.cli.replay;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.error.InputException;
import org.tailback.timeline.RankSet;
import org.tailback.timeline.TimelineCut;
import org.tailback.timeline.TimelineFormat;
import org.tailback.units.Quantity;

/** The options that say whether and what of a replay is recorded in time. */
final class TimelineOptions extends Options {
    private final Given<@Nullable Path> file = path(
            "--timeline",
            "FILE",
            "what happened when: .json (ui.perfetto.dev), .trace (Paje, ViTE) or .csv, with .gz" + " compressed");

    private final Given<@Nullable String> from = text("--timeline-from", "T", "the timeline begins at this time");

    private final Given<@Nullable String> to = text("--timeline-to", "T", "the timeline ends at this time");

    private final Given<@Nullable String> ranks =
            text("--timeline-ranks", "LIST", "ranks in the timeline, such as 0-3,8");

    @Nullable
    Path file() {
        return file.value();
    }

    TimelineCut cut() {
        Path target = file.value();
        if (target == null) {
            if (from.value() != null || to.value() != null || ranks.value() != null) {
                throw new InputException((from.value() != null
                                ? "--timeline-from"
                                : to.value() != null ? "--timeline-to" : "--timeline-ranks")
                        + ": there is no timeline to cut. Name it with --timeline FILE");
            }
            return TimelineCut.NOTHING;
        }
        TimelineFormat.of(target);
        return new TimelineCut(
                from.value() == null
                        ? TimelineCut.NOTHING.from()
                        : Quantity.parseAt("--timeline-from", from.value(), Quantity.Kind.SECONDS),
                to.value() == null
                        ? TimelineCut.NOTHING.to()
                        : Quantity.parseAt("--timeline-to", to.value(), Quantity.Kind.SECONDS),
                ranks.value() == null ? RankSet.ALL : ranks(ranks.value()));
    }

    private static RankSet ranks(String text) {
        try {
            return RankSet.parse(text);
        } catch (InputException e) {
            throw e.at("--timeline-ranks");
        }
    }
}
