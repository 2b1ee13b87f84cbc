package org.tailback.cli.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.ValueList;
import org.tailback.cli.run.PlatformChoice;
import org.tailback.cli.run.Randomness;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.collective.CollectiveStudy.Variant;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.parallel.OrderedTasks;
import org.tailback.study.replication.ReplicationPlan;
import org.tailback.units.Quantity;
import picocli.CommandLine.Option;

/** The options that {@code alltoall} and {@code collective} share. */
final class StudyOptions {
    @Option(names = "--ranks", paramLabel = "LIST", required = true, description = "numbers of ranks, such as 4:32:x2")
    private String ranks = "";

    @Option(names = "--platform", paramLabel = "FILE", description = "platform file (YAML); needed")
    private @Nullable Path platform;

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's")
    private @Nullable String model;

    @Option(names = "--cost", paramLabel = "NAME[:k=v,...]", description = "message cost, instead of the platform's")
    private @Nullable String cost;

    @Option(
            names = "--loss",
            paramLabel = "NAME[:k=v,...]",
            description = "loss model, instead of the platform's; several are compared")
    private List<String> losses = new ArrayList<>();

    @Option(
            names = "--placement",
            paramLabel = "RULE",
            description = "where ranks run: round-robin-node, round-robin-processor, random[:SEED] or file:PATH")
    private @Nullable String placement;

    @Option(
            names = "--jitter",
            paramLabel = "SPEC",
            description = {
                "random delays: start=DIST,latency=DIST,compute=DIST, such as start=exponential:50us;",
                "constant:x, uniform:a:b, normal:mean:sd, lognormal:mean:sd, gamma:mean:sd, exponential:mean, pareto:least:shape"
            })
    private @Nullable String jitter;

    @Option(
            names = "--jitter-scale",
            paramLabel = "LIST",
            defaultValue = "1",
            description = "strengths of the jitter, such as 0,0.5,1,2 (default: 1)")
    private String jitterScales = "1";

    @Option(
            names = "--replications",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "runs with seeds SEED, SEED+1, … when something is random: low and high are the 95 %% confidence",
                "interval of the mean"
            })
    private int replications = 1;

    @Option(
            names = "--until",
            paramLabel = "X",
            description = "stop repeating when half the interval is at most X of the mean, such as 0.01")
    private @Nullable Double until;

    @Option(names = "--threads", paramLabel = "N", description = "how many runs at once (default: one per processor)")
    private @Nullable Integer threads;

    @Option(
            names = "--crossovers",
            description = "find the sizes at which another algorithm becomes the fastest, to the byte")
    private boolean crossovers;

    @Option(names = "--chart", paramLabel = "FILE", description = "draw the times (.svg or .png)")
    private @Nullable Path chart;

    @Option(
            names = "--timeout-chart",
            paramLabel = "FILE",
            description = "draw the share of runs with a retransmission timeout (.svg or .png)")
    private @Nullable Path timeoutChart;

    @Option(
            names = "--decision-rules",
            paramLabel = "FILE",
            description = "write the fastest algorithms as a dynamic rules file of Open MPI's coll/tuned")
    private @Nullable Path decisionRules;

    boolean crossovers() {
        return crossovers;
    }

    @Nullable
    Path chart() {
        return chart;
    }

    @Nullable
    Path timeoutChart() {
        return timeoutChart;
    }

    @Nullable
    Path decisionRules() {
        return decisionRules;
    }

    List<Integer> rankCounts() {
        return ValueList.counts("--ranks", ranks);
    }

    int threads() {
        if (threads != null && threads < 1) {
            throw new InputException("--threads: at least 1 is needed, found " + threads);
        }
        return threads == null ? OrderedTasks.allThreads() : threads;
    }

    ReplicationPlan plan() {
        if (replications < 1) {
            throw new InputException("--replications: at least 1 is needed, found " + replications);
        }
        if (until != null && !(until > 0 && until < 1)) {
            throw new InputException("--until: expected more than 0 and less than 1, found " + until);
        }
        return new ReplicationPlan(replications, until == null ? 0 : until);
    }

    /** The jitter at its strengths; one without effect if there is none. */
    List<Jitter.Scaled> jitters() {
        if (jitter == null) {
            if (!jitterScales.equals("1")) {
                throw new InputException("--jitter-scale needs --jitter, which it makes stronger or weaker");
            }
            return List.of(Jitter.NONE.scaledBy(0));
        }
        Jitter parsed;
        try {
            parsed = Jitter.parse(jitter);
        } catch (InputException e) {
            throw new InputException("--jitter: " + e.getMessage(), e);
        }
        List<Jitter.Scaled> scaled = new ArrayList<>();
        for (String part : jitterScales.split(",", -1)) {
            double scale;
            try {
                scale = Quantity.parse(part.strip(), Quantity.Kind.NUMBER);
            } catch (InputException e) {
                throw new InputException("--jitter-scale: " + e.getMessage(), e);
            }
            if (scale < 0) {
                throw new InputException("--jitter-scale: expected 0 or more, found '" + part.strip() + "'");
            }
            scaled.add(parsed.scaledBy(scale));
        }
        return scaled;
    }

    /** The networks to compare, checked to have nodes for so many ranks. */
    List<Variant> variants(int mostRanks, boolean closedForms, long seed) {
        if (platform == null) {
            throw new InputException("a platform is needed: add --platform FILE, such as"
                    + " docs/platforms/plogpt-table2-bidirectional.yaml");
        }
        PlatformChoice platforms = PlatformChoice.of(platform, Registry.load());
        Overrides overrides = new Overrides(model, cost, null, placement, null, null, seed);
        List<@Nullable String> chosen = new ArrayList<>(losses);
        if (chosen.isEmpty()) {
            chosen.add(null);
        }
        List<Variant> variants = new ArrayList<>();
        for (@Nullable String loss : chosen) {
            Overrides withLoss = overrides.withLoss(loss);
            Platform any = platforms.onRanks(1, withLoss);
            if (mostRanks > any.cluster().nodes()) {
                throw InputException.at(
                        "--ranks",
                        mostRanks + " ranks need as many nodes; " + platforms.name() + " has "
                                + any.cluster().nodes(),
                        "Use fewer ranks, or a platform with more nodes");
            }
            variants.add(new Variant(
                    loss == null ? any.loss().name() : loss,
                    of -> platforms.onRanks(1, withLoss.withSeed(of)),
                    Randomness.of(of -> platforms.onRanks(1, withLoss.withSeed(of)), seed),
                    closedForms));
        }
        return variants;
    }

    /** Whether the user asked for repetitions. */
    boolean repeats() {
        return replications > 1;
    }

    String platformName() {
        return String.valueOf(platform);
    }
}
