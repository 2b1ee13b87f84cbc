package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OldOptionsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "replay traces/examples/ring-8 --timeline FOLDER/t.csv --ranks 0-1, --ranks of replay is now --timeline-ranks",
        "fit penalties docs/measured/vienne-2008-fig4.json --tolerance 0.03, --tolerance of fit penalties is now",
        "fit --tolerance 0.03 penalties docs/measured/vienne-2008-fig4.json, Options of fit stand behind the kind of data",
        "fit --keep-outliers loggp docs/measured/simulated/prtt.txt, fit loggp OPTIONS FILE"
    })
    void oldForm_worksWithAWarning(String line, String warning) {
        String[] words = line.replace("FOLDER", folder.toString()).split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].matches("(docs|traces)/.*")
                    ? CommandRun.repository(words[i]).toString()
                    : words[i];
        }

        CommandRun run = CommandRun.of(words).succeeded();

        assertThat(run.err()).contains(warning, "goes with the next release");
        assertThat(run.out()).isNotEmpty();
    }

    @Test
    void retiredOption_isRefusedWithWhatToDo() {
        CommandRun.of("serve", "--socket", "x").failed(2, "reads requests from standard input");
        CommandRun.of("compare", "x", "--engine", "spark").failed(2, "--engine is an option of sweep only");
        CommandRun.of("place", "x", "--spark-master=spark://a:1").failed(2, "is an option of sweep only");
    }
}
