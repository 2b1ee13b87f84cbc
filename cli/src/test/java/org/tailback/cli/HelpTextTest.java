package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

class HelpTextTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    Path folder;

    static Stream<String> examples() {
        return Commands.NAMES.stream().flatMap(name -> HelpText.examples(name).stream());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examples_work(String example) {
        assumeTrue(
                Boolean.getBoolean("tailback.thorough") || !example.startsWith("extrapolate"), "runs with -Pthorough");
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(example);
        while (word.find()) {
            String given = word.group(1) != null ? word.group(1) : word.group(2);
            String text = given.equals("1s") ? "50ms" : given;
            boolean isInput = text.startsWith("docs/") || text.startsWith("traces/");
            boolean isOutput = text.matches("[\\w-]+\\.(conf|goal|tailback\\.gz)");
            words.add(
                    isInput
                            ? CommandRun.repository(text).toString()
                            : isOutput ? folder.resolve(text).toString() : text);
        }

        assertThat(CommandRun.of(words.toArray(String[]::new)).succeeded().out())
                .isNotEmpty();
    }

    /** measure needs another machine, serve a client. */
    @Test
    void everyCommand_hasTwoExamples() {
        for (String name : Commands.NAMES) {
            assertThat(HelpText.examples(name))
                    .as(name)
                    .hasSize(name.equals("measure") || name.equals("serve") ? 0 : 2);
        }
    }

    @Test
    void fitTraining_hasNoExamplesOfTraining() {
        assertThat(CommandRun.of("fit", "training", "--help").succeeded().out()).doesNotContain("tailback training");
        assertThat(CommandRun.of("fit", "loggp", "--help").succeeded().out()).contains("  tailback fit loggp docs/");
    }

    private static Map<String, CommandLine> commands() {
        CommandLine all = Commands.all(new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream()));
        Map<String, CommandLine> commands = new TreeMap<>(all.getSubcommands());
        all.getSubcommands()
                .forEach((name, command) ->
                        command.getSubcommands().forEach((part, its) -> commands.put(name + " " + part, its)));
        return commands;
    }

    @Test
    void everyOptionAndArgument_hasAText_andEveryTextIsUsed() throws IOException {
        Properties texts = new Properties();
        try (InputStream stream = HelpText.class.getResourceAsStream("help.properties")) {
            texts.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }
        Set<String> unused = new TreeSet<>(texts.stringPropertyNames());
        unused.removeIf(key -> key.matches(".*\\.(description|footer)|groups|group\\..*"));
        commands()
                .forEach((name, command) -> command.getCommandSpec().args().forEach(arg -> {
                    String key = arg instanceof OptionSpec option
                            ? option.longestName().substring(2)
                            : "argument" + ((PositionalParamSpec) arg).index().min();
                    String own = "tailback." + name.replace(' ', '.') + "." + key;
                    assertThat(texts).as(own).matches(known -> known.containsKey(own) || known.containsKey(key));
                    unused.remove(texts.containsKey(own) ? own : key);
                }));

        assertThat(unused).isEmpty();
    }

    @Test
    void everyOption_standsInOneGroup() {
        commands().forEach((name, command) -> {
            String help = command.getUsageMessage();
            assertThat(help).doesNotContain("%%");
            String options = help.substring(help.indexOf(":\n") + 1);
            command.getCommandSpec()
                    .options()
                    .forEach(option -> assertThat(
                                    options.split("(?m)^ {2,6}(-\\w, )?(--size, )?" + name(option) + "(?![\\w-])", -1))
                            .as("%s %s", name, option.longestName())
                            .hasSize(2));
        });
    }

    private static String name(OptionSpec option) {
        return option.negatable() ? option.longestName().replace("--", "--\\[no-\\]") : option.longestName();
    }

    @Test
    void replay_hasItsGroupsInTheirOrder() {
        assertThat(CommandRun.of("replay", "--help").succeeded().out())
                .containsSubsequence("\nNetwork:\n", "\nPlacement:\n", "\nQuestions:\n", "\nOutput:\n", "\nCommon:\n");
    }
}
