package org.tailback.trace.clog2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.Traces;

class Slog2RefusalTest {
    @Test
    void slog2_isListedAsNotRead_andRefusedWithAdvice(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("drawing.slog2"), "\0\nSLOG 2.0.6\0\2");

        assertThat(Traces.named("slog2").isRead()).isFalse();
        assertThat(Traces.readers()).noneMatch(reader -> reader.name().equals("slog2"));
        assertThatThrownBy(() -> Traces.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("drawing.slog2", "Use the CLOG-2 file (.clog2)");
    }
}
