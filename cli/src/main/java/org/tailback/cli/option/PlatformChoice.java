package org.tailback.cli.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.trace.TraceOptions;

/**
 * The platform that a user chose: a file, or none. Without a file a trace is replayed on a star of 10 Gbit/s with one
 * node per rank (the resource {@code default-platform.yaml}), so that a first replay needs nothing but a trace.
 */
public final class PlatformChoice {
    private static final Pattern NODES = Pattern.compile("^block:.*\\bnodes=(\\d{1,9})");
    private static final String DEFAULT_NAME = "default";
    private static final String DEFAULT_RESOURCE = "default-platform.yaml";

    private final String name;
    private final @Nullable PlatformFile file;
    private final Registry registry;

    private PlatformChoice(String name, @Nullable PlatformFile file, Registry registry) {
        this.name = name;
        this.file = file;
        this.registry = registry;
    }

    /**
     * @param path a platform file, or null for the default platform
     * @throws InputException if the file cannot be read
     */
    public static PlatformChoice of(@Nullable Path path, Registry registry) {
        if (path != null && path.toString().contains(",") && !Files.exists(path)) {
            throw InputException.at(
                    "--platform " + path,
                    "several platforms, and one is used here",
                    "'tailback compare' takes several");
        }
        return path == null
                ? new PlatformChoice(DEFAULT_NAME, null, registry)
                : new PlatformChoice(path.toString(), PlatformFile.read(path), registry);
    }

    /**
     * Returns the values of an option that may be repeated; a single null, for the platform's own, if there are none.
     */
    public static <T> List<@Nullable T> orOwn(List<T> given) {
        return given.isEmpty() ? Collections.singletonList(null) : new ArrayList<>(given);
    }

    /** Returns the path as the user wrote it, or {@code default}. */
    public String name() {
        return name;
    }

    /** Returns what the file's numbers hold for, in words ({@link PlatformFile#validityInWords}). */
    public String validityInWords() {
        return file == null ? "an example, not measured" : file.validityInWords(registry);
    }

    /** Returns where a run leaves what the numbers of its platform, which is this one, hold for. */
    public PlatformValidity validity(Platform platform, Validity.Use use) {
        return PlatformValidity.of(name, platform.validity(), use);
    }

    /** Returns the same of a program's ranks as the platform places them. */
    public PlatformValidity validity(Platform platform, int ranks) {
        return validity(platform, platform.use(ranks));
    }

    public List<String> warnings() {
        return file != null
                ? List.of()
                : List.of("No platform is given: this is a star with a node per rank, 10 Gbit/s and 10 us between any"
                        + " two, shared by max-min fairness unless --model says otherwise. Describe yours with"
                        + " --platform FILE");
    }

    public TraceOptions traceOptions(Overrides overrides) {
        OptionalDouble speed = file(1).computeSpeed(overrides);
        return speed.isPresent()
                ? TraceOptions.defaults().withComputeSpeed(speed.getAsDouble())
                : TraceOptions.defaults();
    }

    /** Returns the platform for a program of so many ranks, >= 1. */
    public Platform onRanks(int ranks, Overrides overrides) {
        return grown(ranks, overrides).resolve(overrides, registry);
    }

    /**
     * Returns the platform for one run of a program of so many ranks, >= 1: as {@link #onRanks}, but on the torus that
     * a job of this size gets, where the file says so ({@link PlatformFile#trimmedTo}).
     */
    public Platform forRun(int ranks, Overrides overrides) {
        return fileForRun(ranks, overrides).resolve(overrides, registry);
    }

    /** Returns the platform file for one run, as {@link #forRun}. */
    public PlatformFile fileForRun(int ranks, Overrides overrides) {
        PlatformFile whole = grown(ranks, overrides);
        PlacementRule rule = whole.placement(overrides);
        int nodes = usedNodes(rule, whole.cluster(), ranks);
        return nodes == 0 ? whole : whole.trimmedTo(nodes);
    }

    /** Returns the file with the nodes that a placement asks for, if it is a template. */
    private PlatformFile grown(int ranks, Overrides overrides) {
        Matcher asked = NODES.matcher(String.valueOf(overrides.placement()));
        PlatformFile whole = file(ranks);
        return asked.find() ? whole.grownTo(Integer.parseInt(asked.group(1))) : whole;
    }

    /** Returns how many nodes ranks use if these are the first ones; otherwise 0. */
    private static int usedNodes(PlacementRule rule, Cluster cluster, int ranks) {
        if (ranks > (long) cluster.nodes() * cluster.coresPerNode()) {
            return 0;
        }
        Placement placement = rule.place(cluster, ranks);
        BitSet used = new BitSet();
        for (int rank = 0; rank < ranks; rank++) {
            used.set(placement.nodeOf(rank));
        }
        return used.length() == used.cardinality() ? used.cardinality() : 0;
    }

    /** Returns the platform file for a program of so many ranks, >= 1. */
    public PlatformFile file(int ranks) {
        if (file != null) {
            return file;
        }
        try (InputStream resource =
                Objects.requireNonNull(PlatformChoice.class.getResourceAsStream(DEFAULT_RESOURCE), DEFAULT_RESOURCE)) {
            String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            return PlatformFile.parse(text.replace("RANKS", Integer.toString(ranks)), "default platform");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
