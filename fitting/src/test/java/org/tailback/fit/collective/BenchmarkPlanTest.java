package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.fit.collective.BenchmarkPlan.Command;
import org.tailback.platformfile.PlatformFile;

class BenchmarkPlanTest {
    private static final String ONE_NUMBER = """
            cluster: {nodes: 4}
            network: {model: uncontended}
            cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}
            """;
    private static final PlatformFile FULL_NODES = PlatformFile.parse("""
            cluster: {nodes: 4, cores-per-node: 2}
            network: {model: max-min, topology: star, bandwidth: 10 GB/s}
            cost: {model: loggp, latency: 1 us, overhead: 0.3 us, gap: 0.1 us, gap-per-byte: 0.2 ns}
            local: {reduction: {bandwidth: 5 GB/s}, copy: {bandwidth: 8 GB/s}}
            intra-node: {latency: 0.2 us, overhead: 0.1 us, bandwidth: 6 GB/s}
            """, "test");

    private static final BenchmarkPlan PLAN = BenchmarkPlan.of(FULL_NODES, 4, 2, List.of());

    /** All times are inverse to the only number: its variance is 1 / (2 + 100 for each of them), of its logarithm. */
    @Test
    void oneNumber_intervalIsThatOfAMean() {
        BenchmarkPlan plan = BenchmarkPlan.of(PlatformFile.parse(ONE_NUMBER, "test"), 4, 1, List.of());

        long cells =
                plan.commands().stream().mapToLong(each -> each.cells().size()).sum();
        assertThat(plan.numbers()).singleElement().satisfies(number -> {
            assertThat(number.path()).isEqualTo("cost.bandwidth");
            assertThat(number.before()).isCloseTo(Math.exp(1.96 / Math.sqrt(2)), within(1e-9));
            assertThat(Math.log(number.after())).isCloseTo(1.96 / Math.sqrt(2 + 100 * cells), within(2e-3));
        });
        assertThat(plan.unknown()).isEmpty();
    }

    /** What there is already is known: further times take less than a part in seven of the interval. */
    @Test
    void enoughIsMeasured_nothingIsPlanned() {
        PlatformFile platform = PlatformFile.parse(ONE_NUMBER, "test");
        List<MeasuredCollective> known = BenchmarkPlan.of(platform, 4, 1, List.of()).commands().stream()
                .flatMap(each -> each.cells().stream())
                .toList();

        assertThat(BenchmarkPlan.of(platform, 4, 1, known).commands()).isEmpty();
    }

    @Test
    void fullNodes_numbersOfMessagesAreNarrowed_byRunsOfPairsAndOfAllRanks() {
        BenchmarkPlan plan = BenchmarkPlan.of(FULL_NODES, 4, 2, List.of());

        assertThat(plan.commands())
                .hasSizeBetween(4, BenchmarkPlan.COMMANDS)
                .allSatisfy(each -> assertThat(each.narrows()).isNotEmpty());
        assertThat(PLAN.numbers())
                .filteredOn(number -> number.path().matches("cost.*|intra-node.*|network.*"))
                .allSatisfy(number -> assertThat(number.after()).isLessThan(number.before()));
        assertThat(PLAN.commands()).anyMatch(each -> each.run().ranksPerNode() == 2);
    }

    @Test
    void fullNodes_withoutLocalWork_planMeasuresIt() {
        PlatformFile platform = PlatformFile.parse("""
                cluster: {nodes: 4, cores-per-node: 2}
                network: {model: max-min, topology: star, bandwidth: 10 GB/s}
                cost: {model: hockney, latency: 1 us, bandwidth: 10 GB/s}
                intra-node: {latency: 0.2 us, bandwidth: 6 GB/s}
                """, "test");

        assertThat(BenchmarkPlan.of(platform, 4, 2, List.of()).numbers())
                .filteredOn(number -> number.path().startsWith("local.reduction"))
                .singleElement()
                .satisfies(number -> assertThat(number.after()).isLessThan(number.before()));
        assertThat(BenchmarkPlan.of(platform, 4, 1, List.of()).numbers())
                .noneMatch(number -> number.path().startsWith("local"));
    }

    /** Runs the script with programs that print what OSU's print, in their layout, and reads what it wrote. */
    @Test
    void script_itsOutput_isReadAsWhatWasPlanned(@TempDir Path folder) throws IOException, InterruptedException {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash));
        program(folder, "launch", "export RANKS=$4; shift 5; exec \"$@\"");
        for (String name :
                PLAN.commands().stream().map(Command::program).distinct().toList()) {
            program(folder, name, OSU);
        }
        Files.writeString(folder.resolve("plan.sh"), PLAN.script("test.yaml"));

        ProcessBuilder run = new ProcessBuilder(bash.toString(), "plan.sh")
                .directory(folder.toFile())
                .inheritIO();
        run.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        run.environment().put("LAUNCH", "launch");
        assertThat(run.start().waitFor()).isZero();

        List<MeasuredCollective> read =
                MeasuredCollectivesFile.read(folder.resolve("results.txt")).cells();
        List<MeasuredCollective> planned =
                PLAN.commands().stream().flatMap(each -> each.cells().stream()).toList();
        assertThat(read)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("seconds")
                .containsAll(planned);
        assertThat(read).allMatch(MeasuredCollective::isPredictable);
    }

    /** All powers of two of the sizes that were asked for, under header lines as OSU 5.6 to 7.4 have them. */
    private static final String OSU = """
            name=${0##*/}
            while [ $# -gt 0 ]; do case $1 in -m) sizes=$2; shift;; -f) full=1;; esac; shift; done
            case $name in
              osu_latency|osu_multi_lat)
                [ $name = osu_latency ] && echo "# OSU MPI Latency Test v7.4" || echo "# OSU MPI Multi Latency Test v7.4"
                echo "# Datatype: MPI_CHAR."
                echo "# Size       Avg Latency(us)"; row='%-10d %15.2f\\n';;
              osu_bw) echo "# OSU MPI Bandwidth Test v5.6.3"; echo "# Size      Bandwidth (MB/s)"; row='%-10d %15.2f\\n';;
              osu_bibw) echo "# OSU MPI Bi-Directional Bandwidth Test v7.4"
                echo "# Datatype: MPI_CHAR."; echo "# Size      Bandwidth (MB/s)"; row='%-10d %15.2f\\n';;
              osu_mbw_mr) echo "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4"
                echo "# [ pairs: $((RANKS / 2)) ] [ window size: 64 ]"
                echo "# Size                  MB/s        Messages/s"; row='%-10d %15.2f    1000.00\\n';;
              *) operation=${name#osu_}; echo "# OSU MPI ${operation^} Latency Test v7.4"
                echo "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations"
                row='%-10d 4.00 3.00 %15.2f 1000\\n';;
            esac
            for ((size = ${sizes%:*}; size <= ${sizes#*:}; size *= 2)); do printf "$row" $size 5; done
            """;

    private static void program(Path folder, String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/bash\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
