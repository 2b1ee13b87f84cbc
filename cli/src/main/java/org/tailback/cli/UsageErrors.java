package org.tailback.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.tailback.settings.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages about wrong arguments: what was found, the nearest name, and where help is. */
final class UsageErrors {
    private UsageErrors() {}

    static String message(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String problem = e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched, e.getCommandLine())
                : ended(String.valueOf(e.getMessage())) + several(e);
        return problem + "\nHelp: " + spec.qualifiedName() + " --help";
    }

    /** Returns where several platforms are compared, if a command that takes one got more. */
    private static String several(ParameterException e) {
        return e instanceof OverwrittenOptionException again
                        && again.getOverwritten() instanceof OptionSpec option
                        && option.longestName().equals("--platform")
                ? " 'tailback compare' and 'tailback sweep' take several platforms"
                : "";
    }

    private static String unmatched(UnmatchedArgumentException e, CommandLine commandLine) {
        String argument = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        CommandSpec spec = commandLine.getCommandSpec();
        if (argument.startsWith("-")) {
            String name = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            List<String> names = spec.options().stream()
                    .map(OptionSpec::longestName)
                    .sorted()
                    .collect(Collectors.toList());
            return "unknown option '" + name + "'. " + Suggestion.of(name, names) + "Options: "
                    + String.join(", ", names);
        }
        if (spec.parent() == null) {
            return "unknown command '" + argument + "'. " + Suggestion.of(argument, Commands.NAMES) + "Commands: "
                    + String.join(", ", Commands.NAMES);
        }
        if (!spec.subcommands().isEmpty()) {
            List<String> names = List.copyOf(spec.subcommands().keySet());
            return spec.name() + " what? Found '" + argument + "'. " + Suggestion.of(argument, names)
                    + "Expected one of " + String.join(", ", names);
        }
        return "unexpected argument '" + argument + "'. " + spec.name() + " takes "
                + switch (spec.positionalParameters().size()) {
                    case 0 -> "options only";
                    case 1 -> "one argument and options";
                    default -> spec.positionalParameters().size() + " arguments and options";
                };
    }

    private static String ended(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
