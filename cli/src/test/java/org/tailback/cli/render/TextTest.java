package org.tailback.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void table_textsLeftNumbersRight() {
        assertThat(TextTable.of("name", ">n").row("a", "10").row("longer", "5")).hasToString("""
              name     n
              a       10
              longer   5
            """);
    }

    @Test
    void table_wrongNumberOfCells_refused() {
        assertThatThrownBy(() -> TextTable.of("a", "b").row("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void csv_quotesWhatNeedsIt_emptyForNotFinite() {
        StringWriter out = new StringWriter();

        Csv.with(out, "a", "b", "c").row("x,y", 0.5, Double.NaN).row("say \"z\"", 3, 7L);

        assertThat(out).hasToString("a,b,c\n\"x,y\",0.5,\n\"say \"\"z\"\"\",3,7\n");
    }

    @Test
    void lines_atMostHundredColumns_continuedUnderTheirLabel_longWordsAndTablesAsTheyAre() {
        String long1 = "x".repeat(95) + " " + "y".repeat(10);
        String word = "z".repeat(120);

        assertThat(TextLines.wrapped(
                        out -> out.print("  label     " + "word ".repeat(30).strip() + "\n")))
                .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 100))
                .contains("\n            word");
        assertThat(TextLines.wrapped(out -> out.print(long1))).isEqualTo("x".repeat(95) + "\n" + "y".repeat(10) + "\n");
        assertThat(TextLines.wrapped(out -> out.print("    " + word + " and more")))
                .isEqualTo("    " + word + "\n    and more\n");
        assertThat(TextLines.wrapped(out -> out.print("  a  b  " + word + "  c")))
                .isEqualTo("  a  b  " + word + "  c\n");
    }

    @Test
    void words_forPeople() {
        assertThat(Words.count(1, "rank")).isEqualTo("1 rank");
        assertThat(Words.count(3, "rank")).isEqualTo("3 ranks");
        assertThat(Words.percent(0.259)).isEqualTo("26 %");
        assertThat(Words.percent(0.0031)).isEqualTo("0.3 %");
        assertThat(Words.percent(1e-6)).isEqualTo("under 0.1 %");
        assertThat(Words.percent(0)).isEqualTo("0 %");
        assertThat(Words.percent(-0.0025)).isEqualTo("-0.3 %");
        assertThat(Words.percent(1.0 / 0)).isEqualTo("unknown");
        assertThat(Words.ratio(10.0 / 3)).isEqualTo("3.333");
        assertThat(Words.ratio(2)).isEqualTo("2");
        assertThat(Words.ratio(Double.NaN)).isEqualTo("-");
    }
}
