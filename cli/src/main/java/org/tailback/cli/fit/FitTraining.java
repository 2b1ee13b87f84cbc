package org.tailback.cli.fit;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.training.TrainingEvaluationOutput;
import org.tailback.cli.training.TrainingRuns;
import org.tailback.platform.Interval;
import org.tailback.study.training.TrainingFit;

/** Command that fits the numbers of a GPU to measured training steps. */
final class FitTraining extends FitKind {
    /**
     * Result of the fit.
     *
     * @param gpu name of the GPU
     * @param numbers fitted numbers
     * @param low lower end of the range that contains the ratio of measured to predicted time for 90 % of the steps;
     *     NaN for fewer than ten steps
     * @param high upper end of this range; NaN for fewer than ten steps
     * @param meanError mean error of the steps, a fraction
     * @param medianError median error of the steps, a fraction
     * @param warnings assumptions, one sentence each
     */
    record Fitted(
            String gpu,
            List<TrainingFit.FittedNumber> numbers,
            double low,
            double high,
            double meanError,
            double medianError,
            List<String> warnings) {}

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    private final Given<@Nullable Path> gpu = path("--gpu", "FILE");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final CollectivesOption collectives = with(new CollectivesOption());

    @Override
    void fit() {
        TrainingRuns read = Progress.during(
                console,
                () -> "timing the communication of the steps",
                () -> TrainingRuns.read(file.value(), platform.value(), gpu.value(), collectives.selector()));
        holdForOneOrMore(read.validity());
        TrainingFit.Result fitted = TrainingFit.fit(read.runs());
        String yaml = TrainingEvaluationOutput.yaml(
                fitted, String.valueOf(file.value().getFileName()), read.runs().size());
        written(output.value(), yaml);
        Interval factors =
                fitted.gpu().residuals().factors(read.runs().get(0).step().use());
        outputUnwrapped(
                yaml,
                new Fitted(
                        fitted.gpu().name(),
                        fitted.numbers(),
                        factors == null ? Double.NaN : factors.low(),
                        factors == null ? Double.NaN : factors.high(),
                        fitted.meanError(),
                        fitted.medianError(),
                        List.copyOf(read.warnings())),
                out -> TableColumns.of(TrainingFit.FittedNumber.class).csv(out, fitted.numbers()));
        common.warn(read.warnings(), console);
    }
}
