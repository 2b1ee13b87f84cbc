package org.tailback.model.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.loss.LossModel;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;

class NoLossTest {
    @Test
    void loss_none_isFoundByNameAndLosesNothing() {
        Registry registry = Registry.load();
        assertThat(registry.lossModels()).extracting(Description::name).contains("none");
        LossModel model = registry.loss(ModelChoice.parse("none", "here"));
        assertThat(model.name()).isEqualTo("none");
        assertThat(model.losesMessages()).isFalse();
        assertThat(model.isRandom()).isFalse();
    }
}
