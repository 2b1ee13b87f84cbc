package org.tailback.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class DemoCommandTest {
    @Test
    void demo_alone_isTheComparisonThatItPrints() {
        CommandRun demo = CommandRun.of("demo").succeeded();

        String command = demo.err().lines().findFirst().orElseThrow();
        assertThat(command).startsWith("tailback compare ");
        String[] words = command.split(" ");
        String[] comparison = Arrays.copyOfRange(words, 1, words.length);
        assertThat(demo.out()).isEqualTo(CommandRun.of(comparison).succeeded().out());
    }

    @Test
    void demo_optionsOfCompare_follow(@TempDir Path folder) {
        Path chart = folder.resolve("networks.svg");

        CommandRun.of("demo", "--format", "csv", "--chart", chart.toString()).succeeded();

        assertThat(chart).isNotEmptyFile();
    }

    @Test
    void demo_unknownOption_isRefusedAsOfCompare() {
        assertThat(CommandRun.of("demo", "--plattform", "lumi").status()).isEqualTo(2);
    }
}
