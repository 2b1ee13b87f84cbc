package org.tailback.fit.penalties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

class GigabitEthernetFitTest {
    /** Stars with the printed penalties, and Fig. 4 with renamed nodes and messages; d and e as predicted. */
    private static final String VIENNE = """
            {"bytes": 4000000, "referenceTime": 0.0475, "graphs": [
              {"name": "star2", "edges": [
                {"id": "a", "source": 5, "destination": 6, "mean": 0.07125},
                {"id": "b", "source": 5, "destination": 7, "mean": 0.07125}]},
              {"name": "star3", "edges": [
                {"id": "a", "source": 5, "destination": 6, "mean": 0.106875},
                {"id": "b", "source": 5, "destination": 7, "mean": 0.106875},
                {"id": "c", "source": 5, "destination": 8, "mean": 0.106875}]},
              {"name": "in2", "edges": [
                {"id": "a", "source": 6, "destination": 5, "mean": 0.08},
                {"id": "b", "source": 7, "destination": 5, "mean": 0.08}]},
              {"name": "fig4", "edges": [
                {"id": "f", "source": 9, "destination": 8, "mean": 0.1030275},
                {"id": "e", "source": 3, "destination": 8, "mean": 0.1033},
                {"id": "d", "source": 3, "destination": 9, "mean": 0.0687},
                {"id": "c", "source": 1, "destination": 8, "mean": 0.1128},
                {"id": "b", "source": 1, "destination": 9, "mean": 0.0946},
                {"id": "a", "source": 1, "destination": 3, "mean": 0.0945844}]}]}
            """;

    @Test
    void vienne2008_sectionVA_parametersOfThePaper() {
        double beta = 0.75;
        assertThat(GigabitEthernetFit.gamma(0.0945844, beta, 0.0475)).isCloseTo(0.115, within(1e-6));
        assertThat(GigabitEthernetFit.gamma(0.1030275, beta, 0.0475)).isCloseTo(0.036, within(1e-6));
        // the time until its end instead of the initial penalty
        assertThat(GigabitEthernetFit.gamma(0.1033428034, beta, 0.0475)).isCloseTo(0.033, within(1e-4));
    }

    @Test
    void file_withRenamedNodes_givesThePapersParameters() {
        GigabitEthernetFit fit = GigabitEthernetFit.of(MeasuredGraphsFile.parse(VIENNE, "f"));
        assertThat(fit.beta().value()).isCloseTo(0.75, within(1e-12));
        assertThat(fit.outgoingGamma()).isCloseTo(0.115, within(1e-6));
        assertThat(fit.incomingGamma()).isCloseTo(0.036, within(1e-6));
        assertThat(fit.remarks()).contains("gammas from 'fig4'");
    }

    @Test
    void fragment_isReadBackAsTheModel() {
        GigabitEthernetFit fit = GigabitEthernetFit.of(MeasuredGraphsFile.parse(VIENNE, "f"));
        PlatformFile file =
                PlatformFile.parse(fit.fragment("vienne", "2026-11-21").text(), "fragment");
        assertThat((GigabitEthernet) file.model(Overrides.NONE, Registry.load()))
                .isEqualTo(fit.model());
    }

    @Test
    void file_withoutFig4_isRefusedWithWhatToDo() {
        String withoutFig4 = VIENNE.replace("\"id\": \"a\", \"source\": 1", "\"id\": \"a\", \"source\": 2");
        assertThatThrownBy(() -> GigabitEthernetFit.of(MeasuredGraphsFile.parse(withoutFig4, "f")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no graph of the shape of Vienne 2008 Fig. 4");
    }
}
