package org.tailback.cli.listing;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.Csv;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import picocli.CommandLine;

/**
 * Lists platforms, bandwidth-sharing models, message costs, loss models, placements, and algorithms of collective
 * operations.
 */
@CommandLine.Command(
        name = "models",
        description = "Lists platforms, models, costs, losses, placements and collective algorithms.")
public final class ModelsCommand extends Command {
    /** The placement rules that {@link org.tailback.platformfile.PlacementText} reads. */
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
                            new Parameter("nodes", "", "how many nodes are used (as few as the ranks need)"),
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
                    "a file of nodes as schedulers write it, a line a rank; written allocation:PATH",
                    "",
                    List.of(
                            new Parameter("PATH", "", "the file, relative to the platform file or the working folder"),
                            new Parameter("ranks-per-node", "1", "ranks of a line; written after the path"))));

    /**
     * The contents of the listing.
     *
     * @param models of bandwidth sharing
     * @param costs of messages
     * @param losses models of lost messages
     * @param placements of ranks
     * @param selectors of collective algorithms
     * @param platforms that come with the program
     * @param algorithms of collective operations
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
     * An algorithm.
     *
     * @param name for {@code --algorithm}
     * @param summary how it works and what it costs
     * @param operations that it performs
     * @param keepsOrder whether it serves operators that are not commutative
     * @param segments whether it divides buffers, by {@code NAME/SIZE}
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
     * @param name by which {@code --platform} knows it
     * @param text of the file, YAML
     */
    record Shown(String name, String text) {}

    private record Section(String kind, String heading, List<Description> items) {}

    private final Given<@Nullable String> show =
            text("--show", "NAME", "prints the platform file of this name, to start a file of your own from");

    @Override
    public void run() {
        if (show.value() != null) {
            Shown file = new Shown(show.value(), BundledPlatforms.text(show.value()));
            outputUnwrapped(file.text, file, out -> out.print(file.text));
            return;
        }
        Registry registry = Registry.load();
        Listing all = new Listing(
                registry.sharingModels(),
                registry.messageCosts(),
                registry.lossModels(),
                PLACEMENTS,
                CollectiveSelectors.descriptions(),
                BundledPlatforms.names().stream()
                        .map(name -> new Description(name, BundledPlatforms.summary(name), "", List.of()))
                        .toList(),
                CollectiveAlgorithms.all().stream().map(Algorithm::new).toList());
        List<Section> sections = List.of(
                new Section("model", "Bandwidth sharing (--model, network)", all.models),
                new Section("cost", "Message cost (--cost, cost)", all.costs),
                new Section("loss", "Loss (--loss, loss)", all.losses),
                new Section("placement", "Placement (--placement, placement)", all.placements),
                new Section("selector", "Selectors of collective algorithms (--collectives)", all.selectors),
                new Section("platform", "Platforms that come with the program (--platform)", all.platforms));
        output(out -> text(sections, all.algorithms, out), all, out -> csv(sections, all.algorithms, out));
    }

    private static void text(List<Section> sections, List<Algorithm> algorithms, PrintWriter out) {
        String separator = "";
        for (Section section : sections) {
            out.print(separator + section.heading() + "\n");
            separator = "\n";
            for (Description item : section.items()) {
                out.print("  " + item.name() + "\n      " + item.summary() + "\n");
                if (!item.reference().isEmpty()) {
                    out.print("      " + item.reference() + "\n");
                }
                for (Parameter parameter : item.parameters()) {
                    out.print("        " + parameter.name()
                            + (parameter.defaultValue().isEmpty()
                                    ? " (no default)"
                                    : " (" + parameter.defaultValue() + ")")
                            + ": " + parameter.description() + "\n");
                }
            }
        }
        out.print(
                separator + "Algorithms of collective operations (--algorithm, --collectives fixed:OPERATION=NAME)\n");
        for (Algorithm algorithm : algorithms) {
            out.print("  " + algorithm.name() + (algorithm.segments() ? "[/SIZE]" : "") + " ("
                    + String.join(", ", algorithm.operations()) + ")\n      " + algorithm.summary() + "\n");
        }
    }

    private static void csv(List<Section> sections, List<Algorithm> algorithms, PrintWriter out) {
        Csv csv = Csv.with(out, "kind", "name", "parameter", "default", "description", "reference");
        for (Section section : sections) {
            for (Description item : section.items()) {
                csv.row(section.kind(), item.name(), "", "", item.summary(), item.reference());
                for (Parameter parameter : item.parameters()) {
                    csv.row(
                            section.kind(),
                            item.name(),
                            parameter.name(),
                            parameter.defaultValue(),
                            parameter.description(),
                            "");
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
