package org.tailback.cli;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.cli.listing.ModelsCommand;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;
import org.tailback.registry.Registry;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Completion script for bash and zsh: picocli's script with the named values of options and arguments. */
public final class Completion {
    private static final Pattern CONSTANTS = Pattern.compile("(?<=_option_args=)\\((\"[A-Z_]+\" ?)+\\)");

    /** Pattern of an option in picocli's script with its completion: none, or file names. */
    private static final Pattern OPTION = Pattern.compile(
            "    '(--[a-z-]+)'\\)\n      (return\n|local IFS=.*\n.*compopt.*\n.*compgen -f .*\n.*return.*\n)");

    private static final String FUNCTION = """

            # Completes the last of several words that are separated by commas.
            function _tailback_values() {
              local before=""
              case ${curr_word} in *,*) before="${curr_word%,*}," ;; esac
              COMPREPLY=( $( compgen -P "${before}" -W "$1" -- "${curr_word##*,}" ) )
            }
            """;

    private Completion() {}

    /** Returns the script for a tree of commands. */
    public static String script(CommandLine commands) {
        String picocli = CONSTANTS
                .matcher(AutoComplete.bash("tailback", commands))
                .replaceAll(values -> values.group().toLowerCase(Locale.ROOT));
        ImmutableMap<String, String> options = options();
        String script = OPTION.matcher(picocli).replaceAll(option -> {
            String values = options.get(option.group(1));
            return Matcher.quoteReplacement(
                    values == null
                            ? option.group()
                            : "    '" + option.group(1) + "')\n      _tailback_values \"" + values + "\"\n"
                                    + (option.group(2).startsWith("return")
                                            ? ""
                                            : "      type compopt &>/dev/null && compopt -o filenames\n"
                                                    + "      local IFS=$'\\n'\n"
                                                    + "      COMPREPLY+=( $( compgen -f -- \"${curr_word}\" ) )\n")
                                    + "      return 0\n");
        });
        script = withArguments(
                script,
                "collective",
                Arrays.stream(Kind.values()).map(Kind::label).toList());
        return withArguments(script, "models", ModelsCommand.words()) + FUNCTION;
    }

    /** Returns the values of options, by name. */
    static ImmutableMap<String, String> options() {
        Registry registry = Registry.load();
        String platforms = words(BundledPlatforms.names().stream());
        return ImmutableMap.<String, String>builder()
                .put("--platform", platforms)
                .put("--show", platforms)
                .put("--model", names(registry.sharingModels()))
                .put("--cost", names(registry.messageCosts()))
                .put("--loss", names(registry.lossModels()))
                .put("--placement", "round-robin-node round-robin-processor block random file: allocation:")
                .put("--node-choice", "contiguous spread drawn")
                .put("--collectives", names(CollectiveSelectors.descriptions()) + " fixed:")
                .put("--algorithm", words(CollectiveAlgorithms.all().stream().map(CollectiveAlgorithm::name)))
                .put(
                        "--input-format",
                        words(Traces.formats().stream()
                                .filter(TraceFormat::isRead)
                                .map(TraceFormat::name)))
                .put("--output-format", words(Traces.writers().stream().map(TraceWriter::format)))
                .put("--rules-format", "openmpi openmpi-2")
                .build();
    }

    private static String names(List<Description> items) {
        return words(items.stream().map(Description::name));
    }

    private static String words(Stream<String> words) {
        return words.distinct().sorted().collect(Collectors.joining(" "));
    }

    /** Adds the values of the arguments of a command. */
    private static String withArguments(String script, String command, List<String> values) {
        int begin = script.indexOf("function _picocli_tailback_" + command + "()");
        String positionals = "local positionals=\"";
        int at = begin < 0 ? -1 : script.indexOf(positionals, begin);
        return at < 0
                ? script
                : script.substring(0, at + positionals.length())
                        + String.join("\n", values)
                        + script.substring(at + positionals.length());
    }
}
