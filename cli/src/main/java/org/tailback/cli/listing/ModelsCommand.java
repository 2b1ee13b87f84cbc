package org.tailback.cli.listing;

import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.Csv;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.settings.Suggestion;

/**
 * Command that lists platforms, bandwidth-sharing models, message costs, loss models, placements, and
 * algorithms of collective operations.
 */
public final class ModelsCommand extends Command {
    /** Placement rules of {@link org.tailback.platformfile.PlacementText}. */
    private static final List<Description> PLACEMENTS = List.of(
            new Description(
                    "round-robin-node",
                    "rank i on node i mod nodes: neighbouring ranks on different nodes",
                    "",
                    List.of()),
            new Description(
                    "round-robin-processor", "rank i on core i: one node is filled after the other", "", List.of()),
            new Description(
                    "block",
                    "one node is filled after the other, on a part of the machine; written block:KEY=VALUE,…",
                    "",
                    List.of(
                            new Parameter("ranks-per-node", "", "ranks of a node (as many as it has cores, or evenly)"),
                            new Parameter("nodes", "", "number of nodes used (as few as the ranks need)"),
                            new Parameter(
                                    "node-choice",
                                    "contiguous",
                                    "which: contiguous (the first), spread at equal distances, drawn or drawn:SEED"))),
            new Description(
                    "random",
                    "ranks on a random permutation of the cores; written random or random:SEED",
                    "",
                    List.of(new Parameter("SEED", "--seed", "whole number: same seed, same permutation"))),
            new Description(
                    "file",
                    "a file of lines 'rank node'; written file:PATH",
                    "",
                    List.of(new Parameter(
                            "PATH", "", "the file, relative to the platform file or the working folder"))),
            new Description(
                    "allocation",
                    "a file of nodes as schedulers write it, one line per rank; written allocation:PATH",
                    "",
                    List.of(
                            new Parameter("PATH", "", "the file, relative to the platform file or the working folder"),
                            new Parameter("ranks-per-node", "1", "ranks of a line; written after the path"))));

    /**
     * Contents of the listing.
     *
     * @param models models of bandwidth sharing
     * @param costs costs of messages
     * @param losses models of lost messages
     * @param placements placements of ranks
     * @param selectors selectors of collective algorithms
     * @param platforms bundled platforms
     * @param algorithms algorithms of collective operations
     */
    record Listing(
            List<Description> models,
            List<Description> costs,
            List<Description> losses,
            List<Description> placements,
            List<Description> selectors,
            List<Description> platforms,
            List<Algorithm> algorithms) {}

    /**
     * An algorithm of collective operations.
     *
     * @param name name for {@code --algorithm}
     * @param summary method and cost
     * @param operations operations for which the algorithm is available
     * @param keepsOrder whether the algorithm supports operators that are not commutative
     * @param segments whether the algorithm divides buffers, by {@code NAME/SIZE}
     */
    record Algorithm(String name, String summary, List<String> operations, boolean keepsOrder, boolean segments) {
        Algorithm(CollectiveAlgorithm algorithm) {
            this(
                    algorithm.name(),
                    algorithm.summary(),
                    algorithm.kinds().stream().sorted().map(Kind::label).toList(),
                    algorithm.keepsOrder(),
                    algorithm.hasSegments());
        }
    }

    /**
     * A bundled platform file.
     *
     * @param name name for {@code --platform}
     * @param text of the file, YAML
     */
    record Shown(String name, String text) {}

    /** Entries of one kind, as listed by {@code models KIND}. */
    private record Section(String kind, String heading, List<Description> items) {
        Section of(Predicate<Description> wanted) {
            return new Section(kind, heading, items.stream().filter(wanted).toList());
        }

        String plural() {
            return kind + (kind.endsWith("s") ? "es" : "s");
        }
    }

    private static final String ALGORITHMS = "algorithms";

    private final Given<@Nullable String> wanted = argument(String.class, null, "0", "0..1", "KIND|NAME");

    private final Given<@Nullable String> show = text("--show", "NAME");

    @Override
    public void run() {
        if (show.value() != null) {
            Shown file = new Shown(show.value(), BundledPlatforms.text(show.value()));
            outputUnwrapped(file.text, file, out -> out.print(file.text));
            return;
        }
        List<Section> all = sections();
        String word = Objects.requireNonNullElse(wanted.value(), "");
        boolean isKind = word.isEmpty() || kinds(all).anyMatch(word::equals);
        List<Section> sections = all.stream()
                .map(section -> section.of(item -> word.isEmpty()
                        || (isKind ? section.plural().equals(word) : item.name().equals(word))))
                .toList();
        List<Algorithm> shown = CollectiveAlgorithms.all().stream()
                .map(Algorithm::new)
                .filter(algorithm -> word.isEmpty()
                        || (isKind ? word.equals(ALGORITHMS) : algorithm.name().equals(word)))
                .toList();
        if (shown.isEmpty() && sections.stream().allMatch(section -> section.items.isEmpty())) {
            throw new InputException("nothing is called '" + word + "'. " + Suggestion.of(word, words())
                    + "Expected a name, or one of " + kinds(all).collect(Collectors.joining(", ")));
        }
        Iterator<Section> each = sections.iterator();
        Listing listing = new Listing(
                each.next().items,
                each.next().items,
                each.next().items,
                each.next().items,
                each.next().items,
                each.next().items,
                shown);
        output(out -> text(sections, shown, !isKind, out), listing, out -> csv(sections, shown, out));
    }

    /** Returns all valid arguments of the command: kinds and names. */
    public static List<String> words() {
        List<Section> all = sections();
        return Stream.of(
                        kinds(all),
                        all.stream().flatMap(section -> section.items.stream()).map(Description::name),
                        CollectiveAlgorithms.all().stream().map(CollectiveAlgorithm::name))
                .flatMap(every -> every)
                .distinct()
                .toList();
    }

    /** Returns the kinds of entries, in the plural. */
    private static Stream<String> kinds(List<Section> all) {
        return Stream.concat(all.stream().map(Section::plural), Stream.of(ALGORITHMS));
    }

    private static List<Section> sections() {
        Registry registry = Registry.load();
        return List.of(
                new Section("model", "Bandwidth sharing (--model, network)", registry.sharingModels()),
                new Section("cost", "Message cost (--cost, cost)", registry.messageCosts()),
                new Section("loss", "Loss (--loss, loss)", registry.lossModels()),
                new Section("placement", "Placement (--placement, placement)", PLACEMENTS),
                new Section(
                        "selector",
                        "Selectors of collective algorithms (--collectives)",
                        CollectiveSelectors.descriptions()),
                new Section(
                        "platform",
                        "Platforms that come with the program (--platform)",
                        BundledPlatforms.names().stream()
                                .map(name -> new Description(name, BundledPlatforms.summary(name), "", List.of()))
                                .toList()));
    }

    private static void text(
            List<Section> sections, List<Algorithm> algorithms, boolean withParameters, PrintWriter out) {
        String separator = "";
        boolean hasParameters = false;
        for (Section section : sections) {
            if (section.items.isEmpty()) {
                continue;
            }
            out.print(separator + section.heading() + "\n");
            separator = "\n";
            for (Description item : section.items()) {
                hasParameters |= !item.parameters().isEmpty();
                out.print("  " + item.name() + "\n      " + item.summary() + "\n");
                if (!item.reference().isEmpty()) {
                    out.print("      " + item.reference() + "\n");
                }
                if (withParameters) {
                    item.parameters().forEach(parameter -> out.print("        " + text(parameter) + "\n"));
                    if (section.kind.equals("platform")) {
                        out.print("      tailback models --show " + item.name() + " prints its file.\n");
                    }
                }
            }
        }
        if (!algorithms.isEmpty()) {
            out.print(separator
                    + "Algorithms of collective operations (--algorithm, --collectives fixed:OPERATION=NAME)\n");
            for (Algorithm algorithm : algorithms) {
                out.print("  " + algorithm.name() + (algorithm.segments() ? "[/SIZE]" : "") + " ("
                        + String.join(", ", algorithm.operations()) + ")\n      " + algorithm.summary() + "\n");
            }
        }
        if (hasParameters && !withParameters) {
            out.print("\ntailback models NAME lists the keys of a model, cost, loss model, placement or selector.\n");
        }
    }

    private static String text(Parameter parameter) {
        return parameter.name()
                + (parameter.defaultValue().isEmpty() ? " (no default)" : " (" + parameter.defaultValue() + ")") + ": "
                + parameter.description();
    }

    private static void csv(List<Section> sections, List<Algorithm> algorithms, PrintWriter out) {
        Csv csv = Csv.with(out, "kind", "name", "parameter", "default", "description", "reference");
        for (Section section : sections) {
            for (Description item : section.items()) {
                csv.row(section.kind(), item.name(), "", "", item.summary(), item.reference());
                for (Parameter key : item.parameters()) {
                    csv.row(section.kind(), item.name(), key.name(), key.defaultValue(), key.description(), "");
                }
            }
        }
        for (Algorithm algorithm : algorithms) {
            for (String operation : algorithm.operations()) {
                csv.row("algorithm", algorithm.name(), operation, "", algorithm.summary(), "");
            }
        }
    }
}
