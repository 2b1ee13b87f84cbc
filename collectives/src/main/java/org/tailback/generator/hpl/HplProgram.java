package org.tailback.generator.hpl;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Beta;

/**
 * High-Performance Linpack: LU factorisation with row partial pivoting of a random matrix in block-cyclic distribution,
 * and the solution of the system, with the messages and computation of HPL 2.2. Operations are generated while the
 * program runs.
 *
 * <p>For every panel of nb columns, the column of processes that owns the panel factorises it ({@link
 * PanelFactorisation}: 2 log2 p messages per column of the matrix and process) and sends it along the rows ({@link
 * PanelBroadcast}). Then all columns of processes swap rows ({@link RowSwaps}) and update the remaining matrix: {@code
 * dtrsm} of jb x jb with n columns, {@code dgemm} of m x n x jb. At the end, {@link BackSubstitution} solves the
 * triangular system.
 *
 * <p><b>Worked example</b> (HplProgramTest): n = 4, nb = 2 on 1 x 1 processes: the update of the first panel is a dgemm
 * of 2 x 3 x 2, as the right-hand side is a fifth column of the matrix.
 *
 * <p>The rows to be swapped depend on the values in the matrix: pivots are given, or drawn with equal probability among
 * the remaining rows, as in a random matrix. A probe for a panel succeeds if the panel has arrived by then. The outcome
 * of the probe determines the rank's next operations.
 *
 * <p>Reference: A. Petitet, R. C. Whaley, J. Dongarra, A. Cleary: HPL - A Portable Implementation of the
 * High-Performance Linpack Benchmark for Distributed-Memory Computers, version 2.2, 2016.
 */
@Beta
public final class HplProgram implements ParallelProgram {
    private final HplSettings settings;
    private final Pivots pivots;
    private final int updates;

    /** Creates the program of a random matrix. Its pivots are drawn with a seed. */
    public HplProgram(HplSettings settings, long seed) {
        this(settings, seed, null, Integer.MAX_VALUE);
    }

    private HplProgram(HplSettings settings, long seed, int @Nullable [] given, int updates) {
        this.settings = settings;
        this.updates = updates;
        pivots = new Pivots(settings, seed, given);
    }

    /**
     * Returns a program of consecutive panels from the run of a random matrix; later panels are omitted. The first
     * panel of the program begins the smaller matrix that remains at this point of the run.
     *
     * @param first number of the first panel, >= 0
     * @param updates number of panels with which the remaining matrix is updated, >= 0; with look-ahead, the panels
     *     ahead are factorised and sent earlier
     * @param seed seed of the pivots
     */
    public static HplProgram window(HplSettings settings, int first, int updates, long seed) {
        return new HplProgram(settings.ofOrder(settings.n() - first * settings.nb()), seed, null, updates);
    }

    /**
     * Returns the program of a matrix with known pivots.
     *
     * @param given for each column i, the row that is swapped with row i, from i to n - 1
     */
    static HplProgram withPivots(HplSettings settings, int[] given) {
        return new HplProgram(settings, 0, given.clone(), Integer.MAX_VALUE);
    }

    /** Returns the configuration of the run. */
    public HplSettings settings() {
        return settings;
    }

    @Override
    public int ranks() {
        return settings.ranks();
    }

    @Override
    public boolean callsKernels() {
        return true;
    }

    @Override
    public Map<String, Object> configuration() {
        return settings.configuration();
    }

    @Override
    public boolean dependsOnProbes() {
        return settings.depth() > 0 && settings.q() > 1;
    }

    @Override
    public Program open(int rank) {
        return new HplRank(settings, rank, pivots, updates).steps;
    }
}
