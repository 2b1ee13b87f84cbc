package org.tailback.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.model.topology.TopologySettings;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlacementText;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.stability.Internal;
import org.tailback.trace.TraceOptions;

/**
 * Platforms of jobs of different sizes from one description: the name of a bundled platform, a platform file, or a
 * platform that a program has built. Immutable.
 *
 * <pre>{@code
 * Platform whole = Platforms.named("lumi").whole();
 * Platform ofJob = Platforms.named("fugaku").forJob(32, Overrides.NONE);
 * }</pre>
 *
 * <p>A template, such as {@code fat-tree-100g}, is enlarged to the nodes that a job requests. Where the file defines a
 * separate torus per job ({@code dimensions: cubic}), the job's platform is that torus, provided that its nodes are the
 * first nodes of the platform. A built platform does not change.
 */
public final class Platforms {
    private static final String STAR = "star.yaml";

    private final String name;
    private final @Nullable PlatformFile file;
    private final @Nullable Platform built;
    private final Registry registry = Registry.load();

    private Platforms(String name, @Nullable PlatformFile file, @Nullable Platform built) {
        this.name = name;
        this.file = file;
        this.built = built;
    }

    /**
     * Returns a bundled platform, or the platform of a file.
     *
     * @param text a name, such as {@code lumi}, or the path of a platform file
     * @throws InputException if there is no such name or file, or it cannot be read
     */
    public static Platforms named(String text) {
        return read(Path.of(Objects.requireNonNull(text, "text")));
    }

    /**
     * Returns the platform of a file, like {@link #named}.
     *
     * @throws InputException if it cannot be read
     */
    public static Platforms read(Path path) {
        return of(Objects.requireNonNull(path, "path").toString(), PlatformFile.read(path));
    }

    /**
     * Returns the platform of a file that has been read.
     *
     * @param name name in messages and results
     */
    public static Platforms of(String name, PlatformFile file) {
        return new Platforms(Objects.requireNonNull(name, "name"), Objects.requireNonNull(file, "file"), null);
    }

    /** Returns a platform that is the same for all jobs. */
    public static Platforms of(Platform built) {
        return new Platforms("platform", null, Objects.requireNonNull(built, "built"));
    }

    /** Returns a star network of 10 Gbit/s with one node per rank, for a first replay that needs only a trace. */
    @Internal
    public static Platforms stars() {
        return new Platforms("default", null, null);
    }

    /** Returns the name or path; {@code default} for {@link #stars}. */
    public String name() {
        return name;
    }

    /** Returns the domain of the numbers as text ({@link PlatformFile#validityInWords}). */
    @Internal
    public String validityInWords() {
        return file != null
                ? file.validityInWords(registry)
                : built != null ? built.validity().basis().label() : "an example, not measured";
    }

    /**
     * Returns remarks on the choice for the user, one sentence each; for {@link #stars} a remark that no platform was
     * chosen.
     */
    public List<String> warnings() {
        return file != null || built != null
                ? List.of()
                : List.of("No platform is given: the default is a star with one node per rank, links of 10 Gbit/s, a"
                        + " latency of 10 us, and max-min fair sharing unless --model is given. Describe your"
                        + " machine with --platform FILE");
    }

    /**
     * Returns the options for reading traces that count operations, with the speed of the platform's cores if known.
     */
    @Internal
    public TraceOptions traceOptions(Overrides overrides) {
        OptionalDouble speed = built == null
                ? file(1).computeSpeed(overrides)
                : built.hasComputeSpeed() ? OptionalDouble.of(built.computeSpeed()) : OptionalDouble.empty();
        return speed.isPresent() ? TraceOptions.DEFAULTS.withComputeSpeed(speed.getAsDouble()) : TraceOptions.DEFAULTS;
    }

    /** Returns the whole platform as described; for {@link #stars}, the platform of one rank. */
    public Platform whole() {
        return whole(Overrides.NONE);
    }

    /**
     * Returns the whole platform with overridden parts; a template has the nodes that a placement uses.
     *
     * @throws InputException if the file and the overrides do not describe a platform
     */
    public Platform whole(Overrides overrides) {
        return resolved(() -> grown(1, overrides), overrides);
    }

    /**
     * Returns the platform of a job.
     *
     * @param ranks number of ranks, >= 1
     * @throws InputException if the file and the overrides do not describe a platform
     */
    public Platform forJob(int ranks, Overrides overrides) {
        return resolved(() -> fileForJob(ranks, overrides), overrides);
    }

    /**
     * Returns the platform of a job whose ranks have a placement.
     *
     * @throws InputException if the file and the overrides do not describe a platform
     */
    @Internal
    public Platform forPlacement(Placement placement, Overrides overrides) {
        return resolved(
                () -> trimmed(grown(placement.ranks(), overrides), placement, nodesOfJob(overrides)), overrides);
    }

    /**
     * Returns the platform of a job on the first nodes.
     *
     * @param nodes number of nodes, >= 1
     * @throws InputException if the file and the overrides do not describe a platform
     */
    @Internal
    public Platform forNodes(int nodes, Overrides overrides) {
        return resolved(() -> file(nodes).trimmedTo(nodes), overrides);
    }

    private Platform resolved(Supplier<PlatformFile> described, Overrides overrides) {
        Objects.requireNonNull(overrides, "overrides");
        return built == null ? described.get().resolve(overrides, registry) : placed(built, overrides);
    }

    private static Platform placed(Platform built, Overrides overrides) {
        String placement = overrides.placement();
        if (!overrides.withPlacement(null).withSeed(1).equals(Overrides.NONE)) {
            throw new InputException("A platform that a program has built has its own models, cost and kernels, found "
                    + overrides + ". Change them by its builder");
        }
        return placement == null
                ? built
                : built.toBuilder()
                        .placement(PlacementText.parse(placement, "placement", overrides.seed(), Path.of("")))
                        .build();
    }

    /**
     * Returns the platform file of a job.
     *
     * @param ranks number of ranks, >= 1
     * @throws IllegalStateException if the platform was built by a program
     */
    @Internal
    public PlatformFile fileForJob(int ranks, Overrides overrides) {
        PlatformFile whole = grown(ranks, overrides);
        Cluster cluster = whole.cluster();
        if (ranks > (long) cluster.nodes() * cluster.coresPerNode()) {
            return whole;
        }
        return trimmed(whole, whole.placement(overrides).place(cluster, ranks), nodesOfJob(overrides));
    }

    /**
     * Returns the file reduced to the nodes of a job.
     *
     * @param asked number of requested nodes of the job; 0 for the nodes that ranks use
     */
    private static PlatformFile trimmed(PlatformFile whole, Placement placement, int asked) {
        BitSet used = new BitSet();
        Arrays.stream(placement.nodes()).forEach(used::set);
        return used.length() <= asked
                ? whole.trimmedTo(asked)
                : used.length() == used.cardinality() ? whole.trimmedTo(used.length()) : whole;
    }

    /** Returns the file with the nodes that a placement uses, if it is a template. */
    private PlatformFile grown(int ranks, Overrides overrides) {
        return file(ranks).grownTo(nodesOfJob(overrides));
    }

    private static int nodesOfJob(Overrides overrides) {
        return overrides.placement() == null ? 0 : PlacementText.nodesOfJob(overrides.placement());
    }

    /** Returns whether the network of a job differs from that of the whole platform: a separate torus. */
    @Internal
    public boolean isOfJobs() {
        return file != null && file.trimmedTo(1) != file;
    }

    /** Returns the nodes of the whole platform, to which a template is enlarged; one node for {@link #stars}. */
    @Internal
    public Cluster cluster(Overrides overrides) {
        return built == null ? grown(1, overrides).cluster() : built.cluster();
    }

    /** Returns the rule that places ranks. */
    @Internal
    public PlacementRule placement(Overrides overrides) {
        return built == null
                ? grown(1, overrides).placement(overrides)
                : placed(built, overrides).placement();
    }

    /** Returns the origin and the domain of the numbers, with overridden parts. */
    @Internal
    public Validity validity(Overrides overrides) {
        return built == null ? file(1).validity(overrides, registry) : built.validity();
    }

    /** Returns the name of the platform's GPUs, such as {@code h100}; empty if the platform does not define it. */
    @Internal
    public Optional<String> gpu() {
        return built == null ? file(1).gpu() : Optional.empty();
    }

    /**
     * Returns the routing of the network, such as {@code adaptive}; empty if every pair of nodes has only one route.
     */
    @Internal
    public String routing(Overrides overrides) {
        return built != null
                ? ""
                : TopologySettings.routing(
                        file(1).merged(overrides, 1, 1, registry).settings().section("network"));
    }

    /** Returns the memory of a node in bytes, > 0; empty if the platform does not define it. */
    @Internal
    public OptionalDouble nodeMemory() {
        return built == null ? file(1).nodeMemory() : OptionalDouble.empty();
    }

    /**
     * Returns the platform file for a program of this number of ranks.
     *
     * @param ranks number of ranks, >= 1; used only for {@link #stars}
     * @throws IllegalStateException if the platform was built by a program
     */
    private PlatformFile file(int ranks) {
        if (built != null) {
            throw new IllegalStateException("a platform that a program has built has no file");
        }
        if (file != null) {
            return file;
        }
        try (InputStream resource = Objects.requireNonNull(Platforms.class.getResourceAsStream(STAR), STAR)) {
            String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            return PlatformFile.parse(text.replace("RANKS", Integer.toString(ranks)), "default platform");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
