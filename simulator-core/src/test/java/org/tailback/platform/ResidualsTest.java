package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.platform.Domain.Allowed;
import org.tailback.program.CollectiveCall.Kind;

class ResidualsTest {
    private static final Residuals RESIDUALS = new Residuals(
            0.9,
            1.1,
            0,
            List.of(
                    new Residuals.Row(Kind.ALLREDUCE, 0, 0.5, 1.5, Double.NaN),
                    new Residuals.Row(null, 0, 0.8, 1.25, 1.2),
                    new Residuals.Row(null, 65536, 0.9, 1.1, 1.1)),
            KeyedResiduals.NONE);
    private static final Validity MEASURED = new Validity(
            Validity.Basis.MEASURED,
            new Domain(Map.of(
                    Use.RANKS_A_NODE, Allowed.of(List.of(Range.singleton(1.0))),
                    Use.NODES, Allowed.of(List.of(Range.closed(4.0, 16.0))),
                    Use.OPERATIONS, Allowed.of(Set.of("allreduce")),
                    Use.SIZES, Allowed.of(List.of(Range.closed(16.0, 1048576.0))),
                    Use.MEMORY, Allowed.of(Set.of("host")),
                    Use.NEIGHBOURS, Allowed.of(Set.of("none")))),
            "",
            Map.of(),
            List.of(),
            List.of());

    private static Use use(int nodes, int ranksANode) {
        return Use.of(nodes * ranksANode, nodes, ranksANode, false);
    }

    @Test
    void factors_measuredOperation_itsOwn() {
        assertThat(RESIDUALS.factors(Kind.ALLREDUCE, 8, 0)).isEqualTo(new Interval(0.5, 1.5, 0.9));
    }

    @Test
    void factors_unmeasuredOperation_thoseOfOthersOfItsSize() {
        assertThat(RESIDUALS.factors(Kind.BCAST, 8, 0)).isEqualTo(new Interval(0.8, 1.25, 0.9));
        assertThat(RESIDUALS.factors(Kind.BCAST, 1 << 20, 0)).isEqualTo(new Interval(0.9, 1.1, 0.9));
        assertThat(RESIDUALS.factors(Kind.BCAST, 8, Double.NaN)).isNull();
        assertThat(Residuals.NONE.factors(Kind.BCAST, 8, 0)).isNull();
    }

    @Test
    void factorsOfMessages_smallOnes_theWidestOfAllSizes() {
        assertThat(RESIDUALS.factorsOfMessages(8, 0)).isEqualTo(new Interval(0.8, 1.25, 0.9));
        assertThat(RESIDUALS.factorsOfMessages(1 << 20, 0)).isEqualTo(new Interval(0.9, 1.1, 0.9));
    }

    /** The worked example: 6 + 4 * 0.8 / 1.1 and 6 + 4 * 1.25 * 1.1. */
    @Test
    void program_tenSecondsOnTwiceTheNodes_computationIsGiven() {
        Interval messages = RESIDUALS.factorsOfMessages(8, MEASURED.doublings(use(32, 1)));

        assertThat(6 + 4 * messages.low()).isCloseTo(8.91, within(0.005));
        assertThat(6 + 4 * messages.high()).isCloseTo(11.5, within(1e-9));
    }

    @Test
    void doublings_insideZero_beyondByNodesAndSizes() {
        assertThat(MEASURED.doublings(use(4, 1))).isZero();
        assertThat(MEASURED.doublings(use(16, 1))).isZero();
        assertThat(MEASURED.doublings(use(64, 1))).isCloseTo(2, within(1e-12));
        assertThat(MEASURED.doublings(use(2, 1))).isCloseTo(1, within(1e-12));
        assertThat(MEASURED.doublings(use(32, 1).with(Kind.ALLREDUCE, 2 << 20, 2 << 20)))
                .isCloseTo(2, within(1e-12));
        assertThat(Validity.UNKNOWN.doublings(use(1 << 20, 128))).isZero();
        assertThat(MEASURED.doublings(use(32, 1), 1)).isZero();
        assertThat(MEASURED.doublings(use(64, 1).with(Kind.ALLREDUCE, 2 << 20, 2 << 20), 1))
                .isCloseTo(2, within(1e-12));
    }

    @Test
    void doublings_otherRanksANodeOrNeighboursOrSixtyFourTimesTheNodes_nothingIsKnown() {
        assertThat(MEASURED.doublings(use(8, 2))).isNaN();
        assertThat(MEASURED.doublings(use(8, 1).withNeighbours())).isNaN();
        assertThat(MEASURED.doublings(use(1024, 1))).isCloseTo(6, within(1e-12));
        assertThat(MEASURED.doublings(use(1025, 1))).isNaN();
        assertThat(MEASURED.mixedWith(List.of("another model")).doublings(use(8, 1)))
                .isNaN();
    }
}
