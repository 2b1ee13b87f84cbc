package org.tailback.cli;

import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.Set;
import org.tailback.cli.render.TextLines;
import org.tailback.table.UnbrokenNumbers;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of a command: its options in groups, and examples that work in a checkout. */
final class HelpText {
    /** The options of each group; every option stands in one. */
    private static final ImmutableMap<String, Set<String>> GROUPS = ImmutableMap.<String, Set<String>>builder()
            .put("Network", words("""
                    --platform --model --cost --loss --collectives --compute-speed --compute-scale --bandwidth
                    --reference-time --jitter --jitter-scale --addresses --eager-limit --kernels"""))
            .put("Placement", words("--placement --nodes --ranks-per-node --node-choice --allocation --hosts"))
            .put("Input", words("""
                    --input-format --scaling --unmatched --left-out --gpu-streams --strict --algorithm --ranks --size
                    --parallelism --set --gpu --also --judge --patterns
                    --racks --repeat --edges --n --memory --nb --grid --bcast --swap --depth --pfact --rfact --best"""))
            .put("Questions", words("""
                    --why --why-csv --what-if --change --efficiencies --link-loads --derivatives --tolerance --tolerance-chart
                    --sensitivity --compare-uncontended --replications --until --measured --measured-chart --measured-chart-by
                    --clock --explain --closed-form --crossovers --blame --node-price --model-error --search --gpus
                    --tokens --show"""))
            .put("Measurement", words("""
                    --messages --repetitions --width --timeout --clients --listen --both-ends --one-way"""))
            .put("Fit", words("""
                    --change-factor --floor --keep-outliers --look-ahead --minimum-points --end-tolerance --parameter
                    --period --plan --only --keep-numbers"""))
            .put("Runs", words("""
                    --fold --budget --seeds --time --engine --spark-master --shard --resume --workers --trace-memory
                    --threads"""))
            .put("Output", words("""
                    --report --chart --title --timeline --timeline-from --timeline-to --timeline-ranks --timeout-chart
                    --histogram-chart --graph-chart --decision-rules --rules-format --output --output-format
                    --rankfile --format --all-ranks"""))
            .put("Common", words("--seed --help --verbose --version"))
            .build();

    private HelpText() {}

    private static Set<String> words(String names) {
        return Set.copyOf(Arrays.asList(names.split("\\s+")));
    }

    /** Adds the texts of a command and of all below it, the groups of their options, and examples. */
    static void describe(CommandLine command) {
        try {
            // no line ends between a number and the percent sign
            String texts = resource("help.properties").replace(" %%", UnbrokenNumbers.SPACE + "%%");
            describe(command, new PropertyResourceBundle(new StringReader(texts)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void describe(CommandLine command, ResourceBundle texts) {
        command.setResourceBundle(texts);
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName(".");
        List<String> footer = new ArrayList<>();
        if (texts.containsKey(name + ".footer")) {
            footer.add("");
            footer.addAll(texts.getString(name + ".footer").lines().toList());
        }
        if (spec.parent() != null) {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new Options());
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, new Footer());
            List<String> examples =
                    examples(name.substring(name.indexOf('.') + 1).replace('.', ' '));
            footer.addAll(examples.isEmpty() ? List.of() : List.of("", "Examples:"));
            examples.forEach(example -> footer.add("  tailback " + example.replace("%", "%%")));
        }
        spec.usageMessage().footer(footer.toArray(String[]::new));
        spec.usageMessage().description(texts.getString(name + ".description").split("\n"));
        command.getSubcommands().values().forEach(part -> describe(part, texts));
    }

    static List<String> examples(String command) {
        return resource("examples.txt")
                .lines()
                .filter(line -> line.equals(command) || line.startsWith(command + " "))
                .toList();
    }

    private static String resource(String name) {
        try {
            return Resources.toString(Resources.getResource(HelpText.class, name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class, not a lambda, as {@link org.tailback.cli.option.Converters} says. */
    private static final class Options implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            StringBuilder text = new StringBuilder();
            GROUPS.forEach((heading, names) -> {
                List<OptionSpec> options = help.commandSpec().options().stream()
                        .filter(option -> Arrays.stream(option.names()).anyMatch(names::contains))
                        .sorted(Help.createShortOptionNameComparator())
                        .toList();
                if (!options.isEmpty()) {
                    Help.Layout layout = help.createDefaultLayout();
                    layout.addOptions(options, help.createDefaultParamLabelRenderer());
                    text.append(heading).append(":\n").append(layout.toString().replace(UnbrokenNumbers.SPACE, ' '));
                }
            });
            return text.toString();
        }
    }

    /** The paragraphs below the options in lines of the help's width; examples break before options. */
    private static final class Footer implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            UsageMessageSpec usage = help.commandSpec().usageMessage();
            StringBuilder paragraphs = new StringBuilder();
            for (String line : usage.footer()) {
                boolean continues = !paragraphs.isEmpty()
                        && paragraphs.charAt(paragraphs.length() - 1) != '\n'
                        && !line.isEmpty()
                        && !line.startsWith(" ");
                paragraphs
                        .append(continues ? " " : "\n")
                        .append(line.startsWith(" ") ? example(line, usage.width()) : line);
            }
            return TextLines.wrapped(
                    out -> out.print(paragraphs
                            .substring(Math.min(1, paragraphs.length()))
                            .replace("%%", "%")),
                    usage.width());
        }

        private static String example(String line, int width) {
            StringBuilder lines = new StringBuilder();
            int length = 0;
            for (String part : line.split("(?= --)")) {
                if (length > 0 && length + part.length() > width - 2) {
                    lines.append(" \\\n       ");
                    length = 7;
                }
                lines.append(part);
                length += part.length();
            }
            return lines.toString();
        }
    }
}
