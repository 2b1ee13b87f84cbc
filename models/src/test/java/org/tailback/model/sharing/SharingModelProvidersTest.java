package org.tailback.model.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.registry.Description;
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
}
