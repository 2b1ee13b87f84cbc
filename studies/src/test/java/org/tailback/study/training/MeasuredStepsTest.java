package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;

class MeasuredStepsTest {
    @TempDir
    private Path folder;

    @Test
    void tableInLatin1_isRefusedWithPlaceAndByte() throws IOException {
        Path file = Files.writeString(
                folder.resolve("steps.csv"),
                "config,gpus,time\nllama.yaml,8,1.5\nmod\u00e8le.yaml,8,1.5\n",
                StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> MeasuredSteps.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("steps.csv:3:4: expected text in UTF-8, found the byte 0xe8");
    }
}
