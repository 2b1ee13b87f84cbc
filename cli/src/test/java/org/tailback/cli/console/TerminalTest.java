package org.tailback.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {
    private static final String BOLD = "\u001b[1mtext\u001b[0m";

    @TempDir
    private Path folder;

    private Path terminal;
    private Path file;

    @BeforeEach
    void descriptors() throws Exception {
        terminal = Files.createSymbolicLink(folder.resolve("pts"), Path.of("/dev/pts/no-such-device"));
        file = Files.createSymbolicLink(folder.resolve("file"), Path.of("/tmp/log"));
    }

    @Test
    void isPresent_deviceOfATerminal() {
        assertThat(Terminal.of(Map.of(), terminal).isPresent()).isTrue();
        assertThat(Terminal.of(Map.of(), file).isPresent()).isFalse();
        assertThat(Terminal.of(Map.of(), folder.resolve("none")).isPresent()).isFalse();
    }

    @Test
    void width_columnsWithinLimits_hundredWhereNothingIsKnown() {
        assertThat(Terminal.of(Map.of("COLUMNS", "60"), file).width()).isEqualTo(60);
        assertThat(Terminal.of(Map.of("COLUMNS", "7"), file).width()).isEqualTo(40);
        assertThat(Terminal.of(Map.of("COLUMNS", "400"), file).width()).isEqualTo(120);
        assertThat(Terminal.of(Map.of("COLUMNS", "wide"), file).width()).isEqualTo(100);
        assertThat(Terminal.of(Map.of(), file).width()).isEqualTo(100);
        assertThat(Terminal.of(Map.of(), terminal).width()).isEqualTo(100);
    }

    @Test
    void colours_onATerminalOrForced_neverAgainstNoColor() {
        assertThat(Terminal.of(Map.of(), terminal).strong("text")).isEqualTo(BOLD);
        assertThat(Terminal.of(Map.of(), file).strong("text")).isEqualTo("text");
        assertThat(Terminal.of(Map.of("CLICOLOR_FORCE", "1"), file).strong("text"))
                .isEqualTo(BOLD);
        assertThat(Terminal.of(Map.of("CLICOLOR_FORCE", "0"), file).strong("text"))
                .isEqualTo("text");
        assertThat(Terminal.of(Map.of("NO_COLOR", "1", "CLICOLOR_FORCE", "1"), terminal)
                        .strong("text"))
                .isEqualTo("text");
        assertThat(Terminal.of(Map.of("NO_COLOR", ""), terminal).strong("text")).isEqualTo(BOLD);
        assertThat(Terminal.of(Map.of("TERM", "dumb"), terminal).strong("text")).isEqualTo("text");
        assertThat(Terminal.of(Map.of("CLICOLOR", "0"), terminal).strong("text"))
                .isEqualTo("text");
    }
}
