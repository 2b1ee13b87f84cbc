package org.tailback.cli.generated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** The search of {@code hpl}, and files of its settings. */
class HplCommandTest {
    private static final String[] SMALL = {
        "hpl", "--platform", "dahu", "--nodes", "2", "--ranks-per-node", "4", "--nb", "20,40", "--seeds", "2"
    };

    @TempDir
    private Path folder;

    private static String[] with(String... more) {
        return Stream.concat(Stream.of(SMALL), Stream.of(more)).toArray(String[]::new);
    }

    private static double makespan(String run, long seed) {
        return CommandRun.json(
                        "replay",
                        run,
                        "--platform",
                        "dahu",
                        "--nodes",
                        "2",
                        "--ranks-per-node",
                        "4",
                        "--seed",
                        "" + seed)
                .get("makespan")
                .asDouble();
    }

    @Test
    void search_fewConfigurations_bestIsMeanOfItsReplays() {
        JsonNode found = CommandRun.json(with("--n", "400", "--grid", "2x4", "--swap", "long", "--bcast", "2ring"));

        assertThat(found.get("candidates").asInt())
                .isEqualTo(found.get("tried").asInt())
                .isEqualTo(4);
        JsonNode best = found.get("rows").get(0);
        String run = best.get("run").asText();
        assertThat(best.get("makespan").asDouble())
                .isCloseTo((makespan(run, 1) + makespan(run, 2)) / 2, org.assertj.core.data.Offset.offset(1e-15));
        assertThat(best.get("gflops").asDouble())
                .isCloseTo(
                        (2.0 / 3 * 400 + 1.5) * 400 * 400 / best.get("makespan").asDouble() / 1e9,
                        org.assertj.core.data.Percentage.withPercentage(1e-9));
        assertThat(best.get("low").asDouble()).isLessThan(best.get("makespan").asDouble());
        double before = 0;
        for (JsonNode row : found.get("rows")) {
            assertThat(row.get("makespan").asDouble()).isGreaterThanOrEqualTo(before);
            assertThat(row.get("worse").asBoolean())
                    .isEqualTo(row.get("low").asDouble() > best.get("high").asDouble());
            before = row.get("makespan").asDouble();
        }
    }

    @Test
    void search_budget_isNotExceededAndThreadsChangeNothing() {
        String[] arguments = with("--n", "400", "--budget", "12", "--format", "csv");
        CommandRun one = CommandRun.of(
                Stream.concat(Stream.of(arguments), Stream.of("--threads", "1")).toArray(String[]::new));

        assertThat(CommandRun.of(Stream.concat(Stream.of(arguments), Stream.of("--threads", "3"))
                                .toArray(String[]::new))
                        .out())
                .isEqualTo(one.out());
        assertThat(CommandRun.json(with("--n", "400", "--budget", "12"))
                        .get("tried")
                        .asInt())
                .isEqualTo(12);
    }

    /** 2 nodes with 0.01 of 192 GiB each: the root of 2 * 0.01 * 192 * 2^30 / 8 is 22701.5, without 40 blocks 22680. */
    @Test
    void memory_shareOfNodes_givesTheOrderInWholeBlocks() {
        JsonNode found = CommandRun.json(
                with("--memory", "1 %", "--grid", "2x4", "--bcast", "long", "--swap", "long", "--budget", "1"));

        assertThat(found.get("n").asInt()).isEqualTo(22680);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--n 0 | --n: expected 1 or more",
                "--n 400 --memory 1 | either --n N or --memory",
                "--n 99999999999 | --n",
                "--n 30 --nb 40 | 'nb' of hpl must be 1 to n, found 40",
                "--n 400 --grid 3x4 | p x q = 8 ranks, found 12",
                "--n 400 --grid 8 | expected PxQ",
                "--n 400 --bcast 3ring | found '3ring'. Did you mean '1ring'?",
                "--n 400 --depth=-1 | 'depth' of hpl must be 0 or more, found -1",
                "--n 400 --ranks 0 | --ranks: expected 1 or more",
                "--n 400 --ranks 4000 | ranks",
                "--n 400 --budget 0 | --budget: expected 1 or more",
                "--n 400 --seeds 0 | --seeds: expected 1 to 1000",
                "--memory 3 | is that 3 times or 3 %?",
                "--memory 0 | a matrix of order 1",
                "--memory 1e30 | a matrix of order 1",
            })
    void search_badInput_isStatusTwoWithTheReason(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("hpl", "--platform", "dahu"));
        if (!options.contains("--ranks")) {
            arguments.addAll(List.of("--nodes", "2", "--ranks-per-node", "4"));
        }
        arguments.addAll(List.of(options.split(" ")));

        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("Exception");
    }

    private static CommandRun replayed(String fidelity) {
        return CommandRun.of("replay", "hpl:n=100,nb=20,p=2,q=2" + fidelity, "--platform", "dahu");
    }

    @Test
    void fidelity_exact_doesNothing() {
        assertThat(replayed(",fidelity=exact").succeeded().out().lines().skip(2).filter(line -> !line.contains("hpl:")))
                .containsExactlyElementsOf(replayed("")
                        .succeeded()
                        .out()
                        .lines()
                        .skip(2)
                        .filter(line -> !line.contains("hpl:"))
                        .toList());
    }

    @Test
    void fidelity_grouped_isRefusedInOneSentence() {
        CommandRun run = replayed(",fidelity=grouped");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().strip().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("message by message", "found 'grouped'");
    }

    @Test
    void computeSpeed_withoutKernels_hasAnEffectAndNoWarning() {
        String[] slow = {"replay", "hpl:n=200,nb=20,p=2,q=2", "--platform", "star-10g", "--compute-speed", "1Gf"};
        String[] fast = slow.clone();
        fast[fast.length - 1] = "100Gf";

        assertThat(CommandRun.json(slow).get("makespan").asDouble())
                .isGreaterThan(CommandRun.json(fast).get("makespan").asDouble());
        assertThat(CommandRun.of(slow).succeeded().err()).doesNotContain("no effect");
        slow[3] = "dahu";
        assertThat(CommandRun.of(slow).succeeded().err()).contains("--compute-speed has no effect");
    }

    private Path hplDat(String blocks, String broadcasts) throws IOException {
        return Files.writeString(folder.resolve("HPL.dat"), """
                HPLinpack benchmark input file
                Innovative Computing Laboratory, University of Tennessee
                HPL.out      output file name (if any)
                6            device out (6=stdout,7=stderr,file)
                1            # of problems sizes (N)
                200          Ns
                %s
                0            PMAP process mapping (0=Row-,1=Column-major)
                1            # of process grids (P x Q)
                2            Ps
                4            Qs
                16.0         threshold
                1            # of panel fact
                1            PFACTs (0=left, 1=Crout, 2=Right)
                1            # of recursive stopping criterium
                2            NBMINs (>= 1)
                1            # of panels in recursion
                2            NDIVs
                1            # of recursive panel fact.
                2            RFACTs (0=left, 1=Crout, 2=Right)
                %s
                1            # of lookahead depth
                1            DEPTHs (>=0)
                1            SWAP (0=bin-exch,1=long,2=mix)
                20           swapping threshold
                0            L1 in (0=transposed,1=no-transposed) form
                0            U  in (0=transposed,1=no-transposed) form
                1            Equilibration (0=no,1=yes)
                8            memory alignment in double (> 0)
                """.formatted(blocks, broadcasts));
    }

    @Test
    void severalValues_compareAndSweep_haveARowOfEachThatIsItsReplay() throws IOException {
        String file = "hpl:" + hplDat("2  # of NBs\n20 25        NBs", "2  # of broadcasts\n2 4          BCASTs");
        Path study = Files.writeString(
                folder.resolve("study.yaml"), "workloads: [{trace: \"hpl:HPL.dat\"}]\nplatforms: [dahu]\n");

        JsonNode compared = CommandRun.json("compare", file, "--platform", "dahu");
        JsonNode swept = CommandRun.json("sweep", study.toString());

        assertThat(compared.get("rows")).hasSize(4);
        for (JsonNode row : compared.get("rows")) {
            String run = row.get("workload").asText();
            assertThat(row.get("makespan").asDouble())
                    .isEqualTo(CommandRun.json("replay", run, "--platform", "dahu")
                            .get("makespan")
                            .asDouble());
            assertThat(swept.get("rows"))
                    .anyMatch(other -> other.get("workload").asText().equals(run)
                            && other.get("makespan").equals(row.get("makespan")));
        }
        assertThat(Set.copyOf(compared.get("rows").findValuesAsText("workload")))
                .hasSize(4)
                .contains("hpl:p=2,q=4,n=200,nb=25,depth=1,bcast=4,rfact=2,pfact=1,nbmin=2,ndiv=2,swap=1,threshold=20");
    }

    /** 2 to 8 times the order of the matrix are 8 to 512 times the work: HPL's own measure is flop/s. */
    @Test
    void severalOrders_areRankedByFlops_withoutAVerdict() throws IOException {
        Path file = hplDat("1\n20 NBs", "1\n2 BCASTs");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("1 ( *# of problems.*)\n200 ", "2 $1\n200 400 ")
                        .replaceFirst("0 ( *PMAP)", "1 $1"));

        JsonNode compared = CommandRun.json("compare", "hpl:" + file, "--platform", "dahu");

        JsonNode best = compared.get("rows").get(0);
        JsonNode other = compared.get("rows").get(1);
        assertThat(best.get("workload").asText()).contains("n=400", "pmap=column");
        assertThat(best.get("makespan").asDouble())
                .isGreaterThan(other.get("makespan").asDouble());
        double flops = 2.0 / 3 * 400 * 400 * 400 + 1.5 * 400 * 400;
        assertThat(best.get("gflops").asDouble())
                .isCloseTo(flops / best.get("makespan").asDouble() / 1e9, Percentage.withPercentage(1e-9));
        assertThat(other.get("relative").asDouble())
                .isCloseTo(
                        best.get("gflops").asDouble() / other.get("gflops").asDouble(),
                        Percentage.withPercentage(1e-9));
        assertThat(compared.get("verdict").get("beyond").asBoolean()).isFalse();
        assertThat(compared.get("verdict").get("sentence").asText()).contains("different amounts of work");
    }

    @Test
    void severalValues_replay_namesTheRuns() throws IOException {
        CommandRun run = CommandRun.of("replay", "hpl:" + hplDat("2\n20 25 NBs", "1\n2 BCASTs"), "--platform", "dahu");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("describes 2 runs", "nb=20,", "nb=25,", "'compare' and 'sweep'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3~20 25 NBs | 1~2 BCASTs | HPL.dat:8: expected 3 numbers >= 1 for NB, found '20 25 NBs'",
                "2~20 0 NBs | 1~2 BCASTs | HPL.dat:8: expected 2 numbers >= 1 for NB, found '0'",
                "x~20 NBs | 1~2 BCASTs | HPL.dat:7: expected a number from 1 to 100000 for the number of values of NB, found 'x'",
                "1~20 NBs | 1~6 BCASTs | HPL.dat:23: expected a number from 0 to 5 for BCAST (6 and 7 are vendor-specific and not supported), found '6'",
                "1~201 NBs | 1~2 BCASTs | 'nb' of hpl must be 1 to n, found 201",
                "1~99999999999 NBs | 1~2 BCASTs | HPL.dat:8: expected a number >= 1 for NB, found '99999999999'",
            })
    void damage_saysLineFoundAndExpected(String blocks, String broadcasts, String message) throws IOException {
        String file = "hpl:" + hplDat(blocks.replace('~', '\n'), broadcasts.replace('~', '\n'));

        CommandRun run = CommandRun.of("replay", file, "--platform", "dahu");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void damage_cutFile_saysWhatIsMissing() throws IOException {
        Path file = hplDat("1\n20 NBs", "1\n2 BCASTs");
        Files.write(file, Files.readAllLines(file).subList(0, 10));

        assertThat(CommandRun.of("info", "hpl:" + file).err())
                .contains("HPL.dat:11: expected P, found the end of the file");
    }

    private static final String RUN = "hpl:n=200,nb=20,p=2,q=2,bcast=2ring,swap=long,depth=0";

    private static double makespan(Path kernels) {
        return CommandRun.json("replay", RUN, "--platform", "dahu", "--kernels", kernels.toString())
                .get("makespan")
                .asDouble();
    }

    /** A dgemm that takes a second for each call: nine updates at least, beside which nothing counts. */
    @Test
    void kernels_ofAFile_standBeforeThePlatforms() throws IOException {
        Path table = Files.writeString(
                folder.resolve("k.csv"),
                "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk\n"
                        + "dgemm,,,1,,,,,,,,,\n");
        Path yaml = Files.writeString(folder.resolve("k.yaml"), "kernels: {file: k.csv, cpus: 2, dgemm-factor: 2}\n");

        double once = makespan(table);
        assertThat(once).isGreaterThan(9);
        assertThat(makespan(yaml)).isBetween(1.999 * once, 2 * once);
    }

    @Test
    void fitKernels_ofDahusTable_isTheSameRun() throws IOException {
        Path own = CommandRun.repository("docs/platforms/dahu-kernels.csv");
        Path fitted = Files.writeString(
                folder.resolve("fitted.yaml"),
                CommandRun.of("fit", "kernels", own.toString()).succeeded().out());

        double expected = CommandRun.json("replay", RUN, "--platform", "dahu")
                .get("makespan")
                .asDouble();
        assertThat(makespan(fitted)).isEqualTo(expected);
        assertThat(makespan(own)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kernel,m,n,k,seconds~dgemm,1,1,1,1 | 'tailback fit kernels' makes a table of them",
                "cpus: 2 | there is no section 'kernels'",
                "kernels: {cpus: 2, table: x, file: y} | 'table' already defines the kernels",
                "kernels: {cpus: 2} | missing key 'file'",
                "kernels: {cpus: 2, fil: x} | Did you mean 'file'?",
                "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk~dgemm,33,0,1,,,,,,,,, |"
                        + " kernel dgemm of node 33, CPU 0: the platform has 32 nodes with 2 CPUs",
            })
    void kernels_badFile_isStatusTwoWithTheReason(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("k.txt"), text.replace('~', '\n'));

        CommandRun run = CommandRun.of("replay", RUN, "--platform", "dahu", "--kernels", file.toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
