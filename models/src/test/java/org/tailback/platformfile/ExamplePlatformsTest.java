package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.Platform;
import org.tailback.registry.Description;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;

/** The platform files that the repository ships, against the papers that they come from. */
class ExamplePlatformsTest {
    private static final Path FOLDER = Path.of("..", "docs", "platforms");

    static List<String> files() throws IOException {
        try (Stream<Path> paths = Files.list(FOLDER)) {
            return paths.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static Settings network(String file) {
        return PlatformFile.read(FOLDER.resolve(file)).settings().section("network");
    }

    @ParameterizedTest
    @MethodSource("files")
    void resolve_everyExample_isAPlatform(String file) {
        Registry registry = Registry.load();
        PlatformFile platformFile = PlatformFile.read(FOLDER.resolve(file));
        requireInstalled(platformFile, "network", registry.sharingModels());
        requireInstalled(platformFile, "cost", registry.messageCosts());
        requireInstalled(platformFile, "loss", registry.lossModels());
        Platform platform = platformFile.resolve(Overrides.NONE, registry);
        assertThat(platform.placement().place(platform.cluster(), 2).ranks()).isEqualTo(2);
    }

    private static void requireInstalled(PlatformFile file, String section, List<Description> models) {
        if (file.settings().has(section)) {
            String name = file.settings().section(section).text("model");
            assumeTrue(
                    models.stream().anyMatch(model -> model.name().equals(name)),
                    section + " model '" + name + "' is not on the class path");
        }
    }

    /** The table prints b(h) / 2^(h-1) in Mbit/s; delays in us, those of the bidirectional columns doubled. */
    @ParameterizedTest
    @CsvSource({
        "plogpt-table2-bidirectional.yaml, 580.2 580.1 576.0 579.2 485.0, 502 902 913 910 909, 2",
        "plogpt-table2-unidirectional.yaml, 936.4 935.6 936.1 934.1 625.0, 500 517 535 527 543, 1",
    })
    void plogpt_tableII_isAsPrinted(String file, String bandwidths, String delays, double delayFactor) {
        List<Settings> tree = network(file).sections("tree");
        String[] printedBandwidths = bandwidths.split(" ");
        String[] printedDelays = delays.split(" ");
        assertThat(tree).hasSize(printedBandwidths.length);
        for (int i = 0; i < tree.size(); i++) {
            double megabits = tree.get(i).bytesPerSecond("bandwidth") * 8 / 1e6 / (1 << i);
            assertThat(megabits).isCloseTo(Double.parseDouble(printedBandwidths[i]), within(1e-9));
            double microseconds = tree.get(i).seconds("buffer-delay") * 1e6 * delayFactor;
            assertThat(microseconds).isCloseTo(Double.parseDouble(printedDelays[i]), within(1e-9));
        }
        Settings cost = PlatformFile.read(FOLDER.resolve(file)).settings().section("cost");
        assertThat(cost.bytesPerSecond("bandwidth")).isEqualTo(tree.get(0).bytesPerSecond("bandwidth"));
    }

    @Test
    void martinasso_section5_twentyMegabytesTakeTheReferenceTime() {
        Settings cost = PlatformFile.read(FOLDER.resolve("martinasso-infiniband.yaml"))
                .settings()
                .section("cost");
        assertThat(cost.seconds("gap-per-byte") * 20971520).isCloseTo(0.010706, within(1e-17));
    }

    @Test
    void vienne_figure4_fourMegabytesTakeTheReferenceTime() {
        Settings cost =
                PlatformFile.read(FOLDER.resolve("vienne-gige.yaml")).settings().section("cost");
        assertThat(cost.seconds("gap-per-byte") * (4 << 20)).isCloseTo(0.0475, within(1e-16));
    }
}
