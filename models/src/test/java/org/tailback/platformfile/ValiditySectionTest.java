package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;
import org.tailback.platform.Domain;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.StatedError;
import org.tailback.platform.Validity;
import org.tailback.platform.Validity.Basis;
import org.tailback.registry.Registry;

class ValiditySectionTest {
    private static final String REST =
            "cluster: {nodes: 2}\nnetwork: {model: max-min}\ncost: {model: logp, latency: 1 us}\n";

    private static Validity validity(String section, Overrides overrides) {
        return PlatformFile.parse(REST + "validity: {" + section + "}\n", "p.yaml")
                .validity(overrides, Registry.load());
    }

    @Test
    void section_everyKey() {
        assertThat(validity(
                        "basis: measured, ranks: 8..32, ranks-a-node: \"1..4, 24\", nodes: 8, operations: \"allgather, reduce-scatter\","
                                + " sizes: 16 B..2 KiB, memory: gpu, neighbours: none, date: 2025,"
                                + " nominal: network.model, guessed: \"cost, cluster.nodes\"",
                        Overrides.NONE))
                .isEqualTo(new Validity(
                        Basis.MEASURED,
                        new Domain(ImmutableMap.<String, Allowed>builder()
                                .put("ranks", Allowed.of(List.of(Range.closed(8.0, 32.0))))
                                .put("ranks-a-node", Allowed.of(List.of(Range.closed(1.0, 4.0), Range.singleton(24.0))))
                                .put("nodes", Allowed.of(List.of(Range.singleton(8.0))))
                                .put("operations", Allowed.of(Set.of("allgather", "reducescatter")))
                                .put("sizes", Allowed.of(List.of(Range.closed(16.0, 2048.0))))
                                .put("memory", Allowed.of(Set.of("gpu", "host")))
                                .put("neighbours", Allowed.of(Set.of("none")))
                                .build()),
                        "2025",
                        Map.of(
                                Basis.NOMINAL,
                                List.of("network.model"),
                                Basis.GUESSED,
                                List.of("cost", "cluster.nodes")),
                        List.of(),
                        List.of()));
    }

    @Test
    void errors_asTheirSourceStatesThem_onlyBelowIsABound() {
        Validity validity = validity(
                "basis: paper, errors: [{below: 15 %, of: messages, source: S 5},"
                        + " {share: 83.2 %, within: 10 %, of: messages, source: Fig. 2},"
                        + " {mean: 2.3 %, largest: 4.2 %, of: six messages, source: Fig. 4},"
                        + " {says: very close, of: times, source: VI}]",
                Overrides.NONE);

        assertThat(validity.errors().stream().map(StatedError::text))
                .containsExactly(
                        "below 15 % of messages (S 5)",
                        "83.2 % of the messages within 10 % (Fig. 2)",
                        "2.3 % in the mean, 4.2 % at most, of six messages (Fig. 4)",
                        "'very close' of times (VI)");
        assertThat(validity.errors().stream().filter(StatedError::isBound).map(StatedError::relative))
                .satisfiesExactly(below -> assertThat(below).isCloseTo(0.15, within(1e-12)));
        assertThat(validity.inWords()).startsWith("paper; error below 15 % of messages (S 5); error 83.2 %");
    }

    /** Numbers as printed: section 5; Fig. 4; Figs 2 and 4 and the text of section 7. */
    @ParameterizedTest
    @CsvSource({
        "martinasso-infiniband, below 15 % of nearly 1000 messages (Martinasso and Mehaut 2011",
        "vienne-gige, '2.3 % in the mean, 4.2 % at most, of six messages (Vienne et al. 2008, Fig. 4)'",
        "vienne-myrinet, 'globally accurate'",
        "zhu-two-racks, 83.2 % of the messages of d = 1 within 10 % (Zhu et al. 2012",
        "zhu-two-racks, 77.3 % of the messages of d = 2 within 10 % (Zhu et al. 2012",
        "zhu-two-racks, 72.1 % of the messages of d = 3 within 10 % (Zhu et al. 2012",
        "plogpt-table2-bidirectional, very close to the actual execution time",
    })
    void platformsOfPapers_stateThePapersErrors(String name, String words) {
        assertThat(PlatformFile.read(Path.of(name)).validity(Overrides.NONE, Registry.load()).errors().stream()
                        .map(StatedError::text))
                .anyMatch(text -> text.contains(words));
    }

    @Test
    void noSection_nothingIsKnown() {
        assertThat(PlatformFile.parse(REST, "p.yaml").validity(Overrides.NONE, Registry.load()))
                .isEqualTo(Validity.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "'basis: measured, nodes: 16..4', 'Write both ends: 4..16'",
        "'basis: measured, nodes: 0', is neither a number nor a range",
        "'basis: measured, ranks-a-node: \"1, x\"', is neither a number nor a range",
        "'basis: measured, sizes: 1 s', 'expected'",
        "'basis: meassured', Did you mean",
        "'nodes: 4', missing key",
        "'basis: paper, errors: [{below: 100 %, of: x, source: y}]', must be above 0 and below 100 %",
        "'basis: paper, errors: [{of: x, source: y}]', missing key",
        "'basis: paper, errors: [{share: 80 %, of: x, source: y}]', missing key",
        "'basis: paper, errors: [{belwo: 1 %, of: x, source: y}]', Did you mean",
        "'basis: measured, operations: allredcue', Did you mean",
        "'basis: measured, guessed: network.bandwith', the platform has no",
        "'basis: measured, rank-a-node: 1', Did you mean",
    })
    void mistake_placeAndRemedy(String section, String message) {
        assertThatThrownBy(() -> validity(section, Overrides.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("p.yaml:4:", message);
    }

    @Test
    void anotherModelThanTheNumbersBelongTo_isOutside_butNotOfNominalNumbers() {
        Overrides infiniband = Overrides.NONE.withModel("infiniband");
        assertThat(validity("basis: paper", infiniband).mixed())
                .containsExactly("sharing infiniband, with the numbers of another model (paper: max-min)");
        assertThat(validity("basis: paper", Overrides.NONE.withModel("max-min:bandwidth=1GB/s"))
                        .mixed())
                .isEmpty();
        assertThat(validity("basis: nominal", infiniband).mixed()).isEmpty();
    }

    static List<String> bundled() {
        return BundledPlatforms.names();
    }

    @ParameterizedTest
    @MethodSource("bundled")
    void everyBundledPlatform_saysWhatItsNumbersComeFrom(String name) {
        PlatformFile file = PlatformFile.read(Path.of(name));
        assertThat(file.settings().keys()).contains("validity").doesNotContain("valid-for");
        assertThat(file.validity(Overrides.NONE, Registry.load())).isNotEqualTo(Validity.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"lumi, 7.94 GB/s", "marenostrum5, 24.6 GB/s"})
    void machinesMeasuredWithOneRankANode_haveRailsOfDataSheetsBesideTheRanksInterface(String name, String rank) {
        PlatformFile file = PlatformFile.read(Path.of(name));
        assertThat(file.settings().section("network").text("rank-bandwidth")).isEqualTo(rank);
        assertThat(file.validity(Overrides.NONE, Registry.load()).parts())
                .containsEntry(Basis.NOMINAL, List.of("network.bandwidth"));
    }
}
