package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompletionTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void script() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no /bin/bash");
        Files.writeString(folder.resolve("tailback"), Completion.script(Main.commandLine()));
        Files.createDirectory(folder.resolve("lumi-files"));
    }

    private static List<String> completed(String words) throws Exception {
        int last = words.split(" ", -1).length - 1;
        Process bash = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        ". ./tailback; COMP_WORDS=(" + words + "); COMP_CWORD=" + last
                                + "; _complete_tailback; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines =
                new String(bash.getInputStream().readAllBytes()).lines().toList();
        assertThat(bash.waitFor()).isZero();
        return lines;
    }

    @Test
    void commandsOptionsAndConstants() throws Exception {
        assertThat(completed("tailback rep")).containsExactly("replay");
        assertThat(completed("tailback replay --plat")).containsExactly("--platform");
        assertThat(completed("tailback replay --format j")).containsExactly("json");
        assertThat(completed("tailback fit tra")).containsExactly("training");
    }

    @Test
    void namesOfModelsPlacementsAndFormats() throws Exception {
        assertThat(completed("tailback replay x --model max")).containsExactly("max-min");
        assertThat(completed("tailback replay x --placement round")).hasSize(2);
        assertThat(completed("tailback replay x --collectives open")).containsExactly("openmpi");
        assertThat(completed("tailback replay x --input-format go")).containsExactly("goal");
        assertThat(completed("tailback models --show fat")).contains("fat-tree-hdr");
    }

    @Test
    void platforms_namesAndFiles_theLastOfAList() throws Exception {
        assertThat(completed("tailback replay --platform lum")).containsExactly("lumi", "lumi-files");
        assertThat(completed("tailback compare x --platform lumi,fat-tree-h")).containsExactly("lumi,fat-tree-hdr");
    }

    @Test
    void arguments_operationsAndEntriesOfTheListing() throws Exception {
        assertThat(completed("tailback collective allr")).containsExactly("allreduce");
        assertThat(completed("tailback models plat")).containsExactly("platforms");
        assertThat(completed("tailback models max")).containsExactly("max-min");
    }

    @Test
    void options_exist() {
        CommandLine commands = Main.commandLine();
        assertThat(Completion.options().keySet())
                .allSatisfy(name -> assertThat(commands.getSubcommands().values())
                        .anyMatch(command -> command.getCommandSpec().findOption(name) != null));
    }
}
