package org.tailback.cli.option;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.output.Assumption;

/** Options of every command, before or after its name. */
public final class CommonOptions extends Options {
    private final Given<OutputFormat> format = inherited(
            OutputFormat.class,
            OutputFormat.TEXT,
            "--format",
            "FORMAT",
            option -> option.converters(new Converters.ToConstant<>(OutputFormat.class)));
    private final Given<Long> seed = inherited(long.class, 1L, "--seed", "N", option -> option);
    private final Given<Boolean> verbose = inherited(boolean.class, false, "-v --verbose", "", option -> option);

    /** Creates the options of every command. */
    public CommonOptions() {
        inherited(boolean.class, false, "-h --help", "", option -> option.usageHelp(true));
        inherited(boolean.class, false, "-V --version", "", option -> option.versionHelp(true));
    }

    private ImmutableList<String> arguments = ImmutableList.of();

    public OutputFormat format() {
        return format.value();
    }

    /**
     * Prints assumptions and warnings on standard error, after the results; in JSON they are fields of the results.
     */
    public void warn(Collection<String> warnings, Console console) {
        if (format.value() != OutputFormat.JSON) {
            console.flush();
            console.assumed(Assumption.among(warnings));
            Assumption.others(warnings).forEach(console::warning);
        }
    }

    public long seed() {
        return seed.value();
    }

    public boolean verbose() {
        return verbose.value();
    }

    public void setArguments(String[] values) {
        arguments = ImmutableList.copyOf(values);
    }

    /** Returns the command line, quoted for a shell. */
    public String commandLine() {
        Pattern plain = Pattern.compile("[\\w./:=,@%+-]+");
        return arguments.stream()
                .map(argument ->
                        plain.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "tailback ", ""));
    }

    public static String programVersion() {
        String version = CommonOptions.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }

    /**
     * Returns the origin of a page: command, version, and the date (UTC). The environment variable {@code
     * SOURCE_DATE_EPOCH}, seconds since 1970, replaces today's date, so that pages can be reproduced byte by byte.
     */
    public Map<String, String> provenance() {
        return ImmutableMap.of(
                "command",
                commandLine(),
                "version",
                "tailback " + programVersion(),
                "date",
                date(System.getenv("SOURCE_DATE_EPOCH")));
    }

    /** Returns the day of an instant in seconds since 1970; today without an instant. */
    static String date(@Nullable String epoch) {
        Instant instant = epoch != null && epoch.matches("\\d{1,11}")
                ? Instant.ofEpochSecond(Long.parseLong(epoch))
                : Instant.now();
        return LocalDate.ofInstant(instant, ZoneOffset.UTC).toString();
    }
}
