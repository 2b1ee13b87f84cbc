package org.tailback.cli.fit;

import org.tailback.cli.render.TableColumns;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.measure.DataFile;
import org.tailback.fit.measure.ExchangeFile;
import org.tailback.fit.plogp.PlogPFit;
import org.tailback.fit.plogp.PlogPMeasurement;
import org.tailback.fit.plogp.PlogPParameters;
import picocli.CommandLine;

/** PlogP parameters from exchanges or round-trip times. */
@CommandLine.Command(
        name = "plogp",
        description = "Data of 'measure client --plogp', or of loggp, to L, g(m), os(m) and or(m) by size.")
final class FitPlogP extends FitKind {
    @Override
    void fit() {
        String text = DataFile.text(file);
        PlogPParameters fitted = text.startsWith(ExchangeFile.MAGIC)
                ? PlogPMeasurement.of(ExchangeFile.parse(text, file.toString()), file.toString())
                : PlogPFit.of(PrttFile.series(file));
        output(
                fitted.fragment(DataDate.of(file)),
                fitted,
                out -> TableColumns.of(PlogPParameters.Entry.class)
                        .add("latency", entry -> fitted.latency())
                        .csv(out, fitted.entries()),
                fitted.remarks());
    }
}
