package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.largestshare.LargestShare;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.testing.FlowsInFlight;

/** Bounds by hand; throughput of patterns as in Kim et al., ISCA 2008, section 4. */
class AdaptiveDragonflyTest {
    /** The sizes of Kim et al., figures 8 to 16: a = 8 routers, p = h = 4, g = 33; wired links carry 1, as nodes do. */
    private static final String KIM = "topology=dragonfly groups=33x8x4 bandwidth=1 routing=";

    private static double[] rates(String words, int nodes, Stream<String> graph) {
        return FlowsInFlight.of(
                        new MaxMin.Provider().create(TopologyTest.settings(words)),
                        Cluster.of(nodes, 1),
                        graph.collect(Collectors.joining(" ")))
                .rates();
    }

    /** Every node sends to one that a function of its group and its number in it gives, both in one number. */
    private static double[] permutation(String words, int groups, int inGroup, IntBinaryOperator to) {
        return rates(
                words,
                groups * inGroup,
                IntStream.range(0, groups * inGroup)
                        .mapToObj(node -> node + ">"
                                + Math.floorMod(to.applyAsInt(node / inGroup, node % inGroup), groups * inGroup)));
    }

    private static double sum(double[] rates) {
        return Arrays.stream(rates).sum();
    }

    /** 4 groups of 4 nodes that are never a limit; 0.5 between groups. */
    private static final String WIDE =
            "topology=dragonfly groups=4x4x1 bandwidth=100 link-bandwidth=100 global-bandwidth=0.5 routing=";

    @ParameterizedTest
    @CsvSource({"minimal, 0.5", "valiant, 0.75", "adaptive, 1"})
    void everyGroupToTheNext_takesOneLink_orHalfOfAll_orHalfMore(String routing, double perGroup) {
        double[] rates = permutation(WIDE + routing, 4, 4, (group, node) -> 4 * (group + 1) + node);

        // C; (g - 1) C / 2; g C / 2
        assertThat(sum(rates) / 4).isCloseTo(perGroup, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"minimal, 0.5", "valiant, 1.5", "adaptive, 1.5"})
    void oneGroupToAnother_restIdle_takesAllLinksOutOfItsGroup(String routing, double rate) {
        double[] rates = rates(WIDE + routing, 16, Stream.of("0>4", "1>5", "2>6", "3>7"));

        assertThat(sum(rates)).isCloseTo(rate, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"minimal, 1.5", "valiant, 0.75", "adaptive, 1.5"})
    void uniform_takesAllLinks_orHalfOfThemUnderValiant(String routing, double perGroup) {
        Stream<String> pairs = IntStream.range(0, 16)
                .boxed()
                .flatMap(from ->
                        IntStream.range(0, 16).filter(to -> to / 4 != from / 4).mapToObj(to -> from + ">" + to));

        assertThat(sum(rates(WIDE + routing, 16, pairs)) / 4).isCloseTo(perGroup, within(1e-12));
    }

    /** Links of routers: every router to the next of its group gets a L / 2, one alone (a - 1) L. */
    @Test
    void insideAGroup_routersShareTheLinksOfTheGroup() {
        String words = "topology=dragonfly groups=1x4x4 bandwidth=100 link-bandwidth=1 routing=adaptive";

        assertThat(sum(permutation(words, 4, 4, (router, node) -> 4 * (router + 1) + node)) / 4)
                .isCloseTo(2, within(1e-12));
        assertThat(sum(rates(words, 16, Stream.of("0>4", "1>5", "2>6", "3>7")))).isCloseTo(3, within(1e-12));
        assertThat(sum(rates(words.replace("adaptive", "minimal"), 16, Stream.of("0>4", "1>5"))))
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void twoGroups_haveNoOtherRoute() {
        String words = "topology=dragonfly groups=2x2x2 bandwidth=10 link-bandwidth=10 global-bandwidth=1 routing=";
        Stream<String> shift = Stream.of("0>4", "1>5");

        assertThat(sum(rates(words + "adaptive", 8, shift))).isCloseTo(1, within(1e-12));
    }

    /** "MIN ... limits throughput to 1 / (a h)", here 1 / 32, "VAL and UGAL ... 50 %" of what nodes inject. */
    @Test
    void kimIsca2008_section42_worstCase_isOneIn32Minimally_andAboutHalfOtherwise() {
        IntBinaryOperator worst = (group, node) -> 32 * (group + 1) + node;

        assertThat(sum(permutation(KIM + "minimal", 33, 32, worst)) / 1056).isCloseTo(1 / 32.0, within(1e-9));
        assertThat(sum(permutation(KIM + "valiant", 33, 32, worst)) / 1056).isCloseTo(0.5, within(0.02));
        assertThat(sum(permutation(KIM + "adaptive", 33, 32, worst)) / 1056).isCloseTo(0.5, within(0.02));
    }

    /** On uniform traffic minimal and UGAL reach the capacity of the network, and VAL half of it. */
    @Test
    void kimIsca2008_section42_uniform_isWholeAdaptively_andHalfUnderValiant() {
        // each node sends to one of every group, which is uniform between groups and between routers
        Stream.of("adaptive 1", "valiant 0.5").map(line -> line.split(" ")).forEach(line -> {
            Stream<String> pairs = IntStream.range(0, 1056)
                    .boxed()
                    .flatMap(from -> IntStream.range(1, 33)
                            .mapToObj(d -> from + ">" + ((from / 32 + d) % 33 * 32 + (from + d) % 32)));
            double perNode = sum(rates(KIM + line[0], 1056, pairs)) / 1056;

            assertThat(perNode).as(line[0]).isCloseTo(Double.parseDouble(line[1]), within(0.02));
        });
    }

    @ParameterizedTest
    @CsvSource({"static, 0.25", "minimal, 0.5", "valiant, 1", "adaptive, 1.25"})
    void dragonflyPlus_everyGroupToTheNext(String routing, double perGroup) {
        // 5 groups, 2 links of 0.25 to each other: C = 0.5
        String words = "topology=dragonfly-plus groups=5x2x2x2 bandwidth=100 link-bandwidth=100 global-bandwidth=0.25"
                + " global-links=2 routing=" + routing;
        double[] rates = permutation(words, 5, 4, (group, node) -> 4 * (group + 1) + node);

        assertThat(sum(rates) / 5).isGreaterThanOrEqualTo(perGroup - 1e-12);
        if (!routing.equals("static")) {
            assertThat(sum(rates) / 5).isCloseTo(perGroup, within(1e-12));
        }
    }

    /** A message that leaves a full link takes from others what it takes twice: their rates fall. */
    @Test
    void relief_takesTwoCrossings_ofWhatOthersUse() {
        // 3 groups, C = 1: 0>1 takes x, 0>2 takes y; out of group 0 x + y <= 2
        String words = "topology=dragonfly groups=3x1x4 bandwidth=100 global-bandwidth=1 routing=adaptive";

        assertThat(rates(words, 12, Stream.of("0>4", "1>8"))).containsExactly(new double[] {1, 1}, within(1e-12));
        // all links carry 6: three messages of each group to the next: 2 x 3 x - 3 <= 6
        assertThat(sum(permutation(words, 3, 4, (group, node) -> 4 * (group + 1) + node)) / 3)
                .isCloseTo(1.5, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "valiant"})
    void otherModels_refuseToSplit(String routing) {
        String words = "topology=dragonfly groups=3x1x4 routing=" + routing;

        assertThatThrownBy(() -> new LargestShare.Provider()
                        .create(TopologyTest.settings(words))
                        .on(Cluster.of(12, 1), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Only max-min splits messages")
                .hasMessageContaining("routing: minimal");
    }
}
