package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.tailback.loss.NoLoss;
import org.tailback.model.cost.SmpiCost;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.model.topology.TopologySettings;
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
import org.tailback.units.Readable;

/**
 * A platform file: YAML with these sections, of which {@code cluster} (or {@code racks}), {@code network} and
 * {@code cost} must be there unless an {@link Overrides override} replaces the latter two.
 *
 * <pre>{@code
 * cluster: {nodes: 32, cores-per-node: 2}       # cores-per-node: 1 if not given
 * cluster: {nodes: 4, gpus-per-node: 8, gpus-per-nic: 1}   # every GPU is an endpoint of the network
 * cluster: {hosts: hosts.csv}                   # instead: a table of the nodes; paths are relative to this file
 * racks: [{name: X, nodes: 15}, …]              # here or inside cluster, instead of nodes
 * network: {model: NAME, …}                     # a bandwidth-sharing model and its parameters
 * cost: {model: NAME, …}                        # a message cost and its parameters
 * cost-from-ranks: [{ranks: 100, model: NAME, …}]   # for programs of so many ranks (and nodes) and more
 * loss: {model: NAME, …}                        # a loss model and its parameters; none if not given
 * intra-node: {latency: 1 us, bandwidth: 4 GB/s, shared: false, overhead: 0.2 us}   # free if not given
 * intra-node: {protocols: [{from: 0 B, latency: 1 us, bandwidth: 4 GB/s}, …], node-bandwidth: 90 GB/s}   # by size
 * compute: {scale: 1.0, speed: 10 Gflop/s}      # scale 1, speed unknown if not given
 * local: {reduction: {per-call: 1 us, bandwidth: 8 GB/s}, copy: …, buffer: …} # free if not given; or lists
 * placement: round-robin-node                   # as PlacementText reads it; paths relative to this file
 * validity: {basis: measured, ranks-a-node: 1, nodes: 4..32, sizes: 8 B..512 MiB}   # what the numbers hold for
 * residuals: {coverage: 90 %, factors: […]}     # how far measured times lie from predictions; nothing if not given
 * }</pre>
 *
 * <p>The cost says how fast one message goes by itself, the network what links carry; a message alone takes the
 * longer of both. Another cost of the command line keeps the file's bandwidth, by whatever key the file states it.
 * Two sections that state the same quantity with different values are an error.
 *
 * <p>Reading checks the syntax and the names of the sections; each section is checked when it is asked for, so that a
 * command may use a file that has only what this command needs. Immutable.
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

    private static final ImmutableMap<String, String> RETIRED = ImmutableMap.of(
            "valid-for", "Write the section 'validity', with which runs are compared",
            "model-error", "'tailback fit collective' writes the section 'residuals', from which intervals are made",
            "cost-from-nodes", "Write 'cost-from-ranks' with {ranks: 100, nodes: 100, …} for {nodes: 100, …}");

    private static final String LATENCY = "latency";
    private static final String LINK_LATENCY = "link-latency";

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
     * Reads a file, or one of those that come with the program if the path is {@link BundledPlatforms#isName its name}.
     * A SimGrid platform in XML is read as the platform file that {@link SimGridPlatform} makes of it; what that leaves
     * out becomes warnings of the platform.
     *
     * @throws InputException if it cannot be read, is neither YAML nor such XML, or has an unknown section; with line
     *     and column
     */
    public static PlatformFile read(Path file) {
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
     * Returns the text of a file, or of one of those that come with the program, as {@link #read}.
     *
     * @throws InputException if it cannot be read
     */
    public static String text(Path file) {
        Path ended = Path.of(file + ".yaml");
        if (!Files.exists(file) && Files.exists(ended)) {
            throw InputException.at(file.toString(), "there is no such platform file", "Did you mean '" + ended + "'?");
        }
        if (BundledPlatforms.isName(file)) {
            return BundledPlatforms.text(file.toString());
        }
        ForeignFiles.refuse(file);
        return YamlSettings.text(file, "platform file");
    }

    /** Returns a file in the same folder with other settings. */
    public PlatformFile with(Settings settings) {
        return new PlatformFile(settings, folder, warnings);
    }

    /** A platform that comes with the program: it has no folder, so that it cannot name files. */
    static PlatformFile bundled(Settings root) {
        return new PlatformFile(root, null, List.of());
    }

    /**
     * Reads the text of a platform file; paths in it are relative to the working folder.
     *
     * @param source what comes before line and column in messages
     */
    public static PlatformFile parse(String text, String source) {
        return of(YamlSettings.parse(text, source, "platform file"));
    }

    /** A platform from settings that a program built; paths in them are relative to the working folder. */
    public static PlatformFile of(Settings root) {
        return new PlatformFile(root, Path.of(""), List.of());
    }

    public Settings settings() {
        return root;
    }

    /** The platform, with the models on the class path; as {@link #resolve(Overrides, Registry)}. */
    public Platform resolve(Overrides overrides) {
        return resolve(overrides, Registry.load());
    }

    /**
     * The platform that this file and the overrides describe, checked as a whole: the models have been tried on the
     * cluster.
     *
     * @throws InputException if something is missing, unknown, out of its domain, or a model cannot work on the cluster
     */
    public Platform resolve(Overrides overrides, Registry registry) {
        Cluster cluster = cluster();
        SharingModel sharing = sharingOn(cluster, overrides, registry);
        CostSection.Chosen chosenCost = CostSection.choose(root, overrides, registry);
        MessageCost cost = registry.cost(chosenCost.choice());
        requireOneLatency(sharingChoice(overrides, registry).settings(), chosenCost.choice());
        LossModel loss = lossOn(cluster, sharing, cost, overrides, registry);
        List<String> kernelWarnings = new ArrayList<>();
        Platform.Builder platform = Platform.builder()
                .cluster(cluster)
                .sharing(sharing)
                .cost(cost)
                .costRegimes(regimes(overrides, registry).stream()
                        .map(CostSection.Regime::regime)
                        .toList())
                .loss(loss)
                .intraNode(intraNode())
                .placement(placement(overrides))
                .localWork(LocalSection.localWork(root))
                .validity(validity(overrides, registry))
                .residuals(residuals())
                .kernels(KernelSection.read(root, cluster.nodes(), folder, overrides.kernels(), kernelWarnings))
                .warnings(ImmutableList.<String>builder()
                        .addAll(warnings)
                        .addAll(chosenCost.warnings())
                        .addAll(kernelWarnings)
                        .build());
        compute(platform, overrides);
        return platform.build();
    }

    /**
     * Returns a file for programs on so many nodes: with only that many nodes in the cluster if it has more and if the
     * section {@code network} states {@code dimensions: cubic}, the torus that a job gets; otherwise this file.
     *
     * @param nodes >= 1
     */
    public PlatformFile trimmedTo(int nodes) {
        boolean larger = has("cluster", "nodes") && root.section("cluster").integer("nodes") > nodes;
        return larger
                        && has("network", "dimensions")
                        && root.section("network").text("dimensions").equals(TopologySettings.CUBIC)
                ? with("cluster", "nodes", Integer.toString(nodes))
                : this;
    }

    private boolean has(String section, String key) {
        return root.has(section) && root.section(section).has(key);
    }

    /**
     * Returns a file with at least so many nodes, if this is a template that has fewer: numbers of data sheets, and a
     * star, a fat tree of two levels, which gets more switches, or a dragonfly, which gets more groups. Otherwise this
     * file.
     */
    public PlatformFile grownTo(int nodes) {
        if (!root.has("validity")
                || ValiditySection.read(root).basis() != Validity.Basis.NOMINAL
                || !root.has("network")
                || !has("cluster", "nodes")
                || has("cluster", "gpus-per-node")
                || root.section("cluster").integer("nodes") >= nodes) {
            return this;
        }
        Settings network = root.section("network");
        String shape = network.text("topology", "");
        String key = shape.equals("fat-tree") ? "down" : "groups";
        int[] counts = network.has(key) && network.text(key).matches("\\d{1,6}(x\\d{1,6}){1,2}")
                ? Arrays.stream(network.text(key).split("x", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[0];
        if (shape.isEmpty()) {
            return with("cluster", "nodes", Integer.toString(nodes));
        }
        if (shape.equals("fat-tree") && counts.length == 2) {
            int switches = (nodes + counts[0] - 1) / counts[0];
            return resized(key, counts[0] + "x" + switches, counts[0] * switches);
        }
        if (shape.equals("dragonfly") && counts.length == 3) {
            int each = counts[1] * counts[2];
            int groups = (nodes + each - 1) / each;
            return resized(key, groups + "x" + counts[1] + "x" + counts[2], groups * each);
        }
        return this;
    }

    private PlatformFile resized(String key, String sizes, int nodes) {
        return with("network", key, sizes).with("cluster", "nodes", Integer.toString(nodes));
    }

    private PlatformFile with(String section, String key, String value) {
        Settings before = root.section(section);
        Settings after =
                before.overriddenBy(Settings.ofScalars(before.name(), before.place(), ImmutableMap.of(key, value)));
        return new PlatformFile(
                root.overriddenBy(
                        new Settings(root.name(), root.place(), ImmutableMap.of(section, Value.section(after)))),
                folder,
                warnings);
    }

    /**
     * Returns a file that says by itself what this one and the overrides say of models and of computation, for programs
     * of so many ranks on so many nodes.
     *
     * @param ranks >= 1
     * @param nodes >= 1
     * @throws InputException if the overrides contradict the file
     */
    public PlatformFile merged(Overrides overrides, int ranks, int nodes, Registry registry) {
        Map<String, Value> sections = new LinkedHashMap<>();
        for (String key : root.keys()) {
            sections.put(key, Objects.requireNonNull(root.value(key)));
        }
        sections.remove(CostSection.FROM_RANKS);
        put(sections, "network", sharingChoice(overrides, registry));
        ModelChoice cost = CostSection.choose(root, overrides, registry).choice();
        for (CostSection.Regime each : regimes(overrides, registry)) {
            cost = each.regime().holds(ranks, nodes) ? each.choice() : cost;
        }
        put(sections, "cost", cost);
        put(sections, "loss", lossChoice(overrides, registry));
        sections.put("compute", Value.section(computeSection(overrides)));
        return with(new Settings(root.name(), root.place(), sections));
    }

    /** A cost of the command line is that of all programs. */
    private List<CostSection.Regime> regimes(Overrides overrides, Registry registry) {
        return overrides.cost() == null ? CostSection.regimes(root, overrides.eagerLimit(), registry) : List.of();
    }

    private static void put(Map<String, Value> sections, String key, ModelChoice choice) {
        Settings name = Settings.ofScalars(key, choice.place(), ImmutableMap.of("model", choice.name()));
        sections.put(key, Value.section(name.overriddenBy(choice.settings())));
    }

    public Cluster cluster() {
        return ClusterSection.cluster(root, folder);
    }

    /** The name of its GPUs, such as {@code h100}; empty if the file does not say it. */
    public Optional<String> gpu() {
        return ClusterSection.gpu(root);
    }

    /** The memory of a node, bytes, > 0; empty if the file does not say it. */
    public OptionalDouble nodeMemory() {
        return ClusterSection.memory(root);
    }

    /** The bandwidth-sharing model, which may yet refuse the cluster. */
    public SharingModel sharing(Overrides overrides, Registry registry) {
        return registry.sharing(sharingChoice(overrides, registry));
    }

    public MessageCost cost(Overrides overrides, Registry registry) {
        return registry.cost(CostSection.choose(root, overrides, registry).choice());
    }

    public LossModel loss(Overrides overrides, Registry registry) {
        return registry.loss(lossChoice(overrides, registry));
    }

    public IntraNodePath intraNode() {
        if (!root.has("intra-node")) {
            return IntraNodePath.FREE;
        }
        Settings section = root.section("intra-node");
        section.rejectUnknown(List.of("latency", "bandwidth", "overhead", "protocols", "node-bandwidth", "shared"));
        if (section.flag("shared", false) && has("cluster", "gpus-per-node")) {
            throw section.problem(
                    "shared",
                    "the links between the GPUs of a node are those of 'network'",
                    "Remove 'shared', and give 'local-bandwidth' there");
        }
        double ofNode = section.bytesPerSecond("node-bandwidth", Double.POSITIVE_INFINITY);
        List<IntraNodePath.Range> ranges = new ArrayList<>();
        for (Settings item : section.has("protocols") ? section.sections("protocols") : List.of(section)) {
            if (item != section) {
                item.rejectUnknown(List.of("from", "latency", "bandwidth", "overhead", "node-bandwidth"));
                for (String key : List.of("latency", "bandwidth", "overhead")) {
                    if (section.has(key)) {
                        throw section.problem(
                                key, "'" + key + "' stands beside 'protocols'", "Put it into each of them");
                    }
                }
            }
            ranges.add(new IntraNodePath.Range(
                    item.has("from") ? (long) item.bytes("from") : 0,
                    item.seconds("latency", 0),
                    item.bytesPerSecond("bandwidth", Double.POSITIVE_INFINITY),
                    item.seconds("overhead", Double.NaN),
                    item.bytesPerSecond("node-bandwidth", ofNode)));
        }
        try {
            return new IntraNodePath(ranges, section.flag("shared", false));
        } catch (IllegalArgumentException e) {
            throw InputException.at(section.place(), String.valueOf(e.getMessage()), "");
        }
    }

    /** The compute speed of a core in flop/s, finite, > 0; empty if it is not given. */
    public OptionalDouble computeSpeed(Overrides overrides) {
        Settings section = computeSection(overrides);
        return section.has("speed") ? OptionalDouble.of(section.flopsPerSecond("speed")) : OptionalDouble.empty();
    }

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
                    "a platform that comes with the program has no folder, so that '" + own + "' cannot be found",
                    "Give --placement, or a copy of the platform file");
        }
        return PlacementText.parse(
                own, root.placeOf("placement"), overrides.seed(), Objects.requireNonNullElse(folder, Path.of("")));
    }

    /** How far measured times lie from predictions by the file's numbers. */
    public Residuals residuals() {
        return ResidualsSection.read(root);
    }

    /**
     * Returns what the numbers come from and the runs that they hold for. Models that the overrides choose in place of
     * the file's own do not belong to its numbers, unless these are nominal or guessed.
     *
     * @throws InputException if the section {@code validity} has a mistake
     */
    public Validity validity(Overrides overrides, Registry registry) {
        Validity own = ValiditySection.read(root);
        if (!own.basis().isOfOneMachine()) {
            return own;
        }
        List<String> mixed = new ArrayList<>();
        if (overrides.model() != null && root.has("network")) {
            mix("sharing", "network", sharingChoice(overrides, registry), own.basis(), mixed);
        }
        if (overrides.cost() != null && root.has("cost")) {
            mix("cost", "cost", CostSection.choose(root, overrides, registry).choice(), own.basis(), mixed);
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
     * Returns what the file's numbers hold for, in words for reports: its {@code validity}, and the sizes that its
     * message cost was measured for; {@code not stated} if it says nothing of these.
     *
     * @throws InputException if the section {@code cost} has a mistake
     */
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

    private ModelChoice sharingChoice(Overrides overrides, Registry registry) {
        return ModelSection.choose(root, "network", "--model", overrides.model(), registry::describeSharing);
    }

    private ModelChoice lossChoice(Overrides overrides, Registry registry) {
        return overrides.loss() == null && !root.has("loss")
                ? new ModelChoice(NoLoss.NAME, root.place(), Settings.empty("loss", root.place()))
                : ModelSection.choose(root, "loss", "--loss", overrides.loss(), registry::describeLoss);
    }

    private SharingModel sharingOn(Cluster cluster, Overrides overrides, Registry registry) {
        ModelChoice choice = sharingChoice(overrides, registry);
        SharingModel model = registry.sharing(choice);
        if (cluster.hasGpus() && !registry.sharingModelsOfGpus().contains(choice.name())) {
            throw InputException.at(
                    choice.place(),
                    "model " + choice.name() + " does not know links inside a node of GPUs",
                    "Use one of " + String.join(", ", registry.sharingModelsOfGpus()));
        }
        requireWorking(choice, () -> model.on(cluster, overrides.seed()));
        return model;
    }

    private LossModel lossOn(
            Cluster cluster, SharingModel sharing, MessageCost cost, Overrides overrides, Registry registry) {
        ModelChoice choice = lossChoice(overrides, registry);
        LossModel model = registry.loss(choice);
        requireWorking(choice, () -> model.on(cluster, sharing, cost, overrides.seed()));
        return model;
    }

    private static void requireWorking(ModelChoice choice, Runnable use) {
        try {
            use.run();
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith(choice.place().replaceFirst(":\\d+:\\d+$", ":"))) {
                throw e;
            }
            throw InputException.at(choice.place(), message, "");
        }
    }

    private void compute(Platform.Builder platform, Overrides overrides) {
        platform.computeScale(ParameterDomain.number(computeSection(overrides), "scale", 1, Range.atLeast(0.0)));
        computeSpeed(overrides).ifPresent(platform::computeSpeed);
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

    /**
     * Checks that network and cost agree: under SimGrid's network the latency between two nodes of one switch is that
     * of two links. Bandwidths may differ: the network says what links carry, the cost what one message gets by itself.
     */
    private static void requireOneLatency(Settings links, ModelChoice cost) {
        if (!cost.name().equals(SmpiCost.NAME) || !links.has(LINK_LATENCY)) {
            return;
        }
        Settings messages = cost.settings();
        double byLinks = 2 * links.seconds(LINK_LATENCY);
        // both sides are products of decimal numbers
        if (Math.abs(byLinks - messages.seconds(LATENCY)) > 1e-9 * byLinks) {
            throw messages.problem(
                    LATENCY,
                    "the cost says 'latency: " + messages.text(LATENCY) + "' between two nodes, the network '"
                            + LINK_LATENCY + ": " + links.text(LINK_LATENCY) + "' (" + links.placeOf(LINK_LATENCY)
                            + "), and there are two links between two nodes",
                    "Make the latency twice the link's");
        }
    }
}
