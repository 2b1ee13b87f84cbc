package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

class AlgorithmOrderTest {
    private static MeasuredCollective cell(String algorithm, long bytes, double seconds) {
        return new MeasuredCollective(Kind.ALLREDUCE, algorithm, algorithm, 8, 1, bytes, seconds);
    }

    @Test
    void sum_workedExample() {
        AlgorithmOrder order = AlgorithmOrder.of(List.of(cell("ring", 8, 1e-3), cell("rabenseifner", 8, 1.5e-3)));

        double lost = Math.log(1.5);
        assertThat(order.sum(new double[] {1, 1.3})).isCloseTo(0.002, within(5e-4));
        assertThat(order.sum(new double[] {2, 2})).isCloseTo(lost / 2, within(1e-12));
        assertThat(order.sum(new double[] {1.5, 1})).isCloseTo(lost, within(1e-3));
    }

    @Test
    void of_noiseOtherPointsAndTheSameAlgorithm_areNoPairs() {
        AlgorithmOrder order = AlgorithmOrder.of(List.of(
                cell("ring", 8, 1.2e-3),
                cell("rabenseifner", 8, 1.03e-3),
                cell("ring", 64, 9e-3),
                cell("ring", 8, 1e-3),
                cell("recursive-doubling", 8, 2e-3)));

        // of ring the faster cell, which is the best; rabenseifner is within the noise
        assertThat(order.pairs()).containsExactly(new AlgorithmOrder.Pair(3, 4, Math.log(2)));
        assertThat(order.without(new boolean[] {false, false, false, true, false})
                        .pairs())
                .isEmpty();
    }

    @Test
    void minimise_twoAlgorithmsThatTimesAloneWouldPutWrong_keepsTheOrder() {
        // one number scales the first cell down and the second up; both times would be met best at 1, in wrong order
        double[] measured = {1, 1.2, 1, 1, 1, 1, 1};
        RobustLeastSquares.Model model = (factors, changed, base) -> {
            double[] predicted = new double[7];
            Arrays.fill(predicted, factors[0]);
            predicted[0] = 1.15 / factors[0];
            predicted[1] = 1.05 * factors[0];
            return predicted;
        };
        AlgorithmOrder order = new AlgorithmOrder(List.of(new AlgorithmOrder.Pair(0, 1, 0.5)));

        double[] alone = new RobustLeastSquares(measured, model, AlgorithmOrder.NONE)
                .minimise(1, 20)
                .predicted();
        double[] ordered =
                new RobustLeastSquares(measured, model, order).minimise(1, 20).predicted();

        assertThat(alone[0]).isGreaterThan(alone[1]);
        assertThat(ordered[0]).isLessThan(ordered[1]);
    }
}
