package org.tailback.cli;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.tailback.cli.collective.AlltoallCommand;
import org.tailback.cli.collective.CollectiveCommand;
import org.tailback.cli.compare.CompareCommand;
import org.tailback.cli.console.Console;
import org.tailback.cli.convert.ConvertCommand;
import org.tailback.cli.demo.DemoCommand;
import org.tailback.cli.evaluate.EvaluateCommand;
import org.tailback.cli.extrapolate.ExtrapolateCommand;
import org.tailback.cli.fit.FitCommand;
import org.tailback.cli.graph.GraphCommand;
import org.tailback.cli.hpl.HplCommand;
import org.tailback.cli.info.InfoCommand;
import org.tailback.cli.jobs.JobsCommand;
import org.tailback.cli.listing.FormatsCommand;
import org.tailback.cli.listing.ModelsCommand;
import org.tailback.cli.measure.MeasureCommand;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.Converters;
import org.tailback.cli.option.Options;
import org.tailback.cli.place.PlaceCommand;
import org.tailback.cli.replay.ReplayCommand;
import org.tailback.cli.serve.ServeCommand;
import org.tailback.cli.sweep.SweepCommand;
import org.tailback.cli.training.TrainingCommand;
import org.tailback.error.InputException;
import org.tailback.simulation.WorkloadCache;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The tree of commands, and the choice of the command named in the arguments. Only this command is built, because
 * picocli's reflection over all commands would take longer than a small replay. All commands are built for help and
 * after wrong arguments.
 */
final class Commands {
    /** Names of the commands in the order of the help text. */
    static final List<String> NAMES =
            List.of(("demo replay compare place sweep jobs training hpl graph alltoall collective"
                            + " measure fit evaluate info convert extrapolate models formats serve")
                    .split(" "));

    /**
     * Largest number of arguments; the time of picocli's messages about wrong arguments is quadratic in this number: 1
     * s for 20,000.
     */
    private static final int MOST_ARGUMENTS = 10_000;

    /** Smallest width at which picocli can lay out options, in columns. */
    private static final int LEAST_WIDTH = 55;

    private static final Set<String> HELP = Set.of("-h", "--help");

    private Commands() {}

    static final class Root extends Options {
        final CommonOptions common = with(new CommonOptions());
    }

    /** Parses the arguments, runs the command named in them, and returns the exit status. */
    static int run(String[] arguments, Console console, WorkloadCache traces) {
        if (arguments.length > MOST_ARGUMENTS) {
            throw new InputException("expected at most " + MOST_ARGUMENTS + " arguments, found " + arguments.length
                    + ". Name a folder or a file instead of many files");
        }
        String[] args = helpAsOption(arguments);
        Root root = new Root();
        String named = Arrays.stream(args).filter(NAMES::contains).findFirst().orElse("");
        boolean asksForHelp = !Collections.disjoint(HELP, Arrays.asList(args));
        if (named.equals(DemoCommand.NAME) && !asksForHelp) {
            console.messages().println(DemoCommand.commandLine());
            return run(DemoCommand.expand(args), console, traces);
        }
        boolean helpOfAll = named.isEmpty() || !args[0].equals(named);
        boolean help = helpOfAll || asksForHelp;
        CommandLine commandLine = tree(root, console, traces, helpOfAll ? NAMES : List.of(named), help);
        commandLine.setOut(console.results());
        commandLine.setErr(console.messages());

        root.common.setArguments(args);
        RetiredOptions.refuse(args);
        ParseResult parsed = commandLine.parseArgs(args);
        console.setVerbose(root.common.verbose());
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (!(last.commandSpec().userObject() instanceof Command command)) {
            CommandSpec group = last.commandSpec();
            Iterable<String> names =
                    group.parent() == null ? NAMES : group.subcommands().keySet();
            throw new MissingParameterException(
                    group.commandLine(), group.args(), "a command is missing: " + String.join(", ", names));
        }
        command.run();
        return FailureMessages.DONE;
    }

    static CommandLine all(Console console) {
        return tree(new Root(), console, new WorkloadCache(0), NAMES, true);
    }

    private static CommandLine tree(
            Root root, Console console, WorkloadCache traces, List<String> names, boolean withHelp) {
        root.spec().usageMessage().synopsisSubcommandLabel("COMMAND");
        CommandLine commandLine = root.parser().setCommandName("tailback");
        for (String name : names) {
            commandLine.addSubcommand(
                    name,
                    switch (name) {
                        case "measure" -> Command.group("PART", MeasureCommand.parts(), root.common, console);
                        case "fit" -> Command.group("WHAT", FitCommand.kinds(), root.common, console);
                        default ->
                            command(name)
                                    .in(root.common, console)
                                    .opening(traces)
                                    .parser();
                    });
        }
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        commandLine.setUsageHelpWidth(Math.max(LEAST_WIDTH, console.terminal().width()));
        // the name of a file may begin with @; clients of a server must not read its files in this way
        commandLine.setExpandAtFiles(false);
        Converters.register(commandLine);
        setVersion(commandLine.getCommandSpec());
        commandLine.getSubcommands().values().forEach(command -> setVersion(command.getCommandSpec()));
        if (withHelp) {
            HelpText.describe(commandLine);
        }
        return commandLine;
    }

    /** Returns the arguments {@code help COMMAND} as {@code COMMAND --help}. */
    private static String[] helpAsOption(String[] args) {
        if (args.length == 0 || args.length > 2 || !args[0].equals("help")) {
            return args;
        }
        return args.length == 1
                ? new String[] {"--help"}
                : NAMES.contains(args[1]) ? new String[] {args[1], "--help"} : new String[] {args[1]};
    }

    private static void setVersion(CommandSpec spec) {
        String commit = System.getProperty("tailback.commit");
        spec.version("tailback " + CommonOptions.programVersion() + (commit == null ? "" : " (commit " + commit + ")"));
    }

    private static Command command(String name) {
        return switch (name) {
            case DemoCommand.NAME -> new DemoCommand();
            case "replay" -> new ReplayCommand();
            case "compare" -> new CompareCommand();
            case "place" -> new PlaceCommand();
            case "sweep" -> new SweepCommand();
            case "jobs" -> new JobsCommand();
            case "training" -> new TrainingCommand();
            case "hpl" -> new HplCommand();
            case "graph" -> new GraphCommand();
            case "alltoall" -> new AlltoallCommand();
            case "collective" -> new CollectiveCommand();
            case "evaluate" -> new EvaluateCommand();
            case "info" -> new InfoCommand();
            case "convert" -> new ConvertCommand();
            case "extrapolate" -> new ExtrapolateCommand();
            case "models" -> new ModelsCommand();
            case "formats" -> new FormatsCommand();
            case "serve" -> new ServeCommand(NAMES, Main::run);
            default -> throw new IllegalArgumentException("no command '" + name + "'");
        };
    }
}
