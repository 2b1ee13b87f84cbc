package org.tailback.cli.collective;

import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.ValueList;
import picocli.CommandLine;

/** Predicts the time of all-to-all algorithms over sizes and numbers of ranks. */
@CommandLine.Command(
        name = "alltoall",
        description = "Predicts the time of all-to-all algorithms over sizes and numbers of ranks.",
        footer = {
            "",
            "Lists: values and ranges separated by commas; a:b:xN multiplies by N, a:b:+N adds N.",
            "Algorithms: A exchanges with one partner after the other, B posts all receives first (PlogPT,",
            "Fig. 14)."
        })
public final class AlltoallCommand extends StudyCommand {
    private final Given<@Nullable String> algorithms = text(
            "--algorithm",
            "NAME,...",
            "A and B of PlogPT, or what MPI libraries use:",
            "bruck, linear, pairwise, … (a wrong name lists all; default: all that work)");

    private final Given<String> sizes =
            required(String.class, "--size", "LIST", "block from each rank to each other one, such as 1KiB:1MiB:x2");

    private final Given<Boolean> closedForm =
            flag("--closed-form", "also compute the formulas of the PlogP and PlogPT papers");

    @Override
    public void run() {
        study(Kind.ALLTOALL, algorithms.value(), ValueList.sizes("--size", sizes.value()), closedForm.value());
    }
}
