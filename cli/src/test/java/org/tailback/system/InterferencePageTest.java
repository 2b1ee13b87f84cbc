package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;

/** The table of docs/internals/interference.md holds what its command prints. */
class InterferencePageTest {
    private static final String FOLDER = "docs/studies/interference/";
    private static final List<String> PLATFORMS = List.of("max-min", "head-of-line");
    private static final Pattern ROW = Pattern.compile(
            "\\| \\[([a-z-]+)]\\(../studies/interference/[a-z-]+\\.yaml\\) \\| ([0-9.]+) \\| ([0-9.]+)");

    static List<MatchResult> rows() throws IOException {
        String page = Files.readString(CommandRun.repository("docs/internals/interference.md"));
        return ROW.matcher(page).results().toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row_isWhatTheCommandPrints(MatchResult row) {
        for (int i = 0; i < PLATFORMS.size(); i++) {
            double slowdown = CommandRun.json(
                            "jobs",
                            CommandRun.repository(FOLDER + row.group(1) + ".yaml")
                                    .toString(),
                            "--platform",
                            CommandRun.repository(FOLDER + PLATFORMS.get(i) + ".yaml")
                                    .toString(),
                            "--blame",
                            "never")
                    .get("jobs")
                    .get(0)
                    .get("slowdown")
                    .asDouble();
            assertThat(String.format(Locale.ROOT, "%.2f", slowdown))
                    .as(PLATFORMS.get(i))
                    .isEqualTo(row.group(2 + i));
        }
    }
}
