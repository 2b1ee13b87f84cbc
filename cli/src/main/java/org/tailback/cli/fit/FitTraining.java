package org.tailback.cli.fit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.training.TrainingEvaluationOutput;
import org.tailback.cli.training.TrainingRuns;
import org.tailback.error.InputException;
import org.tailback.study.training.TrainingFit;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The numbers of a GPU from measured training steps. */
@CommandLine.Command(
        name = "training",
        description = "Measured training steps (CSV, a row a run) to the numbers of their GPU, for --gpu.")
final class FitTraining extends FitKind {
    /**
     * The result.
     *
     * @param gpu its name
     * @param numbers that were fitted
     * @param low nine of ten measured steps took at least so much of the predicted time
     * @param high they took at most so much
     * @param meanError of the steps, a fraction
     * @param medianError of the steps
     * @param warnings what was assumed
     */
    record Fitted(
            String gpu,
            List<TrainingFit.FittedNumber> numbers,
            double low,
            double high,
            double meanError,
            double medianError,
            List<String> warnings) {}

    @Option(names = "--platform", paramLabel = "FILE|NAME", description = "the machine, for rows that name none")
    private @Nullable Path platform;

    @Option(names = "--gpu", paramLabel = "FILE", description = "the GPU to begin with, instead of the rows' own")
    private @Nullable Path gpu;

    @Option(names = "--output", paramLabel = "FILE", description = "where the GPU is written, for --gpu")
    private @Nullable Path output;

    @Mixin
    private final CollectivesOption collectives = new CollectivesOption();

    @Override
    void fit() {
        TrainingRuns read = Progress.during(
                console,
                () -> "timing the communication of the steps",
                () -> TrainingRuns.read(file, platform, gpu, collectives.selector()));
        if (read.validity().size() == 1) {
            holdsFor(read.validity().get(0));
        } else {
            holdFor(read.validity());
        }
        TrainingFit.Result fitted = TrainingFit.fit(read.runs());
        String yaml = TrainingEvaluationOutput.yaml(
                fitted, String.valueOf(file.getFileName()), read.runs().size());
        if (output != null) {
            try {
                Files.writeString(output, yaml, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new InputException(output + ": cannot be written: " + e.getMessage(), e);
            }
        }
        outputUnwrapped(
                yaml,
                new Fitted(
                        fitted.gpu().name(),
                        fitted.numbers(),
                        fitted.gpu().low(),
                        fitted.gpu().high(),
                        fitted.meanError(),
                        fitted.medianError(),
                        List.copyOf(read.warnings())),
                out -> TableColumns.of(TrainingFit.FittedNumber.class).csv(out, fitted.numbers()));
        common.warn(read.warnings(), console);
    }
}
