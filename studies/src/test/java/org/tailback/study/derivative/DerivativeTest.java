package org.tailback.study.derivative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.Maps;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.Programs;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.Registry;
import org.tailback.replay.Replay;

/** Derivatives of functions that are known, the number being the compute scale; and of one message, by hand. */
class DerivativeTest {
    private static final PlatformFile STAR = PlatformFile.parse("""
            cluster: {nodes: 2}
            network: {model: max-min}
            cost: {model: hockney, latency: 50us, bandwidth: 100 MB/s}
            """, "star.yaml");
    private static final Platform PLATFORM = STAR.resolve(Overrides.NONE);

    private static Derivative of(double value, DoubleUnaryOperator makespan) {
        return of(value, 0, Double.POSITIVE_INFINITY, makespan);
    }

    /** The derivative of a function of a number that a model refuses out of bounds. */
    private static Derivative of(double value, double smallest, double largest, DoubleUnaryOperator makespan) {
        PlatformNumber number = new PlatformNumber("p", value, "", changed -> {
            if (changed < smallest || changed > largest) {
                throw new InputException("out of bounds");
            }
            return PLATFORM.toBuilder().computeScale(changed).build();
        });
        return Derivative.of(
                        List.of(number),
                        makespan.applyAsDouble(value),
                        2,
                        platform -> makespan.applyAsDouble(platform.computeScale()))
                .get(0);
    }

    @Test
    void straightLine_workedExample_hasItsSlopeAndElasticity() {
        Derivative line = of(1, p -> 3 + 2 * p);

        assertThat(line.derivative()).isCloseTo(2, within(1e-9));
        assertThat(line.side()).isEqualTo(Derivative.Side.BOTH);
        assertThat(line.elasticity()).isCloseTo(0.4, within(1e-9));
        assertThat(line.step()).isEqualTo(1e-3);
    }

    @Test
    void hyperbola_isOffByTheSquareOfTheStep() {
        Derivative bandwidth = of(4, p -> 8 / p);

        assertThat(bandwidth.derivative()).isCloseTo(-0.5, within(0.5 * 1.1e-6));
        assertThat(bandwidth.elasticity()).isCloseTo(-1, within(1.1e-6));
    }

    @Test
    void kink_workedExample_hasTheMeanOfBothSlopes() {
        Derivative kink = of(1, p -> Math.max(p, 1));

        assertThat(kink.derivative()).isCloseTo(0.5, within(1e-9));
        assertThat(kink.elasticity()).isCloseTo(0.5, within(1e-9));
    }

    /** T = p at 1 and above, 3 p - 2 below: a number at a bound has the slope of the side that it can take. */
    @Test
    void numberAtABound_hasTheSlopeOfTheOtherSide() {
        Derivative largest = of(1, 0, 1, p -> Math.min(p, 3 * p - 2));
        Derivative smallest = of(1, 1, 2, p -> Math.min(p, 3 * p - 2));

        assertThat(largest.side()).isEqualTo(Derivative.Side.LESS);
        assertThat(largest.derivative()).isCloseTo(3, within(1e-9));
        assertThat(smallest.side()).isEqualTo(Derivative.Side.MORE);
        assertThat(smallest.derivative()).isCloseTo(1, within(1e-9));
    }

    @Test
    void numberThatCannotChange_hasNone() {
        assertThat(of(1, 1, 1, p -> p).derivative()).isNaN();
    }

    /**
     * Rank 0 computes 0.1 s, then a message of 1 MB takes 50 us + 10 ms. So a second of latency costs a second, and
     * the derivative by the bandwidth is -1 MB / (100 MB/s)^2.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void oneMessage_everyNumber_isThatByHand(int threads) {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .compute(0.1)
                .send(1, 0, 1_000_000)
                .rank(1)
                .recv(0, 0, 1_000_000)
                .build();
        Registry registry = Registry.load();
        ToDoubleFunction<Platform> replay =
                platform -> Replay.builder(program, platform).build().run().makespan();
        double makespan = replay.applyAsDouble(PLATFORM);

        Map<String, Derivative> found = Maps.uniqueIndex(
                Derivative.of(
                        PlatformNumbers.of(STAR.merged(Overrides.NONE, 2, 2, registry), PLATFORM, registry),
                        makespan,
                        threads,
                        replay),
                Derivative::parameter);

        assertThat(makespan).isCloseTo(0.11005, within(1e-15));
        assertThat(found.get("cost.latency").derivative()).isCloseTo(1, within(1e-6));
        assertThat(found.get("cost.latency").elasticity()).isCloseTo(0.05e-3 / 0.11005, within(1e-9));
        assertThat(found.get("cost.bandwidth").derivative()).isCloseTo(-1e-10, within(1e-15));
        assertThat(found.get("cost.bandwidth").elasticity()).isCloseTo(-0.01 / 0.11005, within(1e-6));
        assertThat(found.get("compute.scale").derivative()).isCloseTo(0.1, within(1e-9));
        assertThat(found.get("compute.scale").elasticity()).isCloseTo(0.1 / 0.11005, within(1e-9));
    }

    /** Three exchanges, one after the other: a second of latency costs three. */
    @Test
    void latencyOfExchanges_isTheQuotientOfTwoReplays() {
        ParallelProgram program = Programs.ring(2, 3, 1_000_000, 0.001);
        DoubleFunction<Platform> withLatency = seconds -> PLATFORM.toBuilder()
                .cost(new PlogP(seconds, GapFunction.perByte(8e-9)))
                .build();
        ToDoubleFunction<Platform> replay =
                platform -> Replay.builder(program, platform).build().run().makespan();
        double less = replay.applyAsDouble(withLatency.apply(49.95e-6));
        double more = replay.applyAsDouble(withLatency.apply(50.05e-6));

        Derivative found = Derivative.of(
                        List.of(new PlatformNumber("latency", 50e-6, "s", withLatency)),
                        replay.applyAsDouble(withLatency.apply(50e-6)),
                        2,
                        replay)
                .get(0);

        assertThat(found.derivative())
                .isCloseTo((more - less) / 0.1e-6, within(1e-8))
                .isCloseTo(3, within(1e-6));
    }
}
