package org.tailback.simulation.jitter;

import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.random.RandomStreams;
import org.tailback.replay.Disturbance;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

/**
 * Random numbers of the jitter of one run: one stream of the seed per purpose, with one substream per rank. The draws
 * of a rank depend only on the seed and on its own program, not on the network or on other ranks, so variants which are
 * compared under the same seed have the same delays (common random numbers).
 */
public final class JitterDraws implements Disturbance {
    private final Jitter jitter;
    private final double scale;
    private final RandomStream @Nullable [] starts;
    private final RandomStream @Nullable [] latencies;
    private final MRG32k3a @Nullable [] computations;
    private final MRG32k3a @Nullable [] ranks;

    /**
     * Creates the draws of a run.
     *
     * @param seed seed of the run
     * @param ranks number of ranks, >= 1
     */
    public JitterDraws(Jitter.Scaled scaled, long seed, int ranks) {
        this.jitter = scaled.jitter();
        this.scale = scaled.scale();
        starts = jitter.start() == null ? null : streams(seed, "jitter-start", ranks);
        latencies = jitter.latency() == null ? null : streams(seed, "jitter-latency", ranks);
        computations = jitter.compute() == null ? null : streams(seed, "jitter-compute", ranks);
        this.ranks = jitter.rank() == null ? null : streams(seed, "jitter-rank", ranks);
    }

    private static MRG32k3a[] streams(long seed, String purpose, int ranks) {
        MRG32k3a stream = (MRG32k3a) RandomStreams.of(seed, purpose);
        MRG32k3a[] streams = new MRG32k3a[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            streams[rank] = stream.clone();
            stream.resetNextSubstream();
        }
        return streams;
    }

    @Override
    public double startDelay(int rank) {
        return starts == null ? 0 : drawn(jitter.start(), starts[rank]);
    }

    @Override
    public double extraLatency(int sender) {
        return latencies == null ? 0 : drawn(jitter.latency(), latencies[sender]);
    }

    private double drawn(@Nullable Variate variate, RandomStream stream) {
        return variate == null ? 0 : scale * variate.quantile(stream.nextDouble());
    }

    /** Returns the program with disturbed computations; each {@code open} of a rank draws the same numbers. */
    public ParallelProgram disturbed(ParallelProgram program) {
        if (computations == null && ranks == null) {
            return program;
        }
        return new JitteredProgram(program, rank -> {
            double ofRank = ranks == null ? 1 : factor(jitter.rank(), ranks[rank].clone());
            RandomStream stream = computations == null ? null : computations[rank].clone();
            return stream == null ? () -> ofRank : () -> ofRank * factor(jitter.compute(), stream);
        });
    }

    private double factor(@Nullable Variate variate, RandomStream stream) {
        return variate == null ? 1 : Math.max(0, 1 + scale * (variate.quantile(stream.nextDouble()) - 1));
    }
}
