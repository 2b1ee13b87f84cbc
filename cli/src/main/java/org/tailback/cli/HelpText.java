package org.tailback.cli;

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
import org.tailback.cli.render.TextLines;
import org.tailback.table.UnbrokenNumbers;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help of a command: its options in groups, and examples that run in a checkout. */
final class HelpText {
    private HelpText() {}

    /** Adds the texts of a command and of all its subcommands, the groups of their options, and examples. */
    static void describe(CommandLine command) {
        try {
            // no line may end between a number and the percent sign
            String texts = resource("help.properties").replace(" %%", UnbrokenNumbers.SPACE + "%%");
            describe(command, new PropertyResourceBundle(new StringReader(texts)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void describe(CommandLine command, ResourceBundle texts) {
        command.setResourceBundle(texts);
        // without interpolation of variables picocli does not replace %% by % in option texts
        CommandSpec spec = command.getCommandSpec().interpolateVariables(true);
        String name = spec.qualifiedName(".");
        List<String> footer = new ArrayList<>();
        if (texts.containsKey(name + ".footer")) {
            footer.add("");
            footer.addAll(texts.getString(name + ".footer").lines().toList());
        }
        if (spec.parent() != null) {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new Options(texts));
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

    /**
     * Renderer of the options in groups; a class, not a lambda, for the reason given in {@link
     * org.tailback.cli.option.Converters}.
     */
    private record Options(ResourceBundle texts) implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            StringBuilder text = new StringBuilder();
            for (String heading : texts.getString("groups").split(" ")) {
                List<String> names = List.of(texts.getString("group." + heading).split(" "));
                List<OptionSpec> options = help.commandSpec().options().stream()
                        .filter(option -> Arrays.stream(option.names()).anyMatch(names::contains))
                        .sorted(Help.createShortOptionNameComparator())
                        .toList();
                if (!options.isEmpty()) {
                    Help.Layout layout = help.createDefaultLayout();
                    layout.addOptions(options, help.createDefaultParamLabelRenderer());
                    text.append(heading).append(":\n").append(layout.toString().replace(UnbrokenNumbers.SPACE, ' '));
                }
            }
            return text.toString();
        }
    }

    /**
     * Renderer of the paragraphs below the options, in lines of the help's width; lines of examples break before
     * options.
     */
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
