package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

class BundledPlatformsTest {
    private static final Path FOLDER = Path.of("..", "docs", "platforms");

    /** The platform files but the one that names another file. */
    static List<String> files() throws IOException {
        return ExamplePlatformsTest.files().stream()
                .filter(file -> !file.equals("dozen-hosts.yaml"))
                .toList();
    }

    @Test
    void names_filesOfTheDocumentation() throws IOException {
        assertThat(BundledPlatforms.names())
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(
                        files().stream().map(file -> file.replace(".yaml", "")).toList());
    }

    @ParameterizedTest
    @MethodSource("files")
    void text_thatOfTheFile(String file) throws IOException {
        assertThat(BundledPlatforms.text(file.replace(".yaml", ""))).isEqualTo(Files.readString(FOLDER.resolve(file)));
    }

    @Test
    void read_name_isThePlatform() {
        assertThat(PlatformFile.read(Path.of("star-10g")).cluster().nodes()).isEqualTo(64);
        assertThat(BundledPlatforms.summary("vienne-gige"))
                .startsWith("The Gigabit Ethernet cluster of Vienne")
                .doesNotContain("\n");
    }

    @Test
    void read_unknownName_listAndNearest() {
        assertThatThrownBy(() -> PlatformFile.read(Path.of("star-10")))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        "star-10: neither a platform file nor the name of a bundled platform",
                        "Did you mean 'star-10g'?")
                .hasMessageContaining(
                        "marenostrum5, marenostrum5-gpu, martinasso-infiniband, plogpt-table2-bidirectional, ");
    }

    @Test
    void read_pathWithoutEnding_thePathWithIt(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "cluster: {nodes: 2}");

        assertThatThrownBy(() -> PlatformFile.read(folder.resolve("mine")))
                .hasMessageContaining("Did you mean '" + file + "'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"./star-10g", "star-10g.yaml", "/star-10g", "docs/star-10g", "..", ""})
    void isName_pathsAndFileNames_areNone(String path) {
        assertThat(BundledPlatforms.isName(Path.of(path))).isFalse();
    }

    @Test
    void resolve_fileInTheFolderBeforeName(@TempDir Path folder) throws IOException {
        assertThat(BundledPlatforms.resolve(folder, "star-10g")).isEqualTo(Path.of("star-10g"));
        assertThat(BundledPlatforms.resolve(folder, "my.yaml")).isEqualTo(folder.resolve("my.yaml"));

        Files.writeString(folder.resolve("star-10g"), "");

        assertThat(BundledPlatforms.resolve(folder, "star-10g")).isEqualTo(folder.resolve("star-10g"));
    }

    @Test
    void placement_ofAFileWithoutFolder_saysWhatToDo() {
        Settings root = YamlSettings.parse("placement: file:ranks.txt", "machine", "platform file");

        assertThatThrownBy(() -> PlatformFile.bundled(root).placement(Overrides.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("machine:1:", "'file:ranks.txt'", "Give --placement, or a copy");
        assertThat(PlatformFile.bundled(root)
                        .placement(Overrides.NONE.withPlacement("random:7"))
                        .name())
                .isEqualTo("random:7");
    }
}
