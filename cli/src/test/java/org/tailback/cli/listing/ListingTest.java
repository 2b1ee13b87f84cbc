package org.tailback.cli.listing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;
import org.tailback.collective.CollectiveAlgorithm;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.platformfile.PlacementText;
import org.tailback.program.CollectiveCall.Kind;

class ListingTest {
    private static List<String> names(JsonNode items) {
        List<String> names = new ArrayList<>();
        items.forEach(item -> names.add(item.get("name").asText()));
        return names;
    }

    @Test
    void models_json_allSortsWithParameters() {
        JsonNode models = CommandRun.json("models");

        assertThat(ImmutableList.copyOf(models.fieldNames()))
                .containsExactly("models", "costs", "losses", "placements", "selectors", "platforms", "algorithms");
        assertThat(names(models.get("models")))
                .contains("fair-tree", "gigabit-ethernet", "infiniband", "max-min", "myrinet", "uncontended")
                .isSorted();
        assertThat(names(models.get("costs"))).contains("plogp");
        assertThat(names(models.get("losses"))).contains("none", "tail-drop");
        assertThat(names(models.get("selectors"))).contains("basic", "mpich", "openmpi");
        for (String sort : List.of("models", "selectors")) {
            models.get(sort).forEach(model -> {
                assertThat(ImmutableList.copyOf(model.fieldNames()))
                        .containsExactly("name", "summary", "reference", "parameters");
                assertThat(model.get("summary").asText()).isNotEmpty();
                model.get("parameters")
                        .forEach(parameter -> assertThat(ImmutableList.copyOf(parameter.fieldNames()))
                                .containsExactly("name", "default", "description"));
            });
        }
    }

    @Test
    void models_algorithms_everyOneOfEveryOperation() {
        JsonNode algorithms = CommandRun.json("models").get("algorithms");

        for (Kind kind : Kind.values()) {
            List<String> ofKind = new ArrayList<>();
            algorithms.forEach(algorithm -> algorithm.get("operations").forEach(operation -> {
                if (operation.asText().equals(kind.label())) {
                    ofKind.add(algorithm.get("name").asText());
                }
            }));
            assertThat(ofKind)
                    .isNotEmpty()
                    .containsExactlyElementsOf(CollectiveAlgorithms.of(kind).stream()
                            .map(CollectiveAlgorithm::name)
                            .toList());
        }
        assertThat(algorithms).allSatisfy(algorithm -> {
            assertThat(ImmutableList.copyOf(algorithm.fieldNames()))
                    .containsExactly("name", "summary", "operations", "keepsOrder", "segments");
            assertThat(algorithm.get("summary").asText()).isNotEmpty();
        });
    }

    @Test
    void models_platforms_namesWithTheirFirstLine() throws IOException {
        JsonNode platforms = CommandRun.json("models").get("platforms");

        try (Stream<Path> files = Files.list(Path.of("..", "docs", "platforms"))) {
            assertThat(names(platforms))
                    .containsExactlyElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    // the platform of the dozen hosts names a table beside it, which does not come with
                                    // the program
                                    .filter(file -> file.endsWith(".yaml") && !file.startsWith("dozen"))
                                    .map(file -> file.replace(".yaml", ""))
                                    .sorted()
                                    .toList());
        }
        assertThat(platforms)
                .allSatisfy(
                        platform -> assertThat(platform.get("summary").asText()).isNotEmpty());
        assertThat(CommandRun.of("models").succeeded().out())
                .contains("  star-10g\n      No real machine: 64 single-core hosts");
    }

    @Test
    void models_show_printsTheFileAndSuggestsNames() throws IOException {
        assertThat(CommandRun.of("models", "--show", "star-10g").succeeded().out())
                .isEqualTo(Files.readString(CommandRun.repository("docs/platforms/star-10g.yaml")));
        CommandRun.of("models", "--show", "star-10").failed(2, "star-10", "Did you mean 'star-10g'?");
    }

    @Test
    void models_placements_thoseThatCanBeRead() {
        assertThat(names(CommandRun.json("models").get("placements")))
                .containsExactlyElementsOf(PlacementText.FORMS.stream()
                        .map(form -> form.replaceFirst(":.*", ""))
                        .distinct()
                        .toList());
    }

    @Test
    void models_textAndCsv_nameThem() {
        assertThat(CommandRun.of("models").succeeded().out())
                .contains("infiniband", "Martinasso", "tail-drop")
                .contains("\n  mpich\n      the decisions of MPICH")
                .doesNotContain("competitor-rule")
                .contains("\n  pipeline[/SIZE] (bcast)\n      the buffer, or segments of it, from rank to rank")
                .contains("\n  one-by-one (gather, gatherv)\n");
        assertThat(CommandRun.of("models", "--format", "csv").succeeded().out())
                .startsWith("kind,name,parameter,default,description,reference\n")
                .contains("loss,tail-drop,timeout,200 ms,")
                .contains("\nselector,openmpi,,,")
                .contains("\nalgorithm,one-by-one,gatherv,,");
    }

    @Test
    void models_kind_thoseAlone() {
        assertThat(CommandRun.of("models", "platforms").succeeded().out())
                .contains("\n  fat-tree-hdr\n")
                .doesNotContain("max-min\n", "Algorithms");
        JsonNode losses = CommandRun.json("models", "losses");
        assertThat(names(losses.get("losses"))).contains("none", "tail-drop");
        assertThat(losses.get("models")).isEmpty();
        assertThat(losses.get("algorithms")).isEmpty();
    }

    @Test
    void models_name_itsEntryWithKeys_orASuggestion() {
        assertThat(CommandRun.of("models", "infiniband").succeeded().out())
                .contains("  infiniband\n", "competitor-rule (floor)")
                .doesNotContain("max-min\n");
        assertThat(CommandRun.of("models", "basic").succeeded().out()).contains("reduction (0 s)");
        CommandRun.of("models", "maxmin").failed(2, "'maxmin'", "Did you mean 'max-min'?", "platforms, algorithms");
        CommandRun.of("models", "platfroms").failed(2, "Did you mean 'platforms'?");
    }

    @Test
    void formats_allForms() {
        JsonNode formats = CommandRun.json("formats").get("formats");

        assertThat(names(formats)).contains("simgrid-ti");
        assertThat(formats).allSatisfy(format -> {
            assertThat(format.get("summary").asText()).isNotEmpty();
            assertThat(format.get("reads").isBoolean()).isTrue();
            assertThat(format.get("writes").isBoolean()).isTrue();
        });
        assertThat(CommandRun.of("formats").succeeded().out()).contains("simgrid-ti");
        assertThat(CommandRun.of("formats", "--format", "csv").succeeded().out())
                .startsWith("name,reads,writes,summary,carries\n");
    }

    @Test
    void text_atMostHundredColumns_apartFromLongWords() {
        for (String command : List.of("models", "formats")) {
            assertThat(CommandRun.of(command).succeeded().out().lines())
                    .as(command)
                    .allMatch(line -> line.length() <= 100
                            || !line.strip().contains(" ")
                            || line.strip().indexOf(' ') > 80);
        }
    }
}
