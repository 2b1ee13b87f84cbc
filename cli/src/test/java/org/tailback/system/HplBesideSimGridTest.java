package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/**
 * The generated program of HPL takes as long as HPL 2.2 itself (N = 2,000, NB = 64, 8 x 4 ranks, {@code 2ring}) under
 * SimGrid 3.32's {@code smpirun} with {@code --cfg=smpi/simulate-computation:no --cfg=smpi/grow-injected-times:no} on a
 * cluster of {@code bw="1.25GBps" lat="150us"}. SimGrid's time contains what follows the solution, HPL's check of it:
 * some 0.04 s.
 */
class HplBesideSimGridTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"binary-exchange, 0, 4.02850", "binary-exchange, 1, 3.83112", "long, 0, 4.17705", "long, 1, 3.99099"})
    void makespan_swapsAndDepths_isSimGridsButForTheCheck(String swap, int depth, double simGrid) throws IOException {
        Path platform = Files.writeString(folder.resolve("star.yaml"), """
            cluster: {nodes: 64, cores-per-node: 1}
            network: {model: smpi, bandwidth: 1.25 GB/s, link-latency: 150 us}
            cost: {model: smpi, latency: 300 us, probe-overhead: 100 us}
            compute: {speed: 1e15 flop/s}
            validity: {basis: nominal}
            """);
        String program = "hpl:n=2000,nb=64,p=8,q=4,bcast=2ring,swap=" + swap + ",depth=" + depth
                + ",pfact=crout,rfact=right,nbmin=2,ndiv=2,threshold=64,fidelity=exact";

        double makespan = CommandRun.json("replay", program, "--platform", platform.toString())
                .get("makespan")
                .asDouble();

        assertThat(simGrid - makespan).isCloseTo(0.038, within(0.004));
    }
}
