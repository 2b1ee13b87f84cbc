package org.tailback.generator.hpl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.generator.SteppedProgram;
import org.tailback.network.InterfaceQueues;
import org.tailback.platform.Platform;
import org.tailback.platform.PlatformProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Beta;

/**
 * High-Performance Linpack: LU factorisation with row partial pivoting of a random matrix in block-cyclic distribution,
 * and the solution of the system, as HPL 2.2 sends and computes it. Operations are made while the program runs.
 *
 * <p>For every panel of nb columns, the column of processes that owns it factorises it ({@link PanelFactorisation}: 2
 * log2 p messages a column of the matrix and process), sends it along the rows ({@link PanelBroadcast}), all columns of
 * processes swap rows ({@link RowSwaps}) and update what is left of the matrix: {@code dtrsm} of jb x jb with n
 * columns, {@code dgemm} of m x n x jb. At the end {@link BackSubstitution} solves the triangular system.
 *
 * <p><b>Worked example</b> (HplProgramTest): n = 4, nb = 2 on 1 x 1 processes: the update of the first panel is a dgemm
 * of 2 x 3 x 2, as the right-hand side is a fifth column of the matrix.
 *
 * <p>Which rows move depends on the numbers in the matrix: pivots are given, or drawn with equal chances among the rows
 * that are left, as in a random matrix. Whether a panel has arrived when a rank asks depends on time: the outcome of
 * its probes decides how a rank goes on.
 *
 * <p>Reference: A. Petitet, R. C. Whaley, J. Dongarra, A. Cleary: HPL - A Portable Implementation of the
 * High-Performance Linpack Benchmark for Distributed-Memory Computers, version 2.2, 2016.
 */
@Beta
public final class HplProgram implements PlatformProgram {
    private final HplSettings settings;
    private final Pivots pivots;

    /** Returns the program of a random matrix, whose pivots are drawn with a seed. */
    public HplProgram(HplSettings settings, long seed) {
        this(settings, seed, null);
    }

    private HplProgram(HplSettings settings, long seed, int @Nullable [] given) {
        this.settings = settings;
        pivots = new Pivots(settings, seed, given);
    }

    /**
     * Returns the program of a matrix with known pivots.
     *
     * @param given for each column the row that is swapped with the row of the same number, column to n - 1
     */
    public static HplProgram withPivots(HplSettings settings, int[] given) {
        return new HplProgram(settings, 0, given.clone());
    }

    /** Returns the configuration. */
    public HplSettings settings() {
        return settings;
    }

    @Override
    public int ranks() {
        return settings.ranks();
    }

    /** Itself; of the cheap form a program that computes for as long as each rank takes, and counts its messages. */
    @Override
    public ParallelProgram on(Platform platform, @Nullable Placement placement, long seed) {
        if (!settings.grouped()) {
            return this;
        }
        Placement placed =
                placement == null ? platform.placement().place(platform.cluster(), settings.ranks()) : placement;
        InterfaceQueues interfaces = new InterfaceQueues(
                platform.cost(),
                platform.sharing().sharesNodeLinks(),
                platform.cluster().nodes());
        GroupedHpl run =
                new GroupedHpl(settings, pivots, new Timing(platform, placed, settings.ranks(), seed), interfaces);
        return new Computed(run.run(), run.ranks(), approximations(platform));
    }

    private static List<String> approximations(Platform platform) {
        List<String> all = new ArrayList<>();
        all.add("hpl: messages have times and are counted, but meet only in the queues of nodes' interfaces"
                + " (fidelity=grouped). fidelity=exact replays them one by one");
        if (platform.sharing().sharesNodeLinks()) {
            all.add("hpl: the network's links are shared by messages (model "
                    + platform.sharing().name() + "), which fidelity=grouped leaves out. Use fidelity=exact");
        }
        if (platform.kernels() == null) {
            all.add("The platform has no section 'kernels': calls of kernels take their floating-point operations"
                    + " over the speed of a core");
        }
        return all;
    }

    private record Computed(double[] ends, LoneRank[] sent, List<String> approximations) implements ParallelProgram {
        @Override
        public int ranks() {
            return ends.length;
        }

        @Override
        public Program open(int rank) {
            return new SteppedProgram(1, (step, sink) -> {
                sink.represents(sent[rank].messages, sent[rank].messagesInside, sent[rank].bytes);
                sink.compute(ends[rank]);
            });
        }
    }

    @Override
    public boolean callsKernels() {
        return true;
    }

    /** Also in the cheap form, whose times are another program's: it must not be held in memory as messages. */
    @Override
    public boolean dependsOnProbes() {
        return settings.grouped() || settings.depth() > 0 && settings.q() > 1;
    }

    @Override
    public Program open(int rank) {
        return new HplRank(settings, rank, pivots, null).steps;
    }
}
