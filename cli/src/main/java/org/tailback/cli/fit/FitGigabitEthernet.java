package org.tailback.cli.fit;

import java.util.List;
import org.tailback.cli.render.TableColumns;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.penalties.GigabitEthernetFit;
import picocli.CommandLine;

/** The parameters of Gigabit Ethernet from measured graphs. */
@CommandLine.Command(name = "gige", description = "Measured graphs to beta, gamma_o and gamma_i of gigabit-ethernet.")
final class FitGigabitEthernet extends FitKind {
    @Override
    void fit() {
        GigabitEthernetFit fitted = GigabitEthernetFit.of(MeasuredGraphsFile.read(file));
        output(
                fitted.fragment(file.toString(), DataDate.of(file)),
                fitted,
                out -> TableColumns.of(GigabitEthernetFit.class).csv(out, List.of(fitted)),
                List.of());
    }
}
