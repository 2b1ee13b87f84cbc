package org.tailback.cli.fit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Require;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.penalties.PenaltyEstimation;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Penalties of shapes from measured graphs. */
@CommandLine.Command(
        name = "penalties",
        description = "Measured graphs to penalty coefficients by shape, for measured-penalties.")
final class FitPenalties extends FitKind {
    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "the model of shapes that were not measured (default: max-min)")
    private @Nullable String model;

    @Option(
            names = "--end-tolerance",
            paramLabel = "SHARE",
            defaultValue = "0.02",
            description = "ends that differ by less are one (default: 0.02)")
    private double endTolerance = 0.02;

    @Override
    void fit() {
        Require.that(endTolerance >= 0 && endTolerance < 1, "--end-tolerance", "0 to 1", endTolerance);
        String otherwise = model == null ? "max-min" : model;
        PenaltyEstimation.Result fitted = PenaltyEstimation.estimate(
                MeasuredGraphsFile.read(file).graphs(),
                Registry.load().sharing(ModelChoice.parse(otherwise, "--model " + otherwise)),
                endTolerance);
        output(
                fitted.fragment(file.toString(), DataDate.of(file), otherwise),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                List.of());
    }
}
