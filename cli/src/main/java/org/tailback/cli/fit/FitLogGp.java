package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.Utf8;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.NetgaugeFile;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.output.Inline;
import org.tailback.units.Quantity;
import org.tailback.units.Readable;

/** Command that fits LogGP parameters to round-trip times. */
final class FitLogGp extends FitKind {
    /**
     * Result of the fit.
     *
     * @param netgauge Netgauge's own parameters by protocol, in seconds; null for files of other programs
     * @param warnings data that was dropped or approximated and values that cannot be determined, one sentence each
     */
    record Fitted(
            @Inline LogGpParameters parameters, @Nullable List<NetgaugeFile.Row> netgauge, List<String> warnings) {}

    private final Given<Double> changeFactor =
            option(Double.class, LogGpOptions.DEFAULT.changeFactor(), "--change-factor", "X");

    private final Given<Integer> lookAhead =
            option(Integer.class, LogGpOptions.DEFAULT.lookAhead(), "--look-ahead", "N");

    private final Given<String> floor = option(String.class, "0.15us", "--floor", "TIME");

    private final Given<Integer> minimumPoints =
            option(Integer.class, LogGpOptions.DEFAULT.minimumPoints(), "--minimum-points", "N");

    private final Given<Boolean> keepOutliers = flag("--keep-outliers");

    @Override
    void fit() {
        String text = Utf8.read(file.value(), "file");
        String source = file.value().toString();
        List<NetgaugeFile.Row> own =
                NetgaugeFile.recognises(text) ? NetgaugeFile.parse(text, source).protocols() : null;
        LogGpParameters fitted = LogGpFit.fit(PrttFile.series(file.value()), options());
        PlatformFragment fragment = fitted.fragment(date());
        for (NetgaugeFile.Row protocol : own == null ? List.<NetgaugeFile.Row>of() : own) {
            fragment.comment("Netgauge's own fit up to " + protocol.bytes() + " B: g "
                    + Readable.seconds(protocol.gap()) + ", G " + Readable.seconds(protocol.gapPerByte())
                    + " per byte");
        }
        output(fragment, new Fitted(fitted, own, fitted.remarks()), out -> csv(fitted, out), fitted.remarks());
    }

    private LogGpOptions options() {
        double factor = changeFactor.value();
        Require.that(factor >= 1 && factor < Double.POSITIVE_INFINITY, "--change-factor", "1 or more", factor);
        Require.that(lookAhead.value() >= 2, "--look-ahead", "2 or more", lookAhead.value());
        Require.that(minimumPoints.value() >= 3, "--minimum-points", "3 or more", minimumPoints.value());
        double noise = Quantity.parseAt("--floor", floor.value(), Quantity.Kind.SECONDS);
        return new LogGpOptions(factor, lookAhead.value(), noise, minimumPoints.value(), !keepOutliers.value());
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
