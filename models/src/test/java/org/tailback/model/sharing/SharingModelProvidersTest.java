package org.tailback.model.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;

class SharingModelProvidersTest {
    @Test
    void registry_everyContentionModel_isFoundByName() {
        assertThat(Registry.load().sharingModels().stream().map(Description::name))
                .contains(
                        "gigabit-ethernet",
                        "hierarchical-ethernet",
                        "infiniband",
                        "infiniband-vienne",
                        "largest-share",
                        "max-min",
                        "myrinet",
                        "smpi");
    }

    @Test
    void descriptions_areCompleteAndOnOneLine() {
        for (Description description : Registry.load().sharingModels()) {
            assertThat(description.summary())
                    .as(description.name())
                    .isNotBlank()
                    .doesNotContain("\n");
            List<String> keys =
                    description.parameters().stream().map(Parameter::name).toList();
            assertThat(keys).as(description.name()).doesNotHaveDuplicates();
            assertThat(keys).allMatch(key -> key.matches("[a-z]+(-[a-z]+)*"));
        }
    }

    /** Records with lambdas are not equal, so that models on a topology are compared by their words. */
    @Test
    void defaults_givenAsListed_makeTheSameModel() {
        Registry registry = Registry.load();
        Set<String> ofTopologies = registry.describeModel("max-min", "").parameters().stream()
                .map(Parameter::name)
                .filter(name -> !name.endsWith("-duplex"))
                .collect(Collectors.toSet());
        int given = 0;
        for (Description description : registry.sharingModels()) {
            String needed = description.name() + (needsBandwidth(description) ? ":bandwidth=1GB/s" : ":");
            String base = needed + (description.name().equals("smpi") ? ",link-latency=1us" : "");
            boolean needsTree = description.parameters().stream()
                    .anyMatch(parameter -> parameter.name().equals("tree"));
            for (Parameter parameter : needsTree ? List.<Parameter>of() : description.parameters()) {
                if (parameter.defaultValue().matches("[0-9.]+") && !ofTopologies.contains(parameter.name())) {
                    String text = base + (base.endsWith(":") ? "" : ",") + parameter.name() + "=";
                    assertThat(withoutTopology(registry.model(ModelChoice.parse(text + parameter.defaultValue()))))
                            .as(text + parameter.defaultValue())
                            .isEqualTo(withoutTopology(
                                    registry.model(ModelChoice.parse(base.endsWith(":") ? description.name() : base))));
                    given++;
                }
            }
        }
        assertThat(given).isGreaterThanOrEqualTo(15);
    }

    private static boolean needsBandwidth(Description description) {
        return description.parameters().stream()
                .anyMatch(parameter -> parameter.name().equals("topology"));
    }

    private static String withoutTopology(Object model) {
        return model.toString().replaceAll("\\$\\$Lambda[^,\\]]*", "");
    }
}
