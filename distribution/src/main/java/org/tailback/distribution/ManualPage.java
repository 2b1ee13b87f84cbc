package org.tailback.distribution;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Manual page in the man macros, generated from picocli's model of a command. Picocli's own generator writes AsciiDoc
 * and does not escape labels such as {@code NAME[:k=v]}, which AsciiDoc then reads as macros.
 */
record ManualPage(CommandSpec command, String version) {
    /** Returns the name of the file. */
    String file() {
        return command.qualifiedName("-") + ".1";
    }

    /** Returns the page. */
    String text() {
        StringBuilder page = new StringBuilder();
        page.append(".TH \"").append(escaped(command.qualifiedName("-").toUpperCase(Locale.ROOT)));
        page.append("\" 1 \"\" \"tailback ").append(escaped(version)).append("\" \"Tailback\"\n.nh\n.ad l\n");
        String description = CommandReference.description(command);
        String summary = description.replaceFirst("(?s)\\.(\\s.*)?$", "");
        page.append(".SH NAME\n").append(escaped(command.qualifiedName("-"))).append(" \\- ");
        page.append(escaped(summary)).append("\n.SH SYNOPSIS\n.nf\n");
        page.append(escaped(new CommandLine.Help(command).synopsis(0).strip())).append("\n.fi\n.SH DESCRIPTION\n");
        page.append(escaped(description)).append('\n');
        if (!command.positionalParameters().isEmpty()) {
            page.append(".SH PARAMETERS\n");
            command.positionalParameters()
                    .forEach(each -> entry(page, each.paramLabel(), CommandReference.description(each)));
        }
        page.append(".SH OPTIONS\n");
        CommandReference.options(command)
                .forEach(each -> entry(page, CommandReference.names(each), CommandReference.description(each)));
        if (!command.subcommands().isEmpty()) {
            page.append(".SH COMMANDS\n");
            CommandReference.subcommands(command)
                    .forEach(each -> entry(page, each.name(), CommandReference.description(each)));
        }
        String footer = CommandReference.footer(command);
        if (!footer.isEmpty()) {
            page.append(".SH NOTES\n.nf\n").append(escaped(footer)).append("\n.fi\n");
        }
        CommandSpec parent = command.parent();
        String related = (parent == null ? CommandReference.subcommands(command).stream() : Stream.of(parent))
                .map(each -> "\\fB" + escaped(each.qualifiedName("-")) + "\\fP(1)")
                .collect(Collectors.joining(",\n"));
        return page.append(".SH SEE ALSO\n").append(related).append('\n').toString();
    }

    private static void entry(StringBuilder page, String name, String description) {
        page.append(".TP\n\\fB")
                .append(escaped(name))
                .append("\\fP\n")
                .append(escaped(description))
                .append('\n');
    }

    /** Returns a text escaped for the man macros: no character is taken for a request, and hyphens can be copied. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("\"", "\\(dq")
                .replace("…", "...")
                .replace("\u00a0", "\\ ");
        return plain.lines()
                .map(line -> line.matches("[.'].*") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }
}
