package org.tailback.cli;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of a command: its options in groups, and examples that work in a checkout. */
final class HelpText {
    private static final String EXAMPLES = "examples.txt";
    private static final String OTHERS = "Options";

    /** The options of each group; those of none stand in {@link #OTHERS}. */
    private static final ImmutableMap<String, Set<String>> GROUPS = ImmutableMap.of(
            "Network",
            words("--platform --model --cost --loss --collectives --compute-speed --compute-scale --bandwidth"
                    + " --reference-time --jitter --jitter-scale --addresses"),
            "Placement",
            words("--placement --nodes --ranks-per-node --node-choice --allocation --hosts"),
            OTHERS,
            Set.of(),
            "Questions",
            words("--why --why-csv --what-if --efficiencies --derivatives --tolerance --tolerance-chart --sensitivity"
                    + " --compare-uncontended --replications --until --measured --measured-chart --measured-chart-by"
                    + " --clock --explain --closed-form --crossovers --blame --node-price --model-error"),
            "Output",
            words("--report --chart --timeline --timeline-from --timeline-to --timeline-ranks --timeout-chart"
                    + " --histogram-chart --graph-chart --decision-rules --rules-format --output --output-format"
                    + " --rankfile --format"),
            "Common",
            words("--seed --threads --help --verbose --version"));

    private HelpText() {}

    private static Set<String> words(String names) {
        return Set.copyOf(Arrays.asList(names.split(" ")));
    }

    /** Groups the options of a command, and adds its examples to what follows them. */
    static void describe(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        List<String> examples = examples(nameOf(command));
        if (!examples.isEmpty()) {
            UsageMessageSpec usage = command.getCommandSpec().usageMessage();
            List<String> footer = new ArrayList<>(List.of(usage.footer()));
            footer.add("");
            footer.add("Examples:");
            examples.forEach(example -> footer.add("  tailback " + example.replace("%", "%%")));
            usage.footer(footer.toArray(String[]::new));
        }
    }

    /** Returns the words of a command, such as "fit training", without the name of the program. */
    private static String nameOf(CommandLine command) {
        String name = command.getCommandName();
        CommandLine parent = command.getParent();
        return parent == null || parent.getParent() == null ? name : nameOf(parent) + " " + name;
    }

    /** Returns the examples of a command, without the name of the program. */
    static List<String> examples(String command) {
        try {
            return Splitter.on('\n')
                    .splitToStream(
                            Resources.toString(Resources.getResource(HelpText.class, EXAMPLES), StandardCharsets.UTF_8))
                    .filter(line -> line.equals(command) || line.startsWith(command + " "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String options(Help help) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            List<OptionSpec> options = help.commandSpec().options().stream()
                    .filter(option -> heading.equals(group(option)))
                    .sorted(Help.createShortOptionNameComparator())
                    .toList();
            if (!options.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout();
                layout.addOptions(options, help.createDefaultParamLabelRenderer());
                text.append(heading).append(":\n").append(layout);
            }
        });
        return text.toString();
    }

    private static String group(OptionSpec option) {
        return GROUPS.entrySet().stream()
                .filter(group -> group.getValue().contains(option.longestName()))
                .findFirst()
                .map(group -> group.getKey())
                .orElse(OTHERS);
    }
}
