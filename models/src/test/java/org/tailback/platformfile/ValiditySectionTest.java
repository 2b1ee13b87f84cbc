package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableRangeSet;
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
import org.tailback.platform.Validity;
import org.tailback.platform.Validity.Basis;
import org.tailback.platform.Validity.Memory;
import org.tailback.program.CollectiveCall.Kind;
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
                        Range.closed(8L, 32L),
                        ImmutableRangeSet.unionOf(List.of(Range.closed(1L, 4L), Range.singleton(24L))),
                        Range.singleton(8L),
                        Set.of(Kind.ALLGATHER, Kind.REDUCE_SCATTER),
                        Range.closed(16L, 2048L),
                        Memory.GPU,
                        true,
                        "2025",
                        Map.of(
                                Basis.NOMINAL,
                                List.of("network.model"),
                                Basis.GUESSED,
                                List.of("cost", "cluster.nodes")),
                        List.of()));
    }

    @Test
    void noSection_nothingIsKnown() {
        assertThat(PlatformFile.parse(REST, "p.yaml").validity(Overrides.NONE, Registry.load()))
                .isEqualTo(Validity.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "'basis: measured, nodes: 16..4', 'Write the least and the most: 4..16'",
        "'basis: measured, nodes: 0', is no number and no range",
        "'basis: measured, ranks-a-node: \"1, x\"', is no number and no range",
        "'basis: measured, sizes: 1 s', 'expected'",
        "'basis: meassured', Did you mean",
        "'nodes: 4', missing key",
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
