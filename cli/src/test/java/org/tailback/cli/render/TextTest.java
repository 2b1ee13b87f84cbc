package org.tailback.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.report.StudyPage;

class TextTest {
    private static String wrapped(Object text, int width) {
        return TextLines.wrapped(out -> out.print(text), width);
    }

    @Test
    void table_textsLeftNumbersRight() {
        assertThat(wrapped(TextTable.of("name", ">n").row("a", "10").row("longer", "5"), 80))
                .isEqualTo("""
                          name     n
                          a       10
                          longer   5
                        """);
    }

    @Test
    void table_widerThanALine_headingsThenTextsAreWrapped() {
        TextTable table = TextTable.of("what if", ">time saved", "").row("node links twice as fast", "53.74 ms", "x");

        assertThat(wrapped(table, 40)).isEqualTo("""
                  what if                       time
                                               saved
                  node links twice as fast  53.74 ms  x
                """);
        assertThat(wrapped(table, 32)).isEqualTo("""
                  what if                time
                                        saved
                  node links twice   53.74 ms  x
                  as fast
                """);
    }

    @Test
    void table_thatDoesNotFit_furtherColumnsBelowWithTheNamesOfTheRows() {
        assertThat(wrapped(
                        TextTable.of(">first", ">second", ">third", "network").row("1", "2", "3", "star"), 24))
                .isEqualTo("""
                          first  second  network
                              1       2  star

                          third  network
                              3  star
                        """);
        assertThat(wrapped(TextTable.of("rank", ">second", ">third").row("0 to 9", "2", "3"), 18))
                .isEqualTo("""
                          rank    second
                          0 to 9       2

                          rank    third
                          0 to 9      3
                        """);
    }

    @Test
    void tableOfDifferences_equalColumnsAreALine_unlessAllAreEqual() {
        TableColumns<String> columns = new TableColumns<String>()
                .add("name", row -> row)
                .add(">length", String::length)
                .add("kind", row -> "word");

        assertThat(wrapped(columns.tableOfDifferences(List.of("one", "two")), 80))
                .isEqualTo("""
                  name
                  one
                  two
                  in all rows: length 3, kind word
                """);
        assertThat(wrapped(columns.tableOfDifferences(List.of("one", "one")), 80))
                .contains("name  length  kind\n");
        assertThat(wrapped(columns.tableOfDifferences(List.of("one")), 80)).contains("name  length  kind\n");
    }

    @Test
    void table_wrongNumberOfCells_refused() {
        assertThatThrownBy(() -> TextTable.of("a", "b").row("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void columns_oneDescription_isTextWithUnitsAndCsvInSeconds() {
        TableColumns<Double> columns = new TableColumns<Double>()
                .add("name", row -> "x" + row.intValue())
                .seconds("time", row -> row)
                .percent("share", row -> row < 1 ? Double.NaN : 0.25)
                .onPage("hidden", StudyPage.Unit.COUNT, row -> 7);
        StringWriter csv = new StringWriter();
        columns.csv(csv, List.of(0.001));

        assertThat(wrapped(columns.table(List.of(0.001, 2.0)), 80)).isEqualTo("""
                  name  time  share
                  x0    1 ms      -
                  x2     2 s   25 %
                """);
        assertThat(csv).hasToString("name,time,share,hidden\nx0,0.001,,7\n");
    }

    @Test
    void csv_quotesWhatNeedsIt_emptyForNotFinite() {
        StringWriter out = new StringWriter();

        Csv.with(out, "a", "b", "c").row("x,y", 0.5, Double.NaN).row("say \"z\"", 3, 7L);

        assertThat(out).hasToString("a,b,c\n\"x,y\",0.5,\n\"say \"\"z\"\"\",3,7\n");
    }

    @Test
    void lines_ofTheWidth_continuedUnderTheirLabel_longWordsAndAlignedLinesAsTheyAre() {
        String long1 = "x".repeat(95) + " " + "y".repeat(10);
        String word = "z".repeat(120);

        assertThat(wrapped("  label     " + "word ".repeat(30).strip() + "\n", 60))
                .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 60))
                .contains("\n            word");
        assertThat(wrapped(long1, 100)).isEqualTo("x".repeat(95) + "\n" + "y".repeat(10) + "\n");
        assertThat(wrapped("    " + word + " and more", 100)).isEqualTo("    " + word + "\n    and more\n");
        assertThat(wrapped("  a  b  " + word + "  c", 100)).isEqualTo("  a  b  " + word + "  c\n");
    }

    @Test
    void lines_numberAndUnit_stayTogether() {
        assertThat(wrapped("costs 57.39 ms (53 %)", 11)).isEqualTo("costs\n57.39 ms\n(53 %)\n");
        assertThat(wrapped("at 12.5 GB/s there", 9)).isEqualTo("at\n12.5 GB/s\nthere\n");
        assertThat(wrapped("1.2 s ± 0.3 s", 9)).isEqualTo("1.2 s ± 0.3 s\n");
        assertThat(wrapped("on 4 nodes", 5)).isEqualTo("on 4\nnodes\n");
    }

    @Test
    void hanging_laterLinesOfAMessageIndented() {
        assertThat(TextLines.hanging("one two three\nfour", 9)).isEqualTo("one two\n  three\nfour");
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
