package org.tailback.study.derivative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.Registry;
import org.tailback.replay.Replay;

/** Derivatives of functions that are known, the number being the compute scale; and of one message, by hand. */
class DerivativesTest {
    private static final PlatformFile STAR = PlatformFile.parse("""
            cluster: {nodes: 2}
            network: {model: max-min}
            cost: {model: hockney, latency: 50us, bandwidth: 100 MB/s}
            """, "star.yaml");
    private static final Platform PLATFORM = STAR.resolve(Overrides.NONE);

    private static Derivative of(double value, DoubleUnaryOperator makespan) {
        return of(value, Double.POSITIVE_INFINITY, makespan);
    }

    /** The derivative of a function of a number that may not be larger than a bound. */
    private static Derivative of(double value, double largest, DoubleUnaryOperator makespan) {
        PlatformNumber number = new PlatformNumber("p", value, "", changed -> {
            if (changed > largest) {
                throw new InputException("too large");
            }
            return PLATFORM.toBuilder().computeScale(changed).build();
        });
        return Derivatives.of(
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
        assertThat(line.hasCorner()).isFalse();
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
    void corner_workedExample_hasASlopeOnEitherSide() {
        Derivative corner = of(1, p -> Math.max(p, 1));

        assertThat(corner.hasCorner()).isTrue();
        assertThat(corner.derivative()).isCloseTo(1, within(1e-9));
        assertThat(corner.below()).isZero();
    }

    @Test
    void numberThatCannotGrow_hasTheSlopeBelow() {
        Derivative bounded = of(1, 1, p -> 3 + 2 * p);

        assertThat(bounded.derivative()).isCloseTo(2, within(1e-9));
        assertThat(bounded.hasCorner()).isFalse();
    }

    /** A message of 1 MB takes 50 us + 10 ms alone: 1 s a second of latency, and -0.995 percent a percent of bandwidth. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void oneMessage_latencyAndBandwidth_areThoseByHand(int threads) {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .send(1, 0, 1_000_000)
                .rank(1)
                .recv(0, 0, 1_000_000)
                .build();
        double makespan = Replay.builder(program, PLATFORM).build().run().makespan();
        Registry registry = Registry.load();
        List<PlatformNumber> numbers = PlatformNumbers.of(STAR.merged(Overrides.NONE, 2, registry), PLATFORM, registry);

        List<Derivative> derivatives = Derivatives.of(
                numbers,
                makespan,
                threads,
                platform -> Replay.builder(program, platform).build().run().makespan());

        assertThat(makespan).isCloseTo(0.01005, within(1e-15));
        Derivative latency = derivatives.stream()
                .filter(each -> each.parameter().equals("cost.latency"))
                .findFirst()
                .orElseThrow();
        Derivative bandwidth = derivatives.stream()
                .filter(each -> each.parameter().endsWith("cost.bandwidth"))
                .findFirst()
                .orElseThrow();
        assertThat(latency.derivative()).isCloseTo(1, within(1e-6));
        assertThat(latency.elasticity()).isCloseTo(0.05 / 10.05, within(1e-6));
        assertThat(bandwidth.elasticity()).isCloseTo(-10 / 10.05, within(2e-6));
    }
}
