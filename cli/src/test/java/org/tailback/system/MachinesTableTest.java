package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** The table of docs/internals/machines.md agrees with the output on the pages of the machines. */
class MachinesTableTest {
    private static final String TABLE = "docs/internals/machines.md";

    @ParameterizedTest
    @CsvSource({"marenostrum5", "lumi", "leonardo"})
    void table_row_hasTheNumbersOfThePage(String machine) throws IOException {
        String page = text("docs/machines/" + machine + ".md").replaceAll("\\s+", " ");
        String[] cells = row(TABLE, machine).split(" *\\| *");

        assertThat(page)
                .contains("in the median: " + cells[5] + " over " + cells[4] + ", ")
                .contains("chosen by prediction: " + cells[6].replaceAll(",.*", ""))
                .contains("mean regret " + cells[6].replaceAll(".*, ", "") + "; the library's own choice: "
                        + cells[7].replace(", ", ", mean regret "));
    }

    @ParameterizedTest
    @CsvSource({"lumi", "leonardo"})
    void readme_row_hasTheWorstOfTheTablesLeftOutNodes(String machine) throws IOException {
        String table = text(TABLE);
        String own = table.substring(table.indexOf("| [" + machine + "]"));
        double worst = own.lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("|  | "))
                .map(line -> line.split(" *\\| *", -1))
                .filter(cells -> cells[9].matches("\\d.*"))
                .mapToDouble(cells -> Double.parseDouble(cells[9]))
                .max()
                .orElseThrow();

        assertThat(row("README.md", machine))
                .contains("| " + row(TABLE, machine).split(" *\\| *")[4].replace(" cells", "") + " |")
                .contains(String.format(Locale.ROOT, "| %.2f (", worst));
    }

    private static String row(String page, String machine) throws IOException {
        return text(page)
                .lines()
                .filter(line -> line.contains(machine + ".md)"))
                .findFirst()
                .orElseThrow();
    }

    private static String text(String file) throws IOException {
        return Files.readString(CommandRun.repository(file));
    }
}
