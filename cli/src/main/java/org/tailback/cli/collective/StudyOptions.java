package org.tailback.cli.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.JitterOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.collective.CollectiveStudy.Variant;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.replication.Randomness;
import org.tailback.study.replication.ReplicationPlan;
import org.tailback.units.ValueList;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private final JitterOptions jitter = new JitterOptions();

    @Option(
            names = "--jitter-scale",
            paramLabel = "LIST",
            defaultValue = "1",
            description = "strengths of the jitter, such as 0,0.5,1,2 (default: 1)")
    private String jitterScales = "1";

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

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

    @Option(names = "--report", paramLabel = "FILE.html", description = "write one self-contained page")
    private @Nullable Path report;

    @Option(
            names = "--decision-rules",
            paramLabel = "FILE",
            description = "write the fastest algorithms as a dynamic rules file of Open MPI's coll/tuned")
    private @Nullable Path decisionRules;

    @Nullable
    Path report() {
        return report;
    }

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
        return threads.count();
    }

    ReplicationPlan plan() {
        return jitter.plan();
    }

    /** The jitter at its strengths; one without effect if there is none. */
    List<Jitter.Scaled> jitters() {
        return jitter.jitters(jitterScales);
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
        return jitter.repeats();
    }

    /** The platform file's name without folders and ending, for titles. */
    String shortPlatformName() {
        String name = platform == null ? "" : String.valueOf(platform.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    String platformName() {
        return String.valueOf(platform);
    }
}
