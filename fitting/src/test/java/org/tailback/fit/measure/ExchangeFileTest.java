package org.tailback.fit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class ExchangeFileTest {
    private static final ExchangeFile.Cell CELL = new ExchangeFile.Cell(
            new Exchange(3, 0.25, 1024, 7, 1e-3, true),
            List.of(new ExchangeTiming(1.0 / 3, 1e-9, 0.1), new ExchangeTiming(0.4, 0, 0.2)));

    @Test
    void line_keepsEveryBit() {
        String text = ExchangeFile.MAGIC + "\n# date: today\n" + ExchangeFile.line(CELL) + "\n";
        ExchangeFile file = ExchangeFile.parse(text, "f");
        assertThat(file.cells()).containsExactly(CELL);
        assertThat(file.header()).containsEntry("date", "today");
    }

    @Test
    void lastLine_withoutItsEnd_isDroppedAndSaid() {
        ExchangeFile file = ExchangeFile.parse(ExchangeFile.MAGIC + "\n" + ExchangeFile.line(CELL) + "\n1 0 12", "f");
        assertThat(file.cells()).hasSize(1);
        assertThat(file.remarks()).singleElement().asString().contains("line 3");
    }

    @Test
    void mistakes_haveTheirLine() {
        for (String line : List.of(
                "1 0 1 1 0 1",
                "1 0 1 1 0 1 1 1",
                "0 0 1 1 0 1 1 1 1",
                "1 -1 1 1 0 1 1 1 1",
                "1 0 1.5 1 0 1 1 1 1",
                "1 0 1 1 0 3 1 1 1",
                "1 0 1 1 0 1 NaN 1 1",
                "1 0 1 1 0 1 1 1 Infinity",
                "1 0 1 1 0 1 1 x 1")) {
            assertThatThrownBy(() -> ExchangeFile.parse(ExchangeFile.MAGIC + "\n" + line + "\n", "f"))
                    .as(line)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("f:2: expected");
        }
        assertThatThrownBy(() -> ExchangeFile.parse("# tailback prtt 1\n", "f"))
                .hasMessageContaining("f:1: expected '# tailback exchanges 1'");
    }

    @Test
    void recording_withoutNetwork_saysWhatIsMissing() {
        RecordedExchanges recorded = RecordedExchanges.of("f", List.of(CELL));
        assertThat(recorded.of(CELL.exchange(), ExchangeTiming::total)).isEqualTo(CELL.timings());
        assertThatThrownBy(() -> recorded.of(Exchange.prtt(1, 0, 5, false), ExchangeTiming::total))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("f: the measurement is not complete");
    }
}
