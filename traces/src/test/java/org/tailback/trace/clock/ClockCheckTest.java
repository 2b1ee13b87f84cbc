package org.tailback.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClockCheckTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    /** Messages take 1 s, and the clock of rank 1 is 5 s ahead. */
    @Test
    void workedExample_offsetIsHalfWayBetweenTheBounds() {
        ClockCheck check = new ClockCheck(2);
        check.add(0, 1, 10, 16);
        check.add(1, 0, 20, 16);

        ClockCheck.Result result = check.result();

        assertThat(result.clocks()).containsExactly(ClockLine.NONE, new ClockLine(5, 0));
        assertThat(result.messages()).isEqualTo(2);
        assertThat(result.violations()).isEqualTo(1);
        assertThat(result.pairs())
                .containsExactly(new ClockCheck.Pair(0, 1, 1, 0, 6, 1), new ClockCheck.Pair(1, 0, 1, 1, -4, 1));
        assertThat(result.leastDelay()).isEqualTo(-4);
        assertThat(result.leastDelayCorrected()).isEqualTo(1);
    }

    @Test
    void messagesOneWay_withoutViolation_needNoCorrection() {
        ClockCheck check = new ClockCheck(3);
        check.add(0, 2, 1, 1.5);

        assertThat(check.result().clocks()).containsOnly(ClockLine.NONE);
    }

    @Test
    void messagesOneWay_withViolation_areCorrectedAsLittleAsPossible() {
        ClockCheck check = new ClockCheck(2);
        check.add(1, 0, 3, 2.5);

        assertThat(check.result().clocks().get(1)).isEqualTo(new ClockLine(0.5, 0));
        assertThat(check.result().leastDelayCorrected()).isZero();
    }

    /** Each pair alone could be met in the middle; only together they say where: e1 <= 4, e2 >= e1 + 3, e2 <= 5. */
    @Test
    void boundsOfPaths_countToo() {
        ClockCheck check = new ClockCheck(3);
        check.add(0, 1, 0, 4);
        check.add(1, 0, 0, 1);
        check.add(1, 2, 0, 9);
        check.add(2, 1, 0, -3);
        check.add(0, 2, 0, 5);
        check.add(2, 0, 0, 0);

        ClockCheck.Result result = check.result();

        assertThat(result.leastDelayCorrected()).isNotNegative();
        // e1 from -1 to 2, e2 from 2 to 5
        assertThat(result.clocks().get(1).offset()).isEqualTo(0.5);
        assertThat(result.clocks().get(2).offset()).isEqualTo(3.5);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void constantOffsets_anyDelays_noViolationRemains(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 + random.nextInt(8);
        double[] ahead = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            ahead[rank] = random.nextDouble(-10, 10);
        }
        ClockCheck check = new ClockCheck(ranks);
        for (int i = 0; i < 300; i++) {
            int sender = random.nextInt(ranks);
            int receiver = random.nextInt(ranks);
            double time = random.nextDouble(0, 1000);
            double delay = random.nextDouble(0, 3);
            check.add(sender, receiver, time + ahead[sender], time + delay + ahead[receiver]);
        }

        assertThat(check.result().leastDelayCorrected()).as("seed %d", seed).isGreaterThanOrEqualTo(-1e-9);
        assertThat(check.result().clocks()).allMatch(clock -> clock.drift() == 0);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void offsetsAndDrifts_manyMessages_noViolationRemainsAndLinesAreFound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 + random.nextInt(4);
        double[] offset = new double[ranks];
        double[] drift = new double[ranks];
        for (int rank = 1; rank < ranks; rank++) {
            offset[rank] = random.nextDouble(-1, 1);
            drift[rank] = random.nextDouble(-1e-4, 1e-4);
        }
        ClockCheck check = new ClockCheck(ranks);
        for (int i = 0; i < 4000; i++) {
            int sender = random.nextInt(ranks);
            int receiver = random.nextInt(ranks);
            double time = random.nextDouble(0, 1000);
            double received = time + 1e-4 + random.nextDouble(0, 1e-3);
            check.add(
                    sender,
                    receiver,
                    time + offset[sender] + drift[sender] * time,
                    received + offset[receiver] + drift[receiver] * received);
        }
        ClockCheck.Result result = check.result();

        assertThat(result.violations())
                .as("seed %d: clocks that disagree", seed)
                .isPositive();
        assertThat(result.leastDelayCorrected()).as("seed %d", seed).isGreaterThan(-1e-6);
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(result.clocks().get(rank).drift())
                    .as("seed %d, rank %d", seed, rank)
                    .isCloseTo(drift[rank], within(3e-6));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void lowerHull_minimumInAnyDirection_isThatOfAllPoints(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LowerHull hull = new LowerHull();
        double[][] points = new double[1 + random.nextInt(1000)][];
        for (int i = 0; i < points.length; i++) {
            points[i] = new double[] {random.nextInt(50), random.nextDouble(-5, 5)};
            hull.add(points[i][0], points[i][1]);
        }
        hull.slopes();
        for (int i = 0; i < 20; i++) {
            double slope = random.nextDouble(-1, 1);
            double least = Double.POSITIVE_INFINITY;
            for (double[] point : points) {
                least = Math.min(least, point[1] - slope * point[0]);
            }
            assertThat(hull.minimum(slope)).as("seed %d, slope %s", seed, slope).isCloseTo(least, within(1e-12));
        }
    }
}
