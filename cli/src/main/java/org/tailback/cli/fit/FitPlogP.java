package org.tailback.cli.fit;

import org.tailback.cli.render.TableColumns;
import org.tailback.fit.loggp.PlogPParameters;
import org.tailback.fit.loggp.PrttFile;
import picocli.CommandLine;

/** PlogP parameters from round-trip times. */
@CommandLine.Command(name = "plogp", description = "Round-trip times, as of loggp, to L, g(m) and os(m) by size.")
final class FitPlogP extends FitKind {
    @Override
    void fit() {
        PlogPParameters fitted = PlogPParameters.of(PrttFile.series(file));
        output(
                fitted.fragment(DataDate.of(file)),
                fitted,
                out -> TableColumns.of(PlogPParameters.Entry.class)
                        .add("latency", entry -> fitted.latency())
                        .csv(out, fitted.entries()),
                fitted.remarks());
    }
}
