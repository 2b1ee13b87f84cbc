package org.tailback.cli.measure;

import org.tailback.cli.console.Console;
import org.tailback.cli.option.CommonOptions;
import picocli.CommandLine;

/** Measurements of real networks over TCP, and of simulated ones: a command for each part in them. */
@CommandLine.Command(
        name = "measure",
        synopsisSubcommandLabel = "PART",
        description = "Measures round trips between two machines for 'tailback fit'.",
        footer = {
            "",
            "On one machine: tailback measure server --listen HOST:PORT",
            "On another:     tailback measure client HOST:PORT --output prtt.txt",
            "Then:           tailback fit loggp prtt.txt > network.yaml",
            "",
            "A server listens on the loopback by default and understands its own protocol only."
        })
public final class MeasureCommand {
    private MeasureCommand() {}

    /** Returns the command with its parts. */
    public static CommandLine commandLine(CommonOptions common, Console console) {
        CommandLine measure = new CommandLine(new MeasureCommand());
        measure.addSubcommand("server", new MeasureServerCommand().in(common, console));
        measure.addSubcommand("client", new MeasureClientCommand().in(common, console));
        return measure;
    }
}
