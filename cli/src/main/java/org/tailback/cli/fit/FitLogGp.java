package org.tailback.cli.fit;

import org.tailback.cli.option.OutputFormat;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpFragment;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.NetgaugeFile;
import org.tailback.fit.loggp.NetgaugeFit;
import org.tailback.fit.loggp.NetgaugeFragment;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.measure.DataFile;
import org.tailback.units.Readable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** LogGP parameters from round-trip times. */
@CommandLine.Command(
        name = "loggp",
        description =
                "Round-trip times (of 'measure client', Netgauge's ng.out, JSON) to L, o, g and G of each protocol.")
final class FitLogGp extends FitKind {
    @Mixin
    private final LogGpFitOptions logGpOptions = new LogGpFitOptions();

    @Override
    void fit() {
        String text = DataFile.text(file);
        NetgaugeFile printed = NetgaugeFile.recognises(text) ? NetgaugeFile.parse(text, file.toString()) : null;
        if (common.format() == OutputFormat.TEXT && printed != null && !printed.hasRawColumns()) {
            console.results()
                    .print(NetgaugeFragment.of(printed, DataDate.of(file)).text());
            common.warn(NetgaugeFragment.warnings(printed), console);
            return;
        }
        NetgaugeFit netgauge = printed == null ? null : NetgaugeFit.of(printed);
        LogGpParameters fitted = LogGpFit.fit(PrttFile.series(file), logGpOptions.options());
        fitted.requirePositiveGapsPerByte();
        PlatformFragment fragment = LogGpFragment.of(fitted, DataDate.of(file));
        if (netgauge != null) {
            for (NetgaugeFit.Protocol protocol : netgauge.protocols()) {
                fragment.comment(
                        "Netgauge's own fit of " + protocol.fromBytes() + " to " + protocol.toBytes() + " B: g "
                                + Readable.seconds(protocol.gap() * 1e-6) + ", G "
                                + Readable.seconds(protocol.gapPerByte() * 1e-6) + " per byte");
            }
        }
        output(
                fragment,
                json -> FitOutput.json(fitted, netgauge, json),
                out -> FitOutput.csv(fitted, out),
                fitted.remarks());
    }
}
