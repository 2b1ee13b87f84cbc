package org.tailback.model.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.testing.FlowsInFlight;

/** Every platform file that the repository ships has a network that can be built. */
class ShippedPlatformsTest {
    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "docs", "platforms"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void platform_twoMessagesFromOneNode_haveRates(Path file) {
        Platform platform = PlatformFile.read(file).resolve(Overrides.NONE);
        FlowsInFlight network = new FlowsInFlight(platform.model(), platform.cluster());
        // GPUs of one number in three machines: their messages leave by one interface
        int gpus = platform.cluster().gpusPerMachine();
        network.start(0, 0, gpus);
        network.start(1, 0, 2 * gpus);
        network.recompute();
        if (platform.cost().occupiesInterface() && !platform.model().sharesNodeLinks()) {
            // the interface takes them one after another
            assertThat(network.penalty(0)).isEqualTo(1);
        } else {
            assertThat(network.penalty(0)).isBetween(1.4, 2.1);
        }
    }
}
