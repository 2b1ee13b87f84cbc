package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** What the command says about its arguments. */
class UsageTest {
    @Test
    void noCommand_statusTwoNamesThem() {
        CommandRun.of().failed(2, "a command is missing", "replay", "graph", "Help: tailback --help");
    }

    @Test
    void unknownCommand_nearestName() {
        CommandRun.of("repaly", "x").failed(2, "unknown command 'repaly'. Did you mean 'replay'?", "alltoall");
    }

    @Test
    void unknownOption_nearestName() {
        CommandRun.of("replay", "x", "--plaform", "f")
                .failed(2, "unknown option '--plaform'. Did you mean '--platform'?", "Help: tailback replay --help");
    }

    @Test
    void unknownOption_withValue_namedWithoutIt() {
        CommandRun.of("graph", "a:0>1", "--modle=infiniband")
                .failed(2, "unknown option '--modle'. Did you mean '--model'?");
    }

    @Test
    void missingArgument_said() {
        CommandRun.of("replay").failed(2, "TRACE", "Help: tailback replay --help");
        CommandRun.of("training").failed(2, "FILE", "Help: tailback training --help");
    }

    @Test
    void missingOptions_said() {
        CommandRun.of("alltoall").failed(2, "--ranks", "--size");
    }

    @Test
    void optionWithoutValue_said() {
        CommandRun.of("replay", "x", "--platform").failed(2, "--platform");
    }

    @Test
    void surplusArgument_said() {
        CommandRun.of("formats", "extra").failed(2, "unexpected argument 'extra'", "options only");
        CommandRun.of("info", "a", "b").failed(2, "unexpected argument 'b'", "one argument");
    }

    @Test
    void severalPlatforms_ofACommandThatTakesOne_whichTakeSeveral() {
        CommandRun.of("training", "x.yaml", "--platform", "a", "--platform", "b")
                .failed(2, "'tailback compare'");
    }

    @Test
    void unknownNameOfAChoice_validOnesInLowerCaseOnly() {
        CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--clock", "raww")
                .failed(2, "--clock", "expected raw or recorded, found 'raww'");
        CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--measured-chart-by", "x")
                .failed(2, "--measured-chart-by", "expected calls or ranks, found 'x'");
    }

    @Test
    void jitter_namesItsOptionOnce() {
        String error = CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--jitter", "foo")
                .failed(2, "unknown jitter 'foo'")
                .err();
        org.assertj.core.api.Assertions.assertThat(error).containsOnlyOnce("--jitter: ");
    }

    @Test
    void unknownFormat_validOnes() {
        CommandRun.of("models", "--format", "xml").failed(2, "--format", "expected text, json or csv, found 'xml'");
    }

    @Test
    void seed_notWhole_said() {
        CommandRun.of("models", "--seed", "1.5").failed(2, "--seed", "expected a whole number, found '1.5'");
        CommandRun.of("replay", "x", "--threads", "1x").failed(2, "--threads", "expected a whole number, found '1x'");
        CommandRun.of("replay", "x", "--until", "1x").failed(2, "--until", "expected a number, found '1x'");
    }

    @Test
    void until_withoutReplications_wouldDoNothing(@TempDir Path folder) {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--until", "0.01")
                .failed(2, "--until", "--replications N");
    }

    @Test
    void commonOptions_beforeTheCommand_count() {
        assertThat(CommandRun.of("--format", "json", "formats")
                        .succeeded()
                        .json()
                        .has("formats"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "compare", "graph", "alltoall", "info", "models", "formats"})
    void help_everyCommand_onStandardOutput(String command) {
        CommandRun run = CommandRun.of(command, "--help").succeeded();
        assertThat(run.out()).startsWith("Usage: tailback " + command).contains("--format", "--seed", "--version");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void help_ofAll_listsTheCommands() {
        assertThat(CommandRun.of("--help").succeeded().out()).contains(Commands.NAMES);
    }

    /** Picocli formats descriptions, and writes a warning on standard error where a percent sign stands alone. */
    @Test
    void descriptions_ofAllOptions_areWithoutWarnings() {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
            Main.commandLine()
                    .getSubcommands()
                    .values()
                    .forEach(command -> command.getCommandSpec().options().forEach(OptionSpec::description));
        } finally {
            System.setErr(before);
        }
        assertThat(captured.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void footers_ofAllCommands_fitTheirLines() {
        Main.commandLine()
                .getSubcommands()
                .forEach((name, command) -> assertThat(
                                command.getCommandSpec().usageMessage().footer())
                        .as(name)
                        .allMatch(line -> line.length() <= 100));
    }

    @Test
    void help_asACommand_theSame() {
        assertThat(CommandRun.of("help")).isEqualTo(CommandRun.of("--help"));
        assertThat(CommandRun.of("help", "graph")).isEqualTo(CommandRun.of("graph", "--help"));
    }

    @Test
    void verbose_tellsMoreOnStandardError(@TempDir Path folder) {
        CommandRun run = CommandRun.of("replay", TraceFiles.gather(folder).toString(), "-v", "--format", "csv")
                .succeeded();

        assertThat(run.err()).contains("replayed 3 messages in ");
        assertThat(run.out()).startsWith("rank,");
    }

    @Test
    void version_withAndWithoutCommand() {
        assertThat(CommandRun.of("--version").succeeded().out()).startsWith("tailback ");
        assertThat(CommandRun.of("replay", "--version").succeeded().out()).startsWith("tailback ");
    }

    @Test
    void results_readerGone_quietSuccess() {
        assertThat(withBrokenOutput("Broken pipe")).isEqualTo(new CommandRun(0, "", ""));
    }

    @Test
    void results_diskFull_statusOne() {
        withBrokenOutput("No space left on device").failed(1, "cannot be written: No space left on device");
    }

    @Test
    void emptyPath_isNotTheCurrentFolder() {
        CommandRun.of("replay", "").failed(2, "TRACE", "expected a path, found an empty text");
        CommandRun.of("sweep", "study.yaml", "--output", "").failed(2, "--output", "found an empty text");
    }

    @Test
    void pathWithoutMeaning_noStackTrace(@TempDir Path folder) {
        CommandRun.of("replay", folder.resolve("none").toString()).failed(2, "none");
        CommandRun.of("info", folder.resolve("none").toString()).failed(2, "none");
        CommandRun.of("compare", folder.resolve("none").toString()).failed(2, "none");
        CommandRun.of("info", "a\0b").failed(2, "TRACE");
    }

    private static CommandRun withBrokenOutput(String message) {
        java.io.ByteArrayOutputStream err = new java.io.ByteArrayOutputStream();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
        int status = Main.run(new String[] {"models"}, out, err);
        return new CommandRun(status, "", err.toString(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void help_ofAllCommands_isALineAndASentenceEach() {
        String help = CommandRun.of("--help").succeeded().out();
        String commands = help.substring(help.indexOf("Commands:\n") + 10, help.indexOf("\n\n"));

        assertThat(commands.lines()).hasSameSizeAs(Commands.NAMES).allMatch(line -> line.endsWith("."));
        assertThat(help.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void controlCharactersOfAPlatformFile_areShownByTheirNumbers(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("p.yaml"), "cluster: {nodes: 4}\n\"\\e[31mred\\e[2J\": 1\nnetwork: {model: max-min}\n");

        CommandRun run = CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--platform", file.toString())
                .failed(2, "\\u001b[31mred\\u001b[2J");
        assertThat(run.err().chars()).noneMatch(c -> c == 0x1b);
    }

    @Test
    void computeSpeedWithoutUnit_warnsOfWhatWasProbablyMeant() {
        CommandRun run = CommandRun.of(
                        "replay",
                        CommandRun.repository("traces/examples/ring-8").toString(),
                        "--platform",
                        CommandRun.platform("star-10g.yaml"),
                        "--compute-speed",
                        "10")
                .succeeded();

        assertThat(run.err())
                .contains("warning: The compute speed is 10 flop/s")
                .contains("--compute-speed 10Gf");
        assertThat(CommandRun.of(
                                "replay",
                                CommandRun.repository("traces/examples/ring-8").toString(),
                                "--platform",
                                CommandRun.platform("star-10g.yaml"),
                                "--compute-speed",
                                "10Gf")
                        .err())
                .doesNotContain("compute speed");
    }

    @Test
    void warnings_areMessagesInTextAndAFieldInJson() {
        CommandRun text = CommandRun.of("replay", "ring:ranks=2,bytes=1kB").succeeded();
        CommandRun json = CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--format", "json")
                .succeeded();

        assertThat(text.out()).doesNotContain("No platform is given", "Warnings");
        assertThat(text.err()).containsOnlyOnce("tailback: warning: No platform is given");
        assertThat(json.err()).isEmpty();
        assertThat(json.json().get("warnings").toString()).contains("No platform is given");
    }

    @Test
    void platforms_whereOneIsUsed_compareTakesSeveral() {
        CommandRun.of("replay", "ring:ranks=2,bytes=1KiB", "--platform", "lumi,leonardo")
                .failed(2, "expected one platform, found several. 'tailback compare' takes several");
    }
}
