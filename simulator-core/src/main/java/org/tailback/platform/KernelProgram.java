package org.tailback.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.program.ForwardingProgram;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.random.RandomStreams;
import org.tailback.stability.Internal;
import umontreal.ssj.probdist.NormalDist;
import umontreal.ssj.rng.RandomStream;

/**
 * A program whose kernel calls become computations with the times of a platform. If the platform has no kernel model,
 * the time of a call is its number of floating-point operations divided by the speed of a core.
 */
@Internal
public final class KernelProgram extends ForwardingProgram {
    private static final double ASSUMED_SPEED = 10e9;

    private final Platform platform;
    private final long seed;
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    /** Node of each rank, followed by its position on the node; both empty without a kernel model. */
    private final int[] nodeOf;

    private final int[] placeOnNode;

    private KernelProgram(ParallelProgram program, Platform platform, int[] nodeOf, long seed) {
        super(program);
        this.platform = platform;
        this.nodeOf = nodeOf;
        this.seed = seed;
        int[] seen = new int[platform.cluster().nodes()];
        placeOnNode = IntStream.of(nodeOf).map(node -> seen[node]++).toArray();
    }

    /**
     * Returns the program with the times of kernels, or the unchanged program if it calls no kernels.
     *
     * @param placement placement of its ranks; null for the platform's rule
     * @param seed seed of the noise of the kernels
     */
    public static ParallelProgram of(
            ParallelProgram program, Platform platform, @Nullable Placement placement, long seed) {
        if (!program.callsKernels()) {
            return program;
        }
        int[] nodeOf = platform.kernels() == null
                ? new int[0]
                : platform.placed(placement, program.ranks()).nodes();
        return new KernelProgram(program, platform, nodeOf, seed);
    }

    /**
     * Returns the number of floating-point operations of a call: 2 m n k for dgemm, 2 m n for dgemv and dger, m n k for
     * other kernels.
     */
    public static double flops(String kernel, long m, long n, long k) {
        boolean multipliesAndAdds = kernel.equals("dgemm") || kernel.equals("dgemv") || kernel.equals("dger");
        return (multipliesAndAdds ? 2.0 : 1.0) * m * n * k;
    }

    @Override
    protected UnaryOperator<OperationSink> between(int rank) {
        Times times = times(rank);
        return sink -> new ForwardingSink(sink) {
            @Override
            public void kernel(String name, long m, long n, long k) {
                target.compute(times.seconds(name, m, n, k));
            }
        };
    }

    private Times times(int rank) {
        KernelModel model = platform.kernels();
        if (model == null) {
            double speed = platform.hasComputeSpeed() ? platform.computeSpeed() : ASSUMED_SPEED;
            return (kernel, m, n, k) -> {
                unknown.add(kernel);
                return flops(kernel, m, n, k) / speed;
            };
        }
        int cpu = placeOnNode[rank] % model.cpusPerNode();
        RandomStream noise = RandomStreams.of(seed, "kernels of rank " + rank);
        return (kernel, m, n, k) -> {
            double draw = Math.abs(NormalDist.inverseF01(noise.nextDouble()));
            double seconds = model.seconds(nodeOf[rank], cpu, kernel, m, n, k, draw);
            if (Double.isNaN(seconds)) {
                unknown.add(kernel);
                return 0;
            }
            return seconds;
        };
    }

    private interface Times {
        double seconds(String kernel, long m, long n, long k);
    }

    @Override
    public List<String> approximations() {
        List<String> all = new ArrayList<>(program.approximations());
        if (unknown.isEmpty()) {
            return all;
        }
        if (platform.kernels() == null) {
            all.add("The platform has no section 'kernels': a call takes its floating-point operations divided by "
                    + (platform.hasComputeSpeed() ? "the speed of a core" : "10 Gflop/s, because no speed is given"));
        } else {
            all.add("The platform's kernels do not include "
                    + String.join(", ", unknown.stream().sorted().toList()) + ": their calls take no time");
        }
        return all;
    }

    @Override
    public ParallelProgram forOneRun() {
        return new KernelProgram(program.forOneRun(), platform, nodeOf, seed);
    }
}
