package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.error.InputException;
import org.tailback.network.LinkMeter;
import org.tailback.observe.LinkLoad;
import org.tailback.observe.LinkLoads;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.simulation.Simulation;
import org.tailback.units.Readable;

/** The option for the loads of links. */
final class LinkOptions extends Options {
    private static final int SHOWN = 10;

    private final Given<Boolean> loads = flag("--link-loads");

    boolean areAsked() {
        return loads.value();
    }

    /**
     * Checks, before the replay, that the platform's model computes the loads of links.
     *
     * @throws InputException if the model has no loads of links
     */
    void check(Platform platform, long seed) {
        if (loads.value() && !LinkMeter.isPossible(platform.model().on(platform.cluster(), seed))) {
            throw InputException.at(
                    "--link-loads",
                    "model " + platform.model().name() + " has no loads of links",
                    "Use a model with links and bandwidths, such as max-min");
        }
    }

    /** Returns the loads of a run that has ended; null if not requested. */
    @Nullable
    LinkReport report(Simulation run) {
        return loads.value() ? run.linkLoads().map(LinkReport::of).orElseThrow() : null;
    }

    static void text(LinkReport report, PrintWriter out) {
        out.print("\n"
                + new TableColumns<LinkRow>()
                        .add("link", LinkRow::name)
                        .add(">mean load", row -> Words.percent(row.mean()))
                        .add(">highest", row -> Words.percent(row.peak()))
                        .add(">carried", row -> Readable.bytes(row.bytes()))
                        .table(report.links().stream().limit(SHOWN).toList()));
    }

    /**
     * Loads of all links.
     *
     * @param links loads by link, the highest mean load first
     * @param linkIntervalSeconds length of the intervals of {@code overTime}, seconds
     */
    record LinkReport(@Output List<LinkRow> links, @Output double linkIntervalSeconds) {
        static LinkReport of(LinkLoads loads) {
            List<LinkLoad> all = loads.top(Integer.MAX_VALUE);
            return new LinkReport(
                    all.stream().map(load -> LinkRow.of(load, loads)).toList(), loads.intervalSeconds());
        }
    }

    /**
     * Load of one link: its bytes over its capacity.
     *
     * @param name name of the link
     * @param capacity bytes per second
     * @param bytes bytes on the link, including the bytes that the message cost adds on the wire
     * @param mean mean load over the time of the run, 0 to 1
     * @param peak highest load, 0 to 1
     * @param overTime mean loads in successive intervals
     */
    record LinkRow(String name, double capacity, double bytes, double mean, double peak, List<Double> overTime) {
        static LinkRow of(LinkLoad load, LinkLoads loads) {
            int intervals = (int) Math.ceil(loads.seconds() / loads.intervalSeconds());
            return new LinkRow(
                    load.name(),
                    load.capacity(),
                    load.bytes(),
                    load.mean(),
                    load.peak(),
                    Arrays.stream(load.overTime()).limit(intervals).boxed().toList());
        }
    }
}
