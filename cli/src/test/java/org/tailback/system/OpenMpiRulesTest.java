package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.rules.DecisionRules;
import org.tailback.study.rules.RuleCell;
import org.tailback.study.rules.TunedRules;

/**
 * Open MPI itself reads the files of rules. It does not tell which rule it followed; but a rule with an algorithm that
 * does not exist fails, if and only if it is followed.
 */
class OpenMpiRulesTest {
    private static final String PROGRAM = """
        #include <mpi.h>
        #include <stdlib.h>
        int main(int argc, char **argv) {
            int ranks, bytes = atoi(argv[1]);
            MPI_Init(&argc, &argv);
            MPI_Comm_size(MPI_COMM_WORLD, &ranks);
            char *from = calloc(ranks, bytes), *to = calloc(ranks, bytes);
            if (argv[2][0] == 'b') {
                MPI_Bcast(from, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
            } else {
                MPI_Alltoall(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, MPI_COMM_WORLD);
            }
            MPI_Finalize();
            return 0;
        }
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void build() throws Exception {
        Assumptions.assumeTrue(
                works("mpicc", "--version") && works("mpirun", "--version"),
                "no mpicc and mpirun: Open MPI is not here");
        Files.writeString(folder.resolve("collective.c"), PROGRAM);
        assertThat(run("mpicc", "-o", "collective", "collective.c")).isZero();
        Assumptions.assumeTrue(collective("bcast", 1, null) == 0, "mpirun does not run 4 ranks here");
    }

    @Test
    void decisionRules_ofTheCommand_areFollowedFromTheSizesThatWereMeant() throws Exception {
        Path rules = folder.resolve("rules");
        CommandRun.of(
                        "collective",
                        "bcast",
                        "--algorithm",
                        "chain,split-binary",
                        "--ranks",
                        "4",
                        "--size",
                        "1KiB,16KiB",
                        "--platform",
                        CommandRun.platform("star-10g.yaml"),
                        "--model-error",
                        "0",
                        "--decision-rules",
                        rules.toString())
                .succeeded();
        String text = Files.readString(rules);
        assertThat(text).contains("\n0 2 4 0 # chain over ", "\n16384 4 0 0 # split-binary ");

        assertThat(collective("bcast", 16384, text)).isZero();
        String badAbove = text.replace("16384 4 ", "16384 99 ");
        assertThat(collective("bcast", 16383, badAbove))
                .as("below the second rule")
                .isZero();
        assertThat(collective("bcast", 16384, badAbove))
                .as("at the second rule")
                .isNotZero();
        assertThat(collective("bcast", 1, text.replace("0 2 4 0", "0 99 4 0")))
                .as("the first rule")
                .isNotZero();
    }

    @Test
    @Tag("thorough")
    void decisionRules_alltoall_countTheBlocksOfAllRanks() throws Exception {
        String text = TunedRules.named("openmpi")
                .text(new DecisionRules(Kind.ALLTOALL, List.of(cell("linear", 1024), cell("ring", 8192))), List.of());
        String badAbove = text.replace(" 2 0 0 # ring", " 99 0 0 # ring");

        assertThat(badAbove).isNotEqualTo(text);
        assertThat(collective("alltoall", 8192, text)).isZero();
        assertThat(collective("alltoall", 8191, badAbove)).isZero();
        assertThat(collective("alltoall", 8192, badAbove)).isNotZero();
    }

    private static RuleCell cell(String algorithm, long bytes) {
        return new RuleCell(4, 1, bytes, algorithm, 1, "bruck", 2, "", 0);
    }

    private int collective(String operation, int bytes, @Nullable String rules) throws Exception {
        List<String> command = new ArrayList<>(List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4"));
        if (rules != null) {
            Files.writeString(folder.resolve("used"), rules);
            command.addAll(List.of("--mca", "coll_tuned_use_dynamic_rules", "1"));
            command.addAll(List.of("--mca", "coll_tuned_dynamic_rules_filename", "used"));
        }
        command.addAll(List.of("./collective", "" + bytes, operation));
        return run(command.toArray(String[]::new));
    }

    private boolean works(String... command) {
        try {
            return run(command) == 0;
        } catch (Exception e) {
            return false;
        }
    }

    private int run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "output"))
                .redirectInput(new File("/dev/null"))
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
