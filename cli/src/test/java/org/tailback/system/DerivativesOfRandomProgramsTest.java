package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.replay.Replay;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.Derivatives;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.study.derivative.PlatformNumbers;

/**
 * Derivatives are those of replays with a little more and a little less of a number, for every sharing model on every
 * kind of topology. {@code -Dderivatives.programs=1000} checks that many programs, which takes minutes.
 */
class DerivativesOfRandomProgramsTest {
    private static final Registry REGISTRY = Registry.load();
    /** Relative changes of numbers: a model may change to another formula within larger ones. */
    private static final double SMALLEST_STEP = 1e-6;

    private static final double LARGEST_STEP = 1e-5;
    /** Relative to the derivative; differences of makespans have a rounding error, too. */
    private static final double TOLERANCE = 1e-6;

    private static final double ROUNDING = 1e-9;
    private int covered;

    @Test
    void derivatives_areDifferencesOfReplays() {
        int programs = Integer.getInteger("derivatives.programs", 12);
        // a head-of-line walk over a fat tree takes seconds a program
        boolean all = programs >= 100;
        List<String> networks = MetamorphicTest.names()
                .filter(name -> all || !name.startsWith("head-of-line on"))
                .toList();
        List<String> wrong = new ArrayList<>();
        int numbers = 0;
        for (long seed = 1; seed <= programs; seed++) {
            String network = networks.get((int) (seed % networks.size()));
            int cost = (int) (seed / networks.size() % MetamorphicTest.COSTS.size());
            numbers += compare(seed, network, cost, wrong);
        }
        assertThat(wrong).as("%s of %s numbers compared", covered, numbers).isEmpty();
        assertThat(covered).isGreaterThan(numbers / 2);
    }

    /** Waits, transfers and computation make up the time: of all times together it is the same multiple. */
    @Test
    void elasticities_ofTimesMinusBandwidths_areOne() {
        for (long seed = 1; seed <= 20; seed++) {
            PlatformFile file =
                    MetamorphicTest.file("max-min on star", (int) (seed % 3), 2, MetamorphicTest.Units.PLAIN);
            Platform platform = file.resolve(Overrides.NONE, REGISTRY);
            MetamorphicTest.Ranks program = MetamorphicTest.program(seed, false);
            Placement placement = platform.placement().place(platform.cluster(), program.ranks());
            double sum = Derivatives.of(platform, placement, run(program, placement))
                    .by(PlatformNumbers.of(file.merged(Overrides.NONE, 8, REGISTRY), platform, REGISTRY))
                    .stream()
                    .mapToDouble(each -> each.unit().equals("B/s") ? -each.elasticity() : each.elasticity())
                    .sum();

            assertThat(sum).as("seed %s", seed).isCloseTo(1, within(1e-7));
        }
    }

    private static Derivatives.Run run(MetamorphicTest.Ranks program, Placement placement) {
        return (changed, observer) -> Replay.builder(program, changed)
                .placement(placement)
                .observer(observer)
                .build()
                .run();
    }

    private int compare(long seed, String network, int cost, List<String> wrong) {
        PlatformFile file = MetamorphicTest.file(network, cost, 2, MetamorphicTest.Units.PLAIN);
        Platform platform = file.resolve(Overrides.NONE, REGISTRY);
        MetamorphicTest.Ranks program = MetamorphicTest.program(seed, false);
        Placement placement = platform.placement().place(platform.cluster(), program.ranks());
        List<PlatformNumber> numbers = PlatformNumbers.of(file.merged(Overrides.NONE, 8, REGISTRY), platform, REGISTRY);
        Derivatives.Run run = run(program, placement);
        double makespan = run.replay(platform, null).makespan();
        List<Derivative> derivatives = Derivatives.of(platform, placement, run).by(numbers);
        // where delays grow from message to message, rounding does too
        double growth = derivatives.stream()
                .mapToDouble(each -> Math.abs(each.elasticity()))
                .sum();
        for (int i = 0; i < numbers.size(); i++) {
            PlatformNumber number = numbers.get(i);
            Derivative found = derivatives.get(i);
            double slope = found.derivative() * found.value();
            double error = Double.POSITIVE_INFINITY;
            double allowed = TOLERANCE * Math.abs(slope) + ROUNDING * makespan * Math.max(1, growth);
            double reach = 0.9 * Math.min(1 - found.from() / number.value(), found.to() / number.value() - 1);
            for (double step : new double[] {Math.min(reach, LARGEST_STEP), SMALLEST_STEP}) {
                if (reach >= SMALLEST_STEP && error > allowed) {
                    double difference = run.replay(number.platform().apply(number.value() * (1 + step)), null)
                                    .makespan()
                            - run.replay(number.platform().apply(number.value() * (1 - step)), null)
                                    .makespan();
                    error = Math.min(error, Math.abs(difference / (2 * step) - slope));
                }
            }
            if (error < Double.POSITIVE_INFINITY) {
                covered++;
                if (error > allowed) {
                    wrong.add("seed " + seed + ", " + network + ", cost " + cost + ": " + found + " is wrong by "
                            + error);
                }
            }
        }
        return numbers.size();
    }
}
