package org.tailback.cli.collective;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.error.InputException;
import org.tailback.study.rules.DecisionRules;
import org.tailback.study.rules.TunedRules;
import org.tailback.table.ResultFile;
import org.tailback.units.Percent;

/** Options for the file of decision rules that a study writes. */
final class RulesOptions extends Options {
    private final Given<@Nullable Path> file = path("--decision-rules", "FILE");

    private final Given<@Nullable String> formatName = text("--rules-format", "NAME");

    private final Given<@Nullable String> modelError = text("--model-error", "SHARE");

    /** Returns the format of the file; null if no file is written. */
    @Nullable
    TunedRules format() {
        if (file.value() == null && formatName.value() != null) {
            throw InputException.at(
                    "--rules-format", "has no effect without a rules file", "Add --decision-rules FILE");
        }
        return file.value() == null
                ? null
                : TunedRules.named(formatName.value() == null ? "openmpi" : formatName.value());
    }

    /** Returns the relative error of the ratio of two predicted times, >= 0; NaN to use the platform's error. */
    double error() {
        return modelError.value() == null ? Double.NaN : Percent.parse("--model-error", modelError.value());
    }

    void write(TunedRules format, DecisionRules rules, String platformName, PlatformValidity validity) {
        if (file.value() != null) {
            String text = format.text(
                    rules,
                    List.of(
                            "fastest algorithms of " + rules.kind().label() + ", predicted by tailback on "
                                    + platformName,
                            "platform parameters: " + validity.basis().label()
                                    + (validity.outside().isEmpty()
                                            ? ""
                                            : "; outside the measured domain (gains unknown): "
                                                    + String.join("; ", validity.outside())),
                            format.usage()));
            ResultFile.write(file.value(), text);
        }
    }
}
