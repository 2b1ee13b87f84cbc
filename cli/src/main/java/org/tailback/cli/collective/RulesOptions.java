package org.tailback.cli.collective;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.error.InputException;
import org.tailback.study.rules.DecisionRules;
import org.tailback.study.rules.RulesFormat;
import org.tailback.table.ResultFile;
import org.tailback.units.Percent;
import picocli.CommandLine.Option;

/** The file of decision rules that a study writes. */
final class RulesOptions {
    @Option(
            names = "--decision-rules",
            paramLabel = "FILE",
            description = "write the fastest algorithms as rules that an MPI library reads")
    private @Nullable Path file;

    @Option(
            names = "--rules-format",
            paramLabel = "NAME",
            description = "openmpi (coll/tuned; default), openmpi-2 or mpich")
    private @Nullable String formatName;

    @Option(
            names = "--model-error",
            paramLabel = "SHARE",
            description =
                    "gains up to this keep the library's choice (default: the ratio of the platform's residuals, or"
                            + " 10 %%)")
    private @Nullable String modelError;

    /** Returns the format of the file; null if none is written. */
    @Nullable
    RulesFormat format() {
        for (String option : Arrays.asList(
                formatName == null ? null : "--rules-format", modelError == null ? null : "--model-error")) {
            if (file == null && option != null) {
                throw InputException.at(option, "is about a file of rules", "Add --decision-rules FILE");
            }
        }
        return file == null ? null : RulesFormat.named(formatName == null ? "openmpi" : formatName);
    }

    /** Returns the relative error within which gains do not count, >= 0; NaN for what the platform says. */
    double error() {
        return modelError == null ? Double.NaN : Percent.parse("--model-error", modelError);
    }

    void write(RulesFormat format, DecisionRules rules, String platformName, PlatformValidity validity) {
        if (file != null) {
            String text = format.text(
                    rules,
                    List.of(
                            "fastest algorithms of " + rules.kind().label() + ", predicted by tailback on "
                                    + platformName,
                            "numbers of the platform: " + validity.basis().label()
                                    + (validity.outside().isEmpty()
                                            ? ""
                                            : "; extrapolated, so that gains are not known: "
                                                    + String.join("; ", validity.outside())),
                            format.usage()));
            ResultFile.write(file, part -> Files.writeString(part, text));
        }
    }
}
