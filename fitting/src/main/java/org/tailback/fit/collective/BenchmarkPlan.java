package org.tailback.fit.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.tailback.error.InputException;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Benchmarks that would narrow the intervals of the numbers of a platform file most.
 *
 * <p>Without measurements, the logarithm of each number has the standard deviation {@value FitObjective#KNOWN_BEFORE}
 * of {@link FitObjective}. A measured time has a relative error of {@value #NOISE}. The derivatives d of its logarithm
 * with respect to the logarithms of the numbers follow from predictions with each number multiplied by 1 + {@value
 * #STEP}. The measured time therefore adds {@code d d^T / NOISE^2} to the inverse of the covariance matrix C.
 * Benchmarks are chosen greedily from a list: each choice minimises the sum of {@code log C_kk}, given all earlier
 * choices. Benchmarks narrow only those parameters of the platform that limit a prediction.
 *
 * <p>Example: the only number is a bandwidth, and one time is proportional to it. With this measurement, the variance
 * is 1 / (1 / 0.7^2 + 1 / 0.1^2) = 0.0098. The 95 % interval narrows from a factor of 3.9 in either direction to a
 * factor of 1.21.
 *
 * @param commands commands in the order in which they were chosen, at most 10
 * @param numbers all numbers of the file, in its order
 */
public record BenchmarkPlan(List<Command> commands, List<Narrowed> numbers) {
    /** Largest number of benchmarks in a plan. */
    public static final int COMMANDS = 10;

    /** Guessed local work for a plan whose ranks share a node, if the file has no section {@code local}. */
    public static final String LOCAL_WORK =
            "local: {reduction: {bandwidth: 5 GB/s}, copy: {bandwidth: 10 GB/s}, node-bandwidth: 100 GB/s}";

    private static final double NOISE = 0.1;
    private static final double STEP = 0.02;
    private static final double CONFIDENCE = 1.96;
    /** Share of a number's standard deviation that a command must remove to count as narrowing the number. */
    private static final double MUCH = 0.15;

    private static final long SMALL = 8 << 10;
    private static final long LARGE = 4 << 20;
    /** Number of ranks of the largest run; runs on two nodes may have more. */
    private static final int MOST_RANKS = 512;
    /** Number of ranks of the longest ring; its number of messages is the square of this number. */
    private static final int LONGEST_RING = 128;

    /**
     * An algorithm that environment variables can force in Open MPI 4.1 and 5 ({@code coll_tuned_*_decision.c}) and in
     * MPICH 3.3 and later (control variables of {@code src/mpi/coll}). For all supported numbers of ranks, both
     * libraries implement the algorithm identically.
     */
    private record Forced(String program, String algorithm, int openMpi, String mpich) {
        boolean suits(int ranks) {
            return switch (algorithm) {
                case "ring" -> ranks <= LONGEST_RING;
                case "rabenseifner" -> Integer.bitCount(ranks) == 1;
                default -> true;
            };
        }

        /** Returns the environment variables to set for a command. */
        String variables() {
            String operation = program.substring("osu_".length());
            return "env OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_" + operation + "_algorithm="
                    + openMpi + " MPIR_CVAR_DEVICE_COLLECTIVES=none MPIR_CVAR_" + operation.toUpperCase(Locale.ROOT)
                    + "_INTRA_ALGORITHM=" + mpich + " ";
        }
    }

    private static final List<Forced> FORCED = List.of(
            new Forced("osu_allreduce", "recursive-doubling", 3, "recursive_doubling"),
            new Forced("osu_allreduce", "rabenseifner", 6, "reduce_scatter_allgather"),
            new Forced("osu_allgather", "ring", 4, "ring"),
            new Forced("osu_reduce", "binomial", 5, "binomial"));

    /**
     * A run of an OSU micro-benchmark.
     *
     * @param program name of the benchmark
     * @param run nodes, ranks per node and algorithm
     * @param smallest size, bytes, a power of two
     * @param largest size, bytes, a power of two
     * @param narrows numbers of the file whose standard deviation the run reduces by 15 % or more
     * @param cells measurements of the run, without times
     */
    public record Command(
            String program,
            @Inline BenchmarkRun run,
            long smallest,
            long largest,
            List<String> narrows,
            @NoOutput List<MeasuredCollective> cells) {
        /** Returns the command with the variables that make Open MPI and MPICH use the algorithm. */
        @Output
        public String line() {
            return FORCED.stream()
                            .filter(each -> each.program.equals(program) && each.algorithm.equals(run.algorithm()))
                            .map(each -> each.variables() + program + " -f")
                            .findFirst()
                            .orElse(program)
                    + " -m " + smallest + ":" + largest;
        }
    }

    /**
     * The uncertainty of a number of the file, without and with the measurements of the plan.
     *
     * @param path keys that lead to the number
     * @param before factor from the number to either end of its 95 % interval without measurements, > 1
     * @param after the same factor with the measurements of the plan, > 1
     */
    public record Narrowed(String path, double before, double after) {}

    /**
     * Returns the plan for a platform file. Where several ranks run on a node and the file has no section {@code
     * local}, the plan also measures {@link #LOCAL_WORK}. The cost is about {@code numbers + 1} predictions of a few
     * hundred cells.
     *
     * @param nodes largest number of nodes of a run, >= 2
     * @param ranksPerNode largest number of ranks on each node, >= 1
     * @param known existing measurements
     * @throws InputException if the file has no number to narrow, or the platform is too small
     */
    public static BenchmarkPlan of(PlatformFile file, int nodes, int ranksPerNode, List<MeasuredCollective> known) {
        PlatformFile platform = plansLocalWork(file, ranksPerNode)
                ? file.with(file.settings()
                        .overriddenBy(
                                PlatformFile.parse(LOCAL_WORK, "local work").settings()))
                : file;
        FittedNumbers numbers = new FittedNumbers(platform.settings(), List.of());
        int count = numbers.entries().size();
        if (count == 0) {
            throw InputException.at(platform.settings().place(), "the file has no time or bandwidth to narrow", "");
        }
        List<MeasuredCollective> measured =
                known.stream().filter(MeasuredCollective::isPredictable).toList();
        List<Command> candidates = candidates(nodes, ranksPerNode);
        List<MeasuredCollective> all = new ArrayList<>(measured);
        candidates.forEach(candidate -> all.addAll(candidate.cells()));
        RealMatrix derivatives = derivatives(all, platform, numbers);
        RealMatrix information = MatrixUtils.createRealIdentityMatrix(count).scalarMultiply(FitObjective.PRIOR);
        double[] before = deviations(information);
        int row = measured.size();
        if (row > 0) {
            information = information.add(information(derivatives, 0, row));
        }
        Map<Command, RealMatrix> gains = new LinkedHashMap<>();
        for (Command candidate : candidates) {
            int next = row + candidate.cells().size();
            gains.put(candidate, information(derivatives, row, next));
            row = next;
        }
        List<Command> chosen = new ArrayList<>();
        double[] deviations = deviations(information);
        while (chosen.size() < COMMANDS && !gains.isEmpty()) {
            RealMatrix there = information;
            Map.Entry<Command, RealMatrix> best = Collections.min(
                    gains.entrySet(),
                    Comparator.comparingDouble(gain -> Arrays.stream(deviations(there.add(gain.getValue())))
                            .map(Math::log)
                            .sum()));
            information = there.add(best.getValue());
            double[] now = deviations(information);
            Command command = best.getKey();
            double[] former = deviations;
            List<String> narrows = IntStream.range(0, count)
                    .filter(k -> now[k] < (1 - MUCH) * former[k])
                    .mapToObj(k -> numbers.entries().get(k).path())
                    .toList();
            if (narrows.isEmpty()) {
                break;
            }
            gains.remove(command);
            deviations = now;
            chosen.add(new Command(
                    command.program(), command.run(), command.smallest(), command.largest(), narrows, command.cells()));
        }
        double[] after = deviations;
        List<Narrowed> narrowed = IntStream.range(0, count)
                .mapToObj(k -> new Narrowed(
                        numbers.entries().get(k).path(),
                        Math.exp(CONFIDENCE * before[k]),
                        Math.exp(CONFIDENCE * after[k])))
                .toList();
        return new BenchmarkPlan(chosen, narrowed);
    }

    /** Returns whether a plan assumes {@link #LOCAL_WORK}; the file must contain this section before it is fitted. */
    public static boolean plansLocalWork(PlatformFile platform, int ranksPerNode) {
        return ranksPerNode > 1 && !platform.settings().has("local");
    }

    /**
     * Returns the benchmarks to choose from: messages of one pair and of all ranks of two nodes, and collective
     * operations with the algorithms of {@link #FORCED}.
     */
    private static List<Command> candidates(int nodes, int ranksPerNode) {
        List<Command> candidates = new ArrayList<>();
        for (String program : List.of("osu_latency", "osu_bw", "osu_bibw")) {
            candidates.add(command(program, new BenchmarkRun(2, 1, ""), 8, LARGE));
            if (ranksPerNode > 1) {
                candidates.add(command(program, new BenchmarkRun(1, 2, ""), 8, LARGE));
            }
        }
        if (ranksPerNode > 1) {
            BenchmarkRun full = new BenchmarkRun(2, ranksPerNode, "");
            candidates.add(command("osu_multi_lat", full, 8, LARGE));
            candidates.add(command("osu_mbw_mr", full, 8, LARGE));
        }
        for (int ranks : new TreeSet<>(List.of(1, ranksPerNode))) {
            int most = Integer.highestOneBit(Math.max(2, Math.min(nodes, MOST_RANKS / ranks)));
            for (int size : new TreeSet<>(List.of(2, most))) {
                for (Forced forced : FORCED) {
                    BenchmarkRun run = new BenchmarkRun(size, ranks, forced.algorithm());
                    if (forced.suits(run.ranks())) {
                        // with fewer elements than ranks, libraries use a different algorithm
                        if (!forced.algorithm().equals("rabenseifner")) {
                            candidates.add(command(forced.program(), run, 8, SMALL));
                        }
                        candidates.add(command(forced.program(), run, 8 * SMALL, LARGE));
                    }
                }
            }
        }
        return candidates;
    }

    /** Returns a command with cells of sizes that grow by a factor of 8. */
    private static Command command(String program, BenchmarkRun run, long smallest, long largest) {
        List<MeasuredCollective> cells = new ArrayList<>();
        for (long bytes = smallest; bytes <= largest; bytes *= 8) {
            cells.add(
                    switch (program) {
                        case "osu_latency", "osu_multi_lat" -> run.messages("ping-pong", bytes, 1, program);
                        case "osu_bw", "osu_mbw_mr" -> run.messages("window-64", bytes, 1, program);
                        case "osu_bibw" -> run.messages("both-ways-64", bytes, 1, program);
                        default -> run.cell(operation(program), "", bytes, 1, program);
                    });
        }
        return new Command(program, run, smallest, largest, List.of(), cells);
    }

    private static Kind operation(String program) {
        return Kind.labelled(program.substring("osu_".length())).orElseThrow();
    }

    /**
     * Returns the derivatives of the logarithms of times with respect to the logarithms of the numbers, with a row per
     * cell and a column per number.
     */
    private static RealMatrix derivatives(
            List<MeasuredCollective> cells, PlatformFile platform, FittedNumbers numbers) {
        double[] factors = new double[numbers.entries().size()];
        Arrays.fill(factors, 1);
        double[] here = CollectivePrediction.seconds(cells, platform, Overrides.NONE);
        RealMatrix derivatives = new Array2DRowRealMatrix(here.length, factors.length);
        for (int k = 0; k < factors.length; k++) {
            factors[k] = 1 + STEP;
            double[] there = CollectivePrediction.seconds(cells, platform.with(numbers.times(factors)), Overrides.NONE);
            factors[k] = 1;
            Arrays.setAll(there, i -> Math.log(there[i] / here[i]) / Math.log1p(STEP));
            derivatives.setColumn(k, there);
        }
        return derivatives;
    }

    /**
     * Returns the information of a range of cells: the matrix that the cells add to the inverse of the covariance
     * matrix.
     */
    private static RealMatrix information(RealMatrix derivatives, int from, int to) {
        RealMatrix part = derivatives.getSubMatrix(from, to - 1, 0, derivatives.getColumnDimension() - 1);
        return part.transpose().multiply(part).scalarMultiply(1 / (NOISE * NOISE));
    }

    private static double[] deviations(RealMatrix information) {
        RealMatrix covariance =
                new CholeskyDecomposition(information, 1e-9, 1e-14).getSolver().getInverse();
        return IntStream.range(0, covariance.getRowDimension())
                .mapToDouble(k -> Math.sqrt(covariance.getEntry(k, k)))
                .toArray();
    }

    /** Returns the numbers that the plan hardly narrows. */
    public List<String> unknown() {
        return numbers.stream()
                .filter(number -> Math.log(number.after()) > (1 - MUCH) * Math.log(number.before()))
                .map(Narrowed::path)
                .toList();
    }

    /**
     * Returns the job script, whose output {@code fit collective} reads.
     *
     * @param platform name of the file as given
     */
    public String script(String platform) {
        int nodes = commands.stream()
                .mapToInt(command -> command.run().nodes())
                .max()
                .orElse(0);
        String little = unknown().isEmpty() ? "" : "# They hardly determine: " + String.join(", ", unknown()) + ".\n";
        String runs = commands.stream()
                .map(command -> "# %s\nrun %s %s %s %s\n"
                        .formatted(
                                String.join(", ", command.narrows()),
                                command.run().nodes(),
                                command.run().ranksPerNode(),
                                command.run().algorithm().isEmpty()
                                        ? "-"
                                        : command.run().algorithm(),
                                command.line()))
                .collect(Collectors.joining());
        return """
                #!/bin/bash
                # The %1$s benchmarks that narrow the numbers of %2$s most, as tailback fit collective --plan found them.
                # Run it on %3$s nodes, with OSU's benchmarks in PATH. Then: tailback fit collective results.txt --platform %2$s
                # Open MPI and MPICH obey the variables. For another library, give 'run' the algorithm it used, or \
                mpich or openmpi.
                %4$srun() { # nodes, ranks per node, algorithm or -, command
                  nodes=$1 ranks=$2 algorithm=", algorithm $3"; [ "$3" = - ] && algorithm=
                  shift 3
                  echo "# tailback: nodes $nodes, ranks-per-node $ranks$algorithm"
                  ${LAUNCH:-srun} -N $nodes -n $((nodes * ranks)) --ntasks-per-node=$ranks "$@"
                }
                {
                %5$s} > results.txt
                """.formatted(commands.size(), platform, nodes, little, runs);
    }
}
