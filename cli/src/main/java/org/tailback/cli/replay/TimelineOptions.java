package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.InputException;
import org.tailback.explain.Segment;
import org.tailback.observe.Observer;
import org.tailback.observe.ObserverPair;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Simulation;
import org.tailback.timeline.RankSet;
import org.tailback.timeline.Timeline;
import org.tailback.timeline.TimelineCut;
import org.tailback.timeline.TimelineFormat;
import org.tailback.trace.measured.MeasuredComparison;
import org.tailback.units.Quantity;

/** Options for timelines of a replay. */
final class TimelineOptions extends Options {
    private final Given<List<Path>> files = list(Path.class, "", new ArrayList<>(), "--timeline", "FILE");

    private final Given<@Nullable String> from = text("--timeline-from", "T");

    private final Given<@Nullable String> to = text("--timeline-to", "T");

    private final Given<@Nullable String> ranks = text("--timeline-ranks", "LIST");

    List<Path> files() {
        return files.value();
    }

    /**
     * Performs a replay, writes its timelines, and returns its result.
     *
     * @param chain segments of the critical path, shown in formats that support it; empty if unknown
     * @param comparison comparison with recorded times, which also observes the replay; null without a comparison
     */
    ReplayResult recorded(
            TraceOnPlatform run,
            Simulation replay,
            TimelineCut cut,
            List<Segment> chain,
            @Nullable MeasuredComparison comparison) {
        return recorded(files.value(), run, replay, cut, chain, comparison, comparison);
    }

    private static ReplayResult recorded(
            List<Path> targets,
            TraceOnPlatform run,
            Simulation replay,
            TimelineCut cut,
            List<Segment> chain,
            @Nullable Observer observer,
            @Nullable ExpansionListener listener) {
        if (targets.isEmpty()) {
            return run.run(
                    observer == null || listener == null
                            ? replay
                            : replay.observer(observer).expansions(listener));
        }
        return Timeline.record(
                targets.get(0),
                run.workload().ranks(),
                cut,
                chain,
                recorder -> recorded(
                        targets.subList(1, targets.size()),
                        run,
                        replay,
                        cut,
                        chain,
                        observer == null ? recorder : new ObserverPair(observer, recorder),
                        listener == null ? recorder : listener.and(recorder)));
    }

    TimelineCut cut() {
        if (files.value().isEmpty()) {
            if (from.value() != null || to.value() != null || ranks.value() != null) {
                throw new InputException((from.value() != null
                                ? "--timeline-from"
                                : to.value() != null ? "--timeline-to" : "--timeline-ranks")
                        + ": there is no timeline to cut. Name it with --timeline FILE");
            }
            return TimelineCut.NOTHING;
        }
        for (Path file : files.value()) {
            TimelineFormat.of(file);
            if (Collections.frequency(files.value(), file) > 1) {
                throw InputException.at("--timeline", file + " is given twice", "");
            }
        }
        return new TimelineCut(
                seconds("--timeline-from", from.value(), TimelineCut.NOTHING.from()),
                seconds("--timeline-to", to.value(), TimelineCut.NOTHING.to()),
                ranks.value() == null ? RankSet.ALL : ranks(ranks.value()));
    }

    private static double seconds(String option, @Nullable String given, double otherwise) {
        return given == null ? otherwise : Quantity.parseAt(option, given, Quantity.Kind.SECONDS);
    }

    private static RankSet ranks(String text) {
        try {
            return RankSet.parse(text);
        } catch (InputException e) {
            throw e.at("--timeline-ranks");
        }
    }
}
