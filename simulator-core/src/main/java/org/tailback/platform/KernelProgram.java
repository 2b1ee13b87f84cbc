package org.tailback.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.random.RandomStreams;
import umontreal.ssj.probdist.NormalDist;
import umontreal.ssj.rng.RandomStream;

/**
 * A program whose calls of kernels are computations: it has met its platform. Without a model of kernels there, a call
 * takes its floating-point operations over the speed of a core.
 */
public final class KernelProgram implements ParallelProgram {
    private static final double ASSUMED_SPEED = 10e9;

    private final ParallelProgram program;
    private final Platform platform;
    private final @Nullable Placement given;
    private final long seed;
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private int @Nullable [] placeOnNode;
    private @Nullable Placement placement;

    private KernelProgram(ParallelProgram program, Platform platform, @Nullable Placement given, long seed) {
        this.program = program;
        this.platform = platform;
        this.given = given;
        this.seed = seed;
    }

    /**
     * Returns the program with times; itself if it calls no kernels.
     *
     * @param placement where its ranks run; null for the platform's rule
     * @param seed of the noise of the kernels
     */
    public static ParallelProgram of(
            ParallelProgram program, Platform platform, @Nullable Placement placement, long seed) {
        ParallelProgram there =
                program instanceof PlatformProgram bound ? bound.on(platform, placement, seed) : program;
        return there.callsKernels() ? new KernelProgram(there, platform, placement, seed) : there;
    }

    /**
     * Returns the floating-point operations of a call: 2 m n k of dgemm, 2 m n of dgemv and dger, m n k of others.
     */
    public static double flops(String kernel, long m, long n, long k) {
        boolean multipliesAndAdds = kernel.equals("dgemm") || kernel.equals("dgemv") || kernel.equals("dger");
        return (multipliesAndAdds ? 2.0 : 1.0) * m * n * k;
    }

    @Override
    public int ranks() {
        return program.ranks();
    }

    private synchronized void place() {
        if (placeOnNode == null) {
            Placement placed = given == null ? platform.placement().place(platform.cluster(), ranks()) : given;
            int[] seen = new int[platform.cluster().nodes()];
            int[] places = new int[ranks()];
            for (int rank = 0; rank < places.length; rank++) {
                places[rank] = seen[placed.nodeOf(rank)]++;
            }
            placement = placed;
            placeOnNode = places;
        }
    }

    @Override
    public Program open(int rank) {
        KernelModel model = platform.kernels();
        Program opened = program.open(rank);
        if (model == null) {
            double speed = platform.hasComputeSpeed() ? platform.computeSpeed() : ASSUMED_SPEED;
            return timed(opened, (kernel, m, n, k) -> {
                unknown.add(kernel);
                return flops(kernel, m, n, k) / speed;
            });
        }
        place();
        int node = java.util.Objects.requireNonNull(placement).nodeOf(rank);
        int cpu = java.util.Objects.requireNonNull(placeOnNode)[rank] % model.cpusPerNode();
        RandomStream noise = RandomStreams.of(seed, "kernels of rank " + rank);
        return timed(opened, (kernel, m, n, k) -> {
            double draw = Math.abs(NormalDist.inverseF01(noise.nextDouble()));
            double seconds = model.seconds(node, cpu, kernel, m, n, k, draw);
            if (Double.isNaN(seconds)) {
                unknown.add(kernel);
                return 0;
            }
            return seconds;
        });
    }

    private interface Times {
        double seconds(String kernel, long m, long n, long k);
    }

    private static Program timed(Program opened, Times times) {
        return new Program() {
            private @Nullable Timed sink;

            @Override
            public boolean produce(OperationSink target) {
                Timed present = sink;
                if (present == null || present.goesTo() != target) {
                    present = new Timed(target, times);
                    sink = present;
                }
                return opened.produce(present);
            }

            @Override
            public void close() {
                opened.close();
            }
        };
    }

    private static final class Timed extends ForwardingSink {
        private final Times times;

        Timed(OperationSink target, Times times) {
            super(target);
            this.times = times;
        }

        OperationSink goesTo() {
            return target;
        }

        @Override
        public void kernel(String name, long m, long n, long k) {
            target.compute(times.seconds(name, m, n, k));
        }
    }

    @Override
    public List<String> approximations() {
        List<String> all = new ArrayList<>(program.approximations());
        if (unknown.isEmpty()) {
            return all;
        }
        if (platform.kernels() == null) {
            all.add("The platform has no section 'kernels': calls of kernels take their floating-point operations over "
                    + (platform.hasComputeSpeed() ? "the speed of a core" : "10 Gflop/s, as no speed is given"));
        } else {
            all.add("The platform's kernels have no model of "
                    + String.join(", ", unknown.stream().sorted().toList()) + ": calls of them take no time");
        }
        return all;
    }

    @Override
    public ParallelProgram forOneRun() {
        return new KernelProgram(program.forOneRun(), platform, given, seed);
    }

    @Override
    public boolean hasExactSizes() {
        return program.hasExactSizes();
    }

    @Override
    public Optional<String> collectiveOf(int communicator, int tag) {
        return program.collectiveOf(communicator, tag);
    }

    @Override
    public List<String> missingCalls() {
        return program.missingCalls();
    }
}
