package org.tailback.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetiredOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve --socket x|reads requests from standard input",
                "compare x --engine spark|--engine is an option of sweep only",
                "place x --spark-master=spark://a:1|is an option of sweep only",
                "replay x --timeline t.csv --ranks 0-1|--ranks of replay is --timeline-ranks now",
                "replay x --clock corrected|Leave --clock out",
                "replay x --clock=corrected|Leave --clock out",
                "measure node 0|node is 'measure server --listen HOST:PORT --hosts",
                "measure client localhost:1 --plogp|fit plogp reads",
                "jobs x --placements group|--placements of jobs is --placement now",
                "fit penalties x --tolerance 0.03|--tolerance of fit penalties is --end-tolerance now",
                "fit --keep-outliers loggp x|Options of fit follow the kind of data"
            })
    void retired_isRefusedWithWhatToDo(String line, String remedy) {
        CommandRun.of(line.split(" ")).failed(2, remedy);
    }
}
