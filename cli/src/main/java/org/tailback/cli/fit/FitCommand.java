package org.tailback.cli.fit;

import java.util.List;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.CommonOptions;
import picocli.CommandLine;

/** Parameters of costs and models from measurements: a command for each kind of them. */
@CommandLine.Command(
        name = "fit",
        synopsisSubcommandLabel = "WHAT",
        description = "Turns measurements into parameters, printed as a part of a platform file.",
        footer = {"", "tailback fit WHAT --help describes each."})
public final class FitCommand {
    /** What the last release fitted, with options in any place. */
    public static final List<String> NAMES =
            List.of("loggp", "plogp", "tree", "gige", "penalties", "model", "collective", "training");

    private FitCommand() {}

    /** Returns the command with its kinds. */
    public static CommandLine commandLine(CommonOptions common, Console console) {
        CommandLine fit = new CommandLine(new FitCommand());
        List.of(
                        new FitLogGp(),
                        new FitPlogP(),
                        new FitTree(),
                        new FitGigabitEthernet(),
                        new FitPenalties(),
                        new FitModel(),
                        new FitCollective(),
                        new FitKernels(),
                        new FitTraining())
                .forEach(kind -> fit.addSubcommand(kind.in(common, console)));
        return fit;
    }
}
