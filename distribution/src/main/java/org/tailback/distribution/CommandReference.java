package org.tailback.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Markdown pages with the options of every command, generated from picocli's model of the commands. */
final class CommandReference {
    /** Folder of the pages. */
    static final String FOLDER = "docs/reference/";

    private CommandReference() {}

    /** Returns a command and all its direct and indirect subcommands. */
    static List<CommandLine> commands(CommandLine root) {
        List<CommandLine> all = new ArrayList<>(List.of(root));
        root.getSubcommands().values().stream().distinct().forEach(each -> all.addAll(commands(each)));
        return all;
    }

    /** Returns the text of each page by its path. */
    static Map<String, String> pages(CommandLine root) {
        Map<String, String> pages = new TreeMap<>();
        for (CommandLine command : commands(root)) {
            pages.put(FOLDER + command.getCommandSpec().qualifiedName("-") + ".md", page(command.getCommandSpec()));
        }
        return pages;
    }

    private static String page(CommandSpec command) {
        StringBuilder page = new StringBuilder();
        page.append("# ").append(command.qualifiedName(" ")).append("\n\n");
        page.append(escaped(description(command))).append("\n\n");
        page.append(code(new CommandLine.Help(command).synopsis(0))).append('\n');
        if (!command.subcommands().isEmpty()) {
            page.append("## Commands\n\n| command | purpose |\n|---|---|\n");
            subcommands(command)
                    .forEach(each ->
                            row(page, "[" + each.name() + "](" + each.qualifiedName("-") + ".md)", description(each)));
        }
        if (!command.positionalParameters().isEmpty()) {
            page.append("\n## Parameters\n\n| parameter | meaning |\n|---|---|\n");
            command.positionalParameters().forEach(each -> row(page, "`" + each.paramLabel() + "`", description(each)));
        }
        page.append("\n## Options\n\n| option | meaning |\n|---|---|\n");
        options(command).forEach(each -> row(page, "`" + names(each) + "`", description(each)));
        String footer = footer(command);
        return footer.isEmpty()
                ? page.toString()
                : page.append('\n').append(code(footer)).toString();
    }

    /** Returns the subcommands of a command. */
    static List<CommandSpec> subcommands(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .distinct()
                .toList();
    }

    /** Returns the options that the help shows. */
    static List<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(each -> !each.hidden()).toList();
    }

    /** Returns the names of an option, and its value if it has one. */
    static String names(OptionSpec option) {
        return String.join(", ", option.names()) + (option.arity().max() == 0 ? "" : " " + option.paramLabel());
    }

    /** Returns the meaning of an option or a parameter. */
    static String description(ArgSpec argument) {
        return plain(String.join(" ", argument.description()));
    }

    /** Returns the description of a command. */
    static String description(CommandSpec command) {
        return plain(String.join("\n", command.usageMessage().description()));
    }

    /** Returns the part of the help after the options. */
    static String footer(CommandSpec command) {
        return plain(String.join("\n", command.usageMessage().footer())).strip();
    }

    private static void row(StringBuilder page, String name, String description) {
        page.append("| ").append(name.replace("|", "\\|")).append(" | ");
        page.append(escaped(description).replace('\n', ' ')).append(" |\n");
    }

    private static String code(String text) {
        return "    " + text.strip().replace("\n", "\n    ") + "\n";
    }

    /** Returns a text without picocli's escapes of format specifiers. */
    private static String plain(String text) {
        return text.replace("%%", "%").replace("%n", "\n");
    }

    private static String escaped(String text) {
        return text.replaceAll("([\\\\`*_\\[\\]<>|])", "\\\\$1");
    }
}
