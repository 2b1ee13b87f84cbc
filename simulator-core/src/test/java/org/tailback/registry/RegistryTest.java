package org.tailback.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

class RegistryTest {
    private record Linear(String name, double latencySeconds) implements MessageCost {
        @Override
        public double gap(long bytes) {
            return bytes;
        }

        @Override
        public double latency(long bytes) {
            return latencySeconds;
        }
    }

    private record LinearProvider(String name) implements MessageCostProvider {
        @Override
        public Description description() {
            return new Description(name, "a test", "", List.of(new Parameter("latency", "0", "seconds")));
        }

        @Override
        public MessageCost create(Settings settings) {
            return new Linear(name, settings.seconds("latency", 0));
        }
    }

    private static Registry costs(String... names) {
        return Registry.of(
                List.of(),
                List.of(names).stream()
                        .map(LinearProvider::new)
                        .map(MessageCostProvider.class::cast)
                        .toList(),
                List.of());
    }

    @Test
    void messageCosts_anyOrderOfProviders_areSortedByName() {
        assertThat(costs("plogp", "hockney", "logp").messageCosts())
                .extracting(Description::name)
                .containsExactly("hockney", "logp", "plogp");
    }

    @Test
    void networkBuilder_withARegistry_findsItsModelsAndNoOthers() {
        NetworkBuilder builder = Network.builder(Cluster.of(2, 1)).registry(costs("mine"));

        assertThat(builder.cost("mine:latency=50us")).isSameAs(builder);
        assertThatThrownBy(() -> builder.cost("other"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Valid: mine");
    }

    @Test
    void cost_byName_isMadeFromItsSettings() {
        MessageCost cost = costs("plogp", "hockney").cost(ModelChoice.parse("hockney:latency=50 us"));
        assertThat(cost.name()).isEqualTo("hockney");
        assertThat(cost.latency(0)).isEqualTo(50e-6);
    }

    @Test
    void cost_unknownName_listsTheValidNamesAndTheNearest() {
        assertThatThrownBy(() -> costs("plogp", "hockney").cost(ModelChoice.parse("plopg", "p.yaml:3:2")))
                .isInstanceOf(InputException.class)
                .hasMessage("p.yaml:3:2: unknown message cost 'plopg'. Did you mean 'plogp'? Valid: hockney, plogp");
    }

    @Test
    void cost_unknownKey_listsTheValidKeys() {
        ModelChoice choice = ModelChoice.parse("plogp:latencey=1us");
        assertThatThrownBy(() -> costs("plogp").cost(choice))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "plogp:latencey=1us: unknown key 'latencey' in plogp. Did you mean 'latency'? Valid keys: latency");
    }

    @Test
    void sharingAndLoss_noProviders_sayThatThereAreNone() {
        Registry registry = costs();
        assertThatThrownBy(() -> registry.model(ModelChoice.parse("x", "here")))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "here: unknown bandwidth-sharing model 'x'. Valid: none (no provider is on the class path)");
        assertThatThrownBy(() -> registry.loss(ModelChoice.parse("x", "here")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("here: unknown loss model 'x'");
        assertThat(registry.sharingModels()).isEmpty();
        assertThat(registry.lossModels()).isEmpty();
    }

    @Test
    void of_twoProvidersOfOneName_isRefused() {
        assertThatThrownBy(() -> costs("a", "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two providers of the message cost 'a'");
    }
}
