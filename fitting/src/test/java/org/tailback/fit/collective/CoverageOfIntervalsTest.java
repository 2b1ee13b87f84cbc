package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.platformfile.PlatformFile;

/** Intervals hold for operations and numbers of nodes that neither the fit nor the intervals have seen. */
@Tag("thorough")
class CoverageOfIntervalsTest {
    @ParameterizedTest
    @ValueSource(strings = {"lumi", "marenostrum5", "leonardo"})
    void leftOutFamilies_nineOfTenCellsInTheIntervalsOfTheOthers(String machine) {
        Path file = Path.of("..", "docs", "measured", machine + "-collectives.json");
        Path platform = Path.of("..", "docs", "platforms", machine + ".yaml");

        CollectiveFit.Result result = CollectiveFit.fit(
                MeasuredCollectivesFile.read(file, null).cells(),
                PlatformFile.read(platform),
                PlatformFile.text(platform),
                List.of(),
                true,
                () -> {});

        double cells = result.leftOut().stream()
                .mapToInt(CollectiveFit.LeftOut::intervals)
                .sum();
        double covered = result.leftOut().stream()
                .mapToInt(CollectiveFit.LeftOut::covered)
                .sum();
        assertThat(cells).isGreaterThan(100);
        assertThat(covered / cells).isBetween(0.85, 0.95);
    }
}
