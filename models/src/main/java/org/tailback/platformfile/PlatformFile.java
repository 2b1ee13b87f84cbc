package org.tailback.platformfile;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.cost.MeasuredSizes;
import org.tailback.cost.MessageCost;
import org.tailback.error.ForeignFiles;
import org.tailback.error.InputException;
import org.tailback.loss.LossModel;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.platform.Platform;
import org.tailback.platform.Residuals;
import org.tailback.platform.Validity;
import org.tailback.platform.Validity.Basis;
import org.tailback.platformfile.simgrid.SimGridPlatform;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.sharing.SharingModel;
import org.tailback.stability.Internal;
import org.tailback.units.Readable;

/**
 * A platform file: YAML with these sections. {@code cluster} (or {@code racks}), {@code network} and {@code cost} are
 * required, except that an {@link Overrides override} may replace {@code network} or {@code cost}.
 *
 * <pre>{@code
 * cluster: {nodes: 32, cores-per-node: 2}         # cores-per-node: 1 if not given
 * cluster: {nodes: 4, gpus-per-node: 8, gpus-per-nic: 1}   # every GPU is an endpoint of the network
 * cluster: {hosts: hosts.csv}                     # instead: a table of the nodes; paths are relative to this file
 * racks: [{name: X, nodes: 15}, …]                # here or inside cluster, instead of nodes
 * network: {model: NAME, …}                       # a bandwidth-sharing model and its parameters
 * cost: {model: NAME, …}                          # a message cost and its parameters
 * cost-from-ranks: [{ranks: 100, model: NAME, …}] # for programs with this number of ranks (and nodes) or more
 * loss: {model: NAME, …}                          # a loss model and its parameters; none if not given
 * intra-node: {latency: 1 us, bandwidth: 4 GB/s, shared: false, overhead: 0.2 us}   # free if not given
 * intra-node: {protocols: [{from: 0 B, latency: 1 us, bandwidth: 4 GB/s}, …], node-bandwidth: 90 GB/s}   # by size
 * compute: {scale: 1.0, speed: 10 Gflop/s}        # scale 1, speed unknown if not given
 * local: {reduction: {per-call: 1 us, bandwidth: 8 GB/s}, copy: …, buffer: …}   # free if not given; or lists
 * placement: round-robin-node                     # in the form of PlacementText; paths relative to this file
 * validity: {basis: measured, nodes: 4..32, sizes: 8 B..512 MiB}   # runs for which the numbers are valid
 * residuals: {coverage: 90 %, factors: […]}       # deviations of measured times from predictions; none if not given
 * }</pre>
 *
 * <p>The cost determines the injection rate of a message, the network the capacity of links; an uncontended message
 * takes the longer of the two times. Another cost on the command line keeps the file's bandwidth, under any key that
 * defines it. Two sections with different values of the same quantity are an error.
 *
 * <p>Reading checks the syntax and the names of the sections; each section is checked at its first use, so a command
 * may use a file that has only the sections necessary for it. Immutable.
 */
public final class PlatformFile {
    private static final List<String> SECTIONS = List.of(
            "cluster",
            "racks",
            "network",
            "cost",
            CostSection.FROM_RANKS,
            "loss",
            "intra-node",
            "compute",
            "local",
            "kernels",
            "placement",
            ValiditySection.NAME,
            ResidualsSection.NAME);

    private static final ParameterTable COMPUTE = ParameterTable.of("scale | 1 | >= 0 | factor of all computation");

    private static final ImmutableMap<String, String> RETIRED = ImmutableMap.of(
            "valid-for", "Write the section 'validity', which defines the runs for which predictions are valid",
            "model-error", "'tailback fit collective' writes the section 'residuals', the source of intervals",
            "cost-from-nodes", "Write 'cost-from-ranks' with {ranks: 100, nodes: 100, …} for {nodes: 100, …}");

    private final Settings root;
    private final @Nullable Path folder;
    private final List<String> warnings;

    private PlatformFile(Settings root, @Nullable Path folder, List<String> warnings) {
        RETIRED.forEach((key, instead) -> {
            if (root.has(key)) {
                throw root.problem(key, "'" + key + "' is retired", instead);
            }
        });
        root.rejectUnknown(SECTIONS);
        this.root = root;
        this.folder = folder;
        this.warnings = warnings;
    }

    /**
     * Reads a file, or a bundled platform if the path is {@link BundledPlatforms#isName its name}. A SimGrid platform
     * in XML is converted to a platform file by {@link SimGridPlatform}; omissions become warnings of the platform.
     *
     * @throws InputException if the file cannot be read, is neither YAML nor such XML, or has an unknown section; the
     *     message contains the line and column
     */
    public static PlatformFile read(Path file) {
        try {
            return readOwn(file);
        } catch (InputException e) {
            ForeignFiles.refuse(file);
            throw e;
        }
    }

    private static PlatformFile readOwn(Path file) {
        String text = text(file);
        if (SimGridPlatform.isXml(text)) {
            SimGridPlatform simGrid = SimGridPlatform.parse(text, file.toString());
            return new PlatformFile(YamlSettings.parseMade(simGrid.yaml(), file.toString()), null, simGrid.warnings());
        }
        Settings root = YamlSettings.parse(text, file.toString(), "platform file");
        return BundledPlatforms.isName(file)
                ? bundled(root)
                : new PlatformFile(root, Objects.requireNonNullElse(file.getParent(), Path.of("")), List.of());
    }

    /**
     * Returns the text of a file or of a bundled platform, by the rules of {@link #read}.
     *
     * @throws InputException if the file cannot be read
     */
    @Internal
    public static String text(Path file) {
        Path ended = Path.of(file + ".yaml");
        if (!Files.exists(file) && Files.exists(ended)) {
            throw InputException.at(file.toString(), "there is no such platform file", "Did you mean '" + ended + "'?");
        }
        if (BundledPlatforms.isName(file)) {
            return BundledPlatforms.text(file.toString());
        }
        return YamlSettings.text(file, "platform file");
    }

    /** Returns a file in the same folder with other settings. */
    @Internal
    public PlatformFile with(Settings settings) {
        return new PlatformFile(settings, folder, warnings);
    }

    /** Returns a bundled platform, which has no folder and therefore cannot refer to files. */
    static PlatformFile bundled(Settings root) {
        return new PlatformFile(root, null, List.of());
    }

    /**
     * Reads the text of a platform file; paths in it are relative to the working folder.
     *
     * @param source name before line and column in messages
     */
    public static PlatformFile parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "platform file"));
    }

    /** Returns a platform from settings built by a program; paths in them are relative to the working folder. */
    public static PlatformFile of(Settings root) {
        return new PlatformFile(root, Path.of(""), List.of());
    }

    public Settings settings() {
        return root;
    }

    /**
     * Returns the platform with the models on the class path, by the rules of {@link #resolve(Overrides, Registry)}.
     */
    public Platform resolve(Overrides overrides) {
        return resolve(overrides, Registry.load());
    }

    /**
     * Returns the platform of this file and the overrides, after a check that the models support the cluster.
     *
     * @throws InputException if a value is missing, unknown or out of its domain, or a model does not support the
     *     cluster
     */
    public Platform resolve(Overrides overrides, Registry registry) {
        Cluster cluster = cluster();
        ChosenModels chosen = new ChosenModels(root, overrides, registry);
        SharingModel sharing = chosen.sharingOn(cluster);
        CostSection.Chosen chosenCost = chosen.cost();
        MessageCost cost = registry.cost(chosenCost.choice());
        chosen.requireOneLatency();
        LossModel loss = chosen.lossOn(cluster, sharing, cost);
        List<String> all = new ArrayList<>(warnings);
        all.addAll(chosenCost.warnings());
        Platform.Builder platform = Platform.builder()
                .cluster(cluster)
                .model(sharing)
                .cost(cost)
                .costRegimes(chosen.regimes().stream()
                        .map(CostSection.Regime::regime)
                        .toList())
                .loss(loss)
                .intraNode(intraNode())
                .placement(placement(overrides))
                .localWork(LocalSection.localWork(root))
                .validity(validity(overrides, registry))
                .residuals(residuals())
                .kernels(KernelSection.read(root, cluster.nodes(), folder, overrides.kernels(), all))
                .warnings(all)
                .computeScale(COMPUTE.number(computeSection(overrides), "scale"));
        computeSpeed(overrides).ifPresent(platform::computeSpeed);
        return platform.build();
    }

    /**
     * Returns a file for programs on a number of nodes. The cluster is reduced to this number if it is larger and the
     * section {@code network} has {@code dimensions: cubic}, a torus per job; otherwise the result is this file.
     *
     * @param nodes number of nodes, >= 1
     */
    @Internal
    public PlatformFile trimmedTo(int nodes) {
        return new ClusterSize(this).trimmedTo(nodes);
    }

    /**
     * Returns a file with at least a number of nodes. A template with fewer nodes is enlarged if it has numbers from
     * data sheets and a star, a fat tree of two levels (by more switches) or a dragonfly (by more groups); otherwise
     * the result is this file.
     *
     * @param nodes number of nodes, >= 1
     */
    @Internal
    public PlatformFile grownTo(int nodes) {
        return new ClusterSize(this).grownTo(nodes);
    }

    /** Returns whether the file has a section with a key. */
    boolean has(String section, String key) {
        return root.has(section) && root.section(section).has(key);
    }

    /** Returns a file with a different value of a key. */
    PlatformFile with(String section, String key, String value) {
        Settings before = root.section(section);
        Settings after =
                before.overriddenBy(Settings.ofScalars(before.name(), before.place(), ImmutableMap.of(key, value)));
        return with(root.overriddenBy(
                new Settings(root.name(), root.place(), ImmutableMap.of(section, Value.section(after)))));
    }

    /**
     * Returns a file that merges the overrides of models and of computation into this one, for programs with this
     * number of ranks and nodes.
     *
     * @param ranks number of ranks, >= 1
     * @param nodes number of nodes, >= 1
     * @throws InputException if the overrides contradict the file
     */
    @Internal
    public PlatformFile merged(Overrides overrides, int ranks, int nodes, Registry registry) {
        Map<String, Value> sections =
                new LinkedHashMap<>(root.without(CostSection.FROM_RANKS).values());
        ChosenModels chosen = new ChosenModels(root, overrides, registry);
        put(sections, "network", chosen.sharing());
        ModelChoice cost = chosen.cost().choice();
        for (CostSection.Regime each : chosen.regimes()) {
            cost = each.regime().holds(ranks, nodes) ? each.choice() : cost;
        }
        put(sections, "cost", cost);
        put(sections, "loss", chosen.loss());
        sections.put("compute", Value.section(computeSection(overrides)));
        return with(new Settings(root.name(), root.place(), sections));
    }

    private static void put(Map<String, Value> sections, String key, ModelChoice choice) {
        Settings name = Settings.ofScalars(key, choice.place(), ImmutableMap.of("model", choice.name()));
        sections.put(key, Value.section(name.overriddenBy(choice.settings())));
    }

    @Internal
    public Cluster cluster() {
        return ClusterSection.cluster(root, folder);
    }

    /** Returns the name of the GPUs, such as {@code h100}; empty if it is not given. */
    @Internal
    public Optional<String> gpu() {
        return ClusterSection.gpu(root);
    }

    /** Returns the memory per node in bytes, > 0; empty if it is not given. */
    @Internal
    public OptionalDouble nodeMemory() {
        return ClusterSection.memory(root);
    }

    /** Returns the bandwidth-sharing model, without a check that it supports the cluster. */
    @Internal
    public SharingModel model(Overrides overrides, Registry registry) {
        return registry.model(new ChosenModels(root, overrides, registry).sharing());
    }

    @Internal
    public MessageCost cost(Overrides overrides, Registry registry) {
        return registry.cost(CostSection.choose(root, overrides, registry).choice());
    }

    /** Returns the path between ranks of one node. */
    @Internal
    public IntraNodePath intraNode() {
        return IntraNodeSection.read(root);
    }

    /** Returns the compute speed of a core in flop/s, finite, > 0; empty if it is not given. */
    @Internal
    public OptionalDouble computeSpeed(Overrides overrides) {
        Settings section = computeSection(overrides);
        return section.has("speed") ? OptionalDouble.of(section.flopsPerSecond("speed")) : OptionalDouble.empty();
    }

    @Internal
    public PlacementRule placement(Overrides overrides) {
        String override = overrides.placement();
        if (override != null) {
            return PlacementText.parse(override, "--placement", overrides.seed(), Path.of(""));
        }
        if (!root.has("placement")) {
            return PlacementRules.roundRobinNode();
        }
        String own = root.text("placement");
        if (folder == null && PlacementText.pathOf(own) != null) {
            throw root.problem(
                    "placement",
                    "a bundled platform has no folder, so '" + own + "' cannot be found",
                    "Give --placement, or a copy of the platform file");
        }
        return PlacementText.parse(
                own, root.placeOf("placement"), overrides.seed(), Objects.requireNonNullElse(folder, Path.of("")));
    }

    /** Returns the deviations of measured times from predictions by the file's numbers. */
    @Internal
    public Residuals residuals() {
        return ResidualsSection.read(root);
    }

    /**
     * Returns the origin of the numbers and the runs for which they are valid. If the overrides replace a model of the
     * file, the file's numbers do not cover the new model, unless they are nominal or guessed.
     *
     * @throws InputException if the section {@code validity} has an error
     */
    @Internal
    public Validity validity(Overrides overrides, Registry registry) {
        Validity own = ValiditySection.read(root);
        if (own.basis() == Basis.NOMINAL
                && own.errors().isEmpty()
                && residuals().rows().isEmpty()) {
            String topology = root.has("network") ? root.section("network").text("topology", "star") : "star";
            return own.withErrors(
                    List.of(TemplateErrors.of(has("cluster", "gpus-per-node") ? "gpus" : topology, root.has("local"))));
        }
        if (!own.basis().isOfOneMachine()) {
            return own;
        }
        ChosenModels chosen = new ChosenModels(root, overrides, registry);
        List<String> mixed = new ArrayList<>();
        if (overrides.model() != null && root.has("network")) {
            mix("sharing", "network", chosen.sharing(), own.basis(), mixed);
        }
        if (overrides.cost() != null && root.has("cost")) {
            mix("cost", "cost", chosen.cost().choice(), own.basis(), mixed);
        }
        return own.mixedWith(mixed);
    }

    private void mix(String what, String section, ModelChoice choice, Basis basis, List<String> mixed) {
        String own = root.section(section).text("model", choice.name());
        if (!own.equals(choice.name())) {
            mixed.add(what + " " + choice.name() + ", with the numbers of another model (" + basis.label() + ": " + own
                    + ")");
        }
    }

    /**
     * Returns the validity of the file's numbers as text for reports: its {@code validity}, and the measured sizes of
     * its message cost; {@code not stated} if both are missing.
     *
     * @throws InputException if the section {@code cost} has an error
     */
    @Internal
    public String validityInWords(Registry registry) {
        List<String> parts = new ArrayList<>();
        if (root.has(ValiditySection.NAME)) {
            parts.add(ValiditySection.read(root).inWords());
        }
        MeasuredSizes sizes = root.has("cost") ? cost(Overrides.NONE, registry).measuredSizes() : MeasuredSizes.ALL;
        if (!sizes.equals(MeasuredSizes.ALL)) {
            parts.add(
                    "message cost measured from " + Readable.bytes(sizes.from()) + " to " + Readable.bytes(sizes.to()));
        }
        return parts.isEmpty() ? "not stated" : String.join("; ", parts);
    }

    private Settings computeSection(Overrides overrides) {
        Settings section = root.has("compute") ? root.section("compute") : Settings.empty("compute", root.place());
        section.rejectUnknown(List.of("scale", "speed"));
        section = overlaid(section, "scale", "--compute-scale", overrides.computeScale());
        return overlaid(section, "speed", "--compute-speed", overrides.computeSpeed());
    }

    private static Settings overlaid(Settings section, String key, String option, @Nullable String text) {
        return text == null
                ? section
                : section.overriddenBy(Settings.ofScalars(section.name(), option, ImmutableMap.of(key, text)));
    }
}
