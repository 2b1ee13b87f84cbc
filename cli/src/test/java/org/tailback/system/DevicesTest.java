package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;

/** No reader takes a device without an end, or waits for the writer of a pipe. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DevicesTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void makePipe() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/zero")));
        int status = new ProcessBuilder("mkfifo", folder.resolve("pipe").toString())
                .start()
                .waitFor();
        Assumptions.assumeTrue(status == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replay RING --platform star-10g --placement file:DEVICE",
                "replay RING --platform star-10g --allocation DEVICE",
                "replay RING --platform DEVICE",
                "replay DEVICE --platform star-10g",
                "place RING --platform star-10g --hosts DEVICE",
                "graph DEVICE --model max-min",
                "jobs DEVICE",
                "sweep DEVICE",
                "training DEVICE --platform star-10g",
                "evaluate DEVICE --model max-min",
                "evaluate training DEVICE --platform eos",
                "evaluate collectives DEVICE --platform star-10g",
                "fit loggp DEVICE",
                "fit plogp DEVICE",
                "fit tree DEVICE",
                "fit penalties DEVICE",
                "fit collective DEVICE --platform star-10g",
                "replay RING --platform HOSTS"
            })
    void deviceOrPipeInThePlaceOfAFile_isRefused(String command) throws IOException {
        for (String device : List.of("/dev/zero", folder.resolve("pipe").toString())) {
            Path hosts = folder.resolve("hosts.yaml");
            Files.writeString(
                    hosts, "cluster: {hosts: " + device + "}\nnetwork: {model: max-min, bandwidth: 1 GB/s}\n");
            List<String> arguments = new ArrayList<>();
            for (String word : command.split(" ")) {
                arguments.add(word.replace("DEVICE", device)
                        .replace("HOSTS", hosts.toString())
                        .replace(
                                "RING",
                                CommandRun.repository("traces/examples/ring-8").toString()));
            }
            assertThat(CommandRun.of(arguments.toArray(String[]::new))
                            .failed(2, "device")
                            .out())
                    .as(command)
                    .isEmpty();
        }
    }
}
