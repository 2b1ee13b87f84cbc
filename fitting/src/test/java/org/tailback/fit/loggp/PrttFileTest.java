package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;

class PrttFileTest {
    private static final String TEXT = PrttFile.MAGIC
            + "\n# host: a\n# kernel: Linux 6: x\n1 1 0 1e-5 3e-5 2e-5\n1 16 0.0 1e-4\n1 16 1e-5 4e-4 NaN\n1025 1 0 2e-";

    @TempDir
    Path folder;

    @Test
    void ownFormat_isReadWithHeaderAndWithoutItsUnfinishedLine() {
        PrttFile file = PrttFile.parse(TEXT, "f");
        assertThat(file.header()).containsEntry("host", "a").containsEntry("kernel", "Linux 6: x");
        assertThat(file.cells()).hasSize(3);
        assertThat(file.remarks())
                .containsExactly("dropped line 7, which is incomplete: the measurement was interrupted");
        assertThat(PrttFile.line(file.cells().get(0))).isEqualTo("1 1 0.0 1.0E-5 3.0E-5 2.0E-5");
    }

    @Test
    void series_hasMediansOfFiniteRepetitions() throws IOException {
        Path path = Files.writeString(folder.resolve("f"), TEXT);
        PrttSeries series = PrttFile.series(path);
        assertThat(series.points()).containsExactly(new PrttPoint(1, 16, 2e-5, 1e-4, 4e-4, 1e-5));
        assertThat(series.remarks()).anyMatch(remark -> remark.contains("dropped 1 of 2 repetitions"));
    }

    @Test
    void json_isReadInMicroseconds() throws IOException {
        Path path = Files.writeString(
                folder.resolve("f.json"),
                "{\"points\": [{\"s\": 1, \"n\": 1, \"d\": 0.0, \"raw_us\": [10, 12, 30]},"
                        + "{\"s\": 1, \"n\": 4, \"d\": 0, \"raw_us\": [40]}, {\"s\": 1, \"n\": 4, \"d\": 12, \"raw_us\": [90.5]}]}");
        assertThat(PrttFile.series(path).points().get(0).delayed()).isEqualTo(90.5 * 1e-6);
    }

    @Test
    void otherContent_isRefusedWithItsPlace() throws IOException {
        Path path = Files.writeString(folder.resolve("f"), "hello\n");
        assertThatThrownBy(() -> PrttFile.series(path))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no parametrised round-trip times");
        assertThatThrownBy(() -> PrttFile.parse(PrttFile.MAGIC + "\n1 1 0 x\n", "f"))
                .hasMessage("f:2: expected a number, found 'x'");
        assertThatThrownBy(() -> PrttFile.parse(PrttFile.MAGIC + "\n1.5 1 0 1\n", "f"))
                .hasMessageContaining("f:2: expected whole bytes");
        assertThatThrownBy(() -> PrttFile.series(folder.resolve("none"))).isInstanceOf(InputException.class);
    }
}
