package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.Utf8;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.NetgaugeFile;
import org.tailback.fit.loggp.NetgaugeFragment;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.output.Inline;
import org.tailback.units.Quantity;
import org.tailback.units.Readable;
import picocli.CommandLine;

/** LogGP parameters from round-trip times. */
@CommandLine.Command(
        name = "loggp",
        description =
                "Round-trip times (of 'measure client', Netgauge's ng.out, JSON) to L, o, g and G of each protocol.")
final class FitLogGp extends FitKind {
    /**
     * The result.
     *
     * @param netgauge Netgauge's own parameters by protocol, in seconds; null if it did not write the file
     * @param warnings what was dropped, approximated or cannot be determined, a sentence each
     */
    record Fitted(
            @Inline LogGpParameters parameters, @Nullable List<NetgaugeFile.Row> netgauge, List<String> warnings) {}

    private final Given<@Nullable Double> changeFactor =
            option(Double.class, null, "--change-factor", "X", "growth that is a protocol change (2)");

    private final Given<@Nullable Integer> lookAhead =
            option(Integer.class, null, "--look-ahead", "N", "points that must confirm a change (5)");

    private final Given<@Nullable String> floor = text("--floor", "TIME", "deviations below are noise (0.15us)");

    private final Given<@Nullable Integer> minimumPoints =
            option(Integer.class, null, "--minimum-points", "N", "fewest sizes of a protocol (6)");

    private final Given<Boolean> keepOutliers = flag("--keep-outliers", "fit outliers, too");

    @Override
    void fit() {
        String text = Utf8.read(file.value(), "file");
        NetgaugeFile printed = NetgaugeFile.recognises(text)
                ? NetgaugeFile.parse(text, file.value().toString())
                : null;
        if (common.format() == OutputFormat.TEXT && printed != null && !printed.hasRawColumns()) {
            console.results().print(NetgaugeFragment.of(printed, date()).text());
            common.warn(NetgaugeFragment.warnings(printed), console);
            return;
        }
        List<NetgaugeFile.Row> netgauge = printed == null ? null : printed.protocolsInSeconds();
        LogGpParameters fitted = LogGpFit.fit(PrttFile.series(file.value()), options());
        PlatformFragment fragment = fitted.fragment(date());
        if (netgauge != null) {
            for (NetgaugeFile.Row protocol : netgauge) {
                fragment.comment("Netgauge's own fit up to " + protocol.bytes() + " B: g "
                        + Readable.seconds(protocol.gap()) + ", G " + Readable.seconds(protocol.gapPerByte())
                        + " per byte");
            }
        }
        output(fragment, new Fitted(fitted, netgauge, fitted.remarks()), out -> csv(fitted, out), fitted.remarks());
    }

    /** Returns the options, with the usual values of those that are not given. */
    private LogGpOptions options() {
        LogGpOptions standard = LogGpOptions.DEFAULT;
        double seconds = standard.floor();
        if (floor.value() != null) {
            seconds = Quantity.parseAt("--floor", floor.value(), Quantity.Kind.SECONDS);
        }
        double factor = changeFactor.value() == null ? standard.changeFactor() : changeFactor.value();
        int ahead = lookAhead.value() == null ? standard.lookAhead() : lookAhead.value();
        int points = minimumPoints.value() == null ? standard.minimumPoints() : minimumPoints.value();
        Require.that(factor >= 1 && factor < Double.POSITIVE_INFINITY, "--change-factor", "1 or more", factor);
        Require.that(ahead >= 2, "--look-ahead", "2 or more", ahead);
        Require.that(points >= 3, "--minimum-points", "3 or more", points);
        return new LogGpOptions(
                factor, ahead, seconds, points, standard.squareRoot(), standard.significance(), !keepOutliers.value());
    }

    private static void csv(LogGpParameters fitted, PrintWriter out) {
        new TableColumns<LogGpParameters.Protocol>()
                .add("fromBytes", LogGpParameters.Protocol::fromBytes)
                .add("toBytes", LogGpParameters.Protocol::toBytes)
                .add("overhead", protocol -> protocol.overhead().value())
                .add("gap", protocol -> protocol.gap().value())
                .add("gapPerByte", protocol -> protocol.gapPerByte().value())
                .add("overheadError", protocol -> protocol.overhead().standardError())
                .add("gapError", protocol -> protocol.gap().standardError())
                .add("gapPerByteError", protocol -> protocol.gapPerByte().standardError())
                .add("latency", protocol -> fitted.latency())
                .add("roundTripHalf", protocol -> fitted.roundTripHalf())
                .csv(out, fitted.protocols());
    }
}
