package org.tailback.cli.listing;

import com.google.common.base.Strings;
import java.io.PrintWriter;
import java.util.List;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.Csv;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.collective.SegmentedAlgorithm;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.table.Json;
import picocli.CommandLine;

/**
 * Lists platforms, bandwidth-sharing models, message costs, loss models, placements, and algorithms of collective
 * operations.
 */
@CommandLine.Command(
        name = "models",
        description = "Lists platforms, models, costs, losses, placements and collective algorithms.")
public final class ModelsCommand extends Command {
    @Override
    public void run() {
        Registry registry = Registry.load();
        List<Description> platforms = BundledPlatforms.names().stream()
                .map(name -> new Description(name, BundledPlatforms.summary(name), "", List.of()))
                .toList();
        List<Section> sections = List.of(
                new Section("models", "model", "Bandwidth sharing (--model, network)", registry.sharingModels()),
                new Section("costs", "cost", "Message cost (--cost, cost)", registry.messageCosts()),
                new Section("losses", "loss", "Loss (--loss, loss)", registry.lossModels()),
                new Section("placements", "placement", "Placement (--placement, placement)", Placements.DESCRIPTIONS),
                new Section(
                        "selectors",
                        "selector",
                        "Selectors of collective algorithms (--collectives)",
                        CollectiveSelectors.descriptions()),
                new Section("platforms", "platform", "Platforms that come with the program (--platform)", platforms));
        output(out -> text(sections, out), json -> json(sections, json), out -> csv(sections, out));
    }

    private record Section(String plural, String kind, String heading, List<Description> items) {}

    private static void text(List<Section> sections, PrintWriter out) {
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
        for (CollectiveAlgorithm algorithm : CollectiveAlgorithms.all()) {
            out.print("  " + algorithm.name() + (isSegmented(algorithm) ? "[/SIZE]" : "") + " ("
                    + String.join(", ", operations(algorithm)) + ")\n      " + algorithm.summary() + "\n");
        }
    }

    private static boolean isSegmented(CollectiveAlgorithm algorithm) {
        return algorithm instanceof SegmentedAlgorithm;
    }

    private static List<String> operations(CollectiveAlgorithm algorithm) {
        return algorithm.kinds().stream().sorted().map(Kind::label).toList();
    }

    private static void json(List<Section> sections, Json json) {
        for (Section section : sections) {
            json.objects(
                    section.plural(),
                    section.items(),
                    (item, description) -> item.text("name", description.name())
                            .text("summary", description.summary())
                            .text("reference", description.reference())
                            .objects(
                                    "parameters",
                                    description.parameters(),
                                    (inner, parameter) -> inner.text("name", parameter.name())
                                            .text("default", Strings.emptyToNull(parameter.defaultValue()))
                                            .text("description", parameter.description())));
        }
        json.objects(
                "algorithms",
                CollectiveAlgorithms.all(),
                (item, algorithm) -> item.text("name", algorithm.name())
                        .text("summary", algorithm.summary())
                        .texts("operations", operations(algorithm))
                        .flag("keepsOrder", algorithm.keepsOrder())
                        .flag("segments", isSegmented(algorithm)));
    }

    private static void csv(List<Section> sections, PrintWriter out) {
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
        for (CollectiveAlgorithm algorithm : CollectiveAlgorithms.all()) {
            for (String operation : operations(algorithm)) {
                csv.row("algorithm", algorithm.name(), operation, "", algorithm.summary(), "");
            }
        }
    }
}
