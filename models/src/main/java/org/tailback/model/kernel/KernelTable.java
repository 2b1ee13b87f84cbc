package org.tailback.model.kernel;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.platform.KernelModel;
import org.tailback.stability.Beta;

/**
 * Kernels whose mean time is a polynomial of their sizes, with noise from a shifted half-normal distribution: outliers
 * are slower than the mean, and calls are never much faster than the mean.
 *
 * <p><b>Equations.</b> For sizes m, n, k and the coefficients of the computing CPU:
 *
 * <pre>
 * mean       mu    = c + c_mn m n + c_mk m k + c_nk n k + c_mnk m n k
 * deviation  sigma = s + s_mn m n + s_mk m k + s_nk n k + s_mnk m n k
 * time       max(0, mu + sigma (|Z| - sqrt(2 / pi)) / sqrt(1 - 2 / pi)),   Z standard normal
 * </pre>
 *
 * so mu is the mean of the times and sigma their standard deviation.
 *
 * <p><b>Worked example</b> ({@code KernelTableTest}): dgemm of 1000 x 1000 x 128 with c_mnk = 7.5e-11 s takes 9.6 ms on
 * average; with s_mnk = 2.5e-12, a draw of |Z| = 0 takes 9.6 - 0.32 * 1.3236 = 9.1764 ms.
 *
 * <p><b>When not to use it.</b> The model is unsuitable if times are not a polynomial of the sizes (caches). Where
 * concurrent calls on one node slow each other down, the coefficients must be measured while all ranks compute.
 *
 * <p>Reference: T. Cornebize, A. Legrand, Simulation-based optimization and sensibility analysis of MPI applications:
 * variability matters, J. Parallel Distrib. Comput. 166, 2022.
 */
@Beta
public final class KernelTable implements KernelModel {
    private static final double MEAN = Math.sqrt(2 / Math.PI);
    private static final double DEVIATION = Math.sqrt(1 - 2 / Math.PI);

    private final int cpusPerNode;
    private final ImmutableMap<String, Polynomial[]> byKernel;

    /**
     * One row of a table.
     *
     * @param node node number from 0; -1 for all nodes
     * @param cpu CPU number in the node, from 0; -1 for all CPUs
     * @param mean coefficients of 1, mn, mk, nk and mnk, seconds
     * @param deviation coefficients of the standard deviation in the same order, seconds
     */
    public record Row(String kernel, int node, int cpu, ImmutableList<Double> mean, ImmutableList<Double> deviation) {
        /** Returns whether the row applies to a CPU of a node. Nodes and CPUs are numbered from 0. */
        public boolean isOf(int ofNode, int ofCpu) {
            return (node < 0 || node == ofNode) && (cpu < 0 || cpu == ofCpu);
        }

        /** Returns the row with all times multiplied by a factor. */
        public Row times(double factor) {
            return new Row(kernel, node, cpu, times(mean, factor), times(deviation, factor));
        }

        private static ImmutableList<Double> times(List<Double> coefficients, double factor) {
            return coefficients.stream().map(each -> each * factor).collect(ImmutableList.toImmutableList());
        }
    }

    private record Polynomial(double[] mean, double[] deviation) {
        static double of(double[] c, double m, double n, double k) {
            return c[0] + m * (c[1] * n + c[2] * k) + n * k * (c[3] + c[4] * m);
        }
    }

    /**
     * Creates a table.
     *
     * @param nodes number of nodes of the platform, >= 1
     * @param cpusPerNode number of CPUs per node, >= 1
     * @param rows rows of kernels; a later row replaces an earlier row for the same CPU
     */
    public KernelTable(int nodes, int cpusPerNode, List<Row> rows) {
        Preconditions.checkArgument(cpusPerNode >= 1, "CPUs of a node must be 1 or more: %s", cpusPerNode);
        this.cpusPerNode = cpusPerNode;
        Map<String, Polynomial[]> all = new java.util.TreeMap<>();
        for (Row row : rows) {
            Polynomial polynomial = new Polynomial(Doubles.toArray(row.mean()), Doubles.toArray(row.deviation()));
            Polynomial[] ofKernel = all.computeIfAbsent(row.kernel(), name -> new Polynomial[nodes * cpusPerNode]);
            for (int cpu = 0; cpu < ofKernel.length; cpu++) {
                ofKernel[cpu] = row.isOf(cpu / cpusPerNode, cpu % cpusPerNode) ? polynomial : ofKernel[cpu];
            }
        }
        byKernel = ImmutableMap.copyOf(all);
    }

    @Override
    public int cpusPerNode() {
        return cpusPerNode;
    }

    @Override
    public double seconds(int node, int cpu, String kernel, long m, long n, long k, double noise) {
        Polynomial @Nullable [] ofKernel = byKernel.get(kernel);
        Polynomial polynomial = ofKernel == null ? null : ofKernel[node * cpusPerNode + cpu];
        if (polynomial == null) {
            return Double.NaN;
        }
        double mu = Polynomial.of(polynomial.mean, m, n, k);
        double sigma = Polynomial.of(polynomial.deviation, m, n, k);
        return Math.max(0, mu + sigma * (noise - MEAN) / DEVIATION);
    }
}
