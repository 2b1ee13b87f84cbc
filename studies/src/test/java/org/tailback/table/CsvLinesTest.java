package org.tailback.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvLinesTest {
    @Test
    void formulas_getAnApostrophe_numbersStay() {
        assertThat(List.of("=HYPERLINK(\"x\")", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\tx").stream()
                        .map(CsvLines::safe))
                .allMatch(field -> field.startsWith("'"));
        assertThat(List.of("-1.5e-3", "+5 %", "-", "", "node-1", "a=b", "-3 us"))
                .allSatisfy(field -> assertThat(CsvLines.safe(field)).isEqualTo(field));
    }

    @Test
    void controlCharacters_becomeTheirNumbers() {
        StringWriter out = new StringWriter();
        new CsvLines(out).line(List.of("a\u001b[31m", "b"));
        assertThat(out).hasToString("a\\u001b[31m,b\n");
    }

    @Test
    void safeField_staysAsItIs() {
        for (String field : List.of("=1+1", "x\u001b", "'=1")) {
            assertThat(CsvLines.safe(CsvLines.safe(field))).isEqualTo(CsvLines.safe(field));
        }
    }
}
