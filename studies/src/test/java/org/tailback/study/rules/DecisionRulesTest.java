package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replication.Replications;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;

class DecisionRulesTest {
    private static final PlatformFile STAR = PlatformFile.parse("""
        cluster: {nodes: 16}
        network: {model: max-min, bandwidth: 1 GB/s}
        cost: {model: plogp, latency: 1 us, bandwidth: 1 GB/s}
        """, "star");

    private static final CollectiveStudy STUDY =
            new CollectiveStudy(Kind.ALLREDUCE, Replications.of(1).threads(1));

    private static Case of(String network, String algorithm, long bytes) {
        return new Case(
                new Variant(network, 0, (ranks, seed) -> STAR.resolve(Overrides.NONE), false, false),
                Jitter.parse("start=constant:0").scaledBy(0),
                algorithm,
                8,
                bytes);
    }

    private static DecisionRules rules(List<Case> cases, double modelError) {
        return DecisionRules.of(STUDY, STUDY.run(cases, () -> {}).rows(), modelError);
    }

    @Test
    void gain_isTheTimeOfTheLibrarysChoiceOverTheBest() {
        List<Case> cases = Stream.of("recursive-doubling", "rabenseifner", "ring")
                .map(name -> of("one", name, 1 << 20))
                .toList();

        RuleCell cell = rules(cases, 0.1).cells().get(0);

        String own = CollectiveProgram.selected(Kind.ALLREDUCE, CollectiveSelectors.parse("openmpi"), 8, 1 << 20);
        assertThat(cell.own()).isEqualTo(own);
        assertThat(cell.ownSeconds()).isEqualTo(STUDY.time(of("one", own, 1 << 20)));
        assertThat(cell.seconds())
                .isEqualTo(cases.stream().mapToDouble(STUDY::time).min().orElseThrow());
        assertThat(cell.gain()).isCloseTo(cell.ownSeconds() / cell.seconds(), within(1e-12));
        assertThat(cell.mostGain() / cell.leastGain()).isCloseTo(1.1 * 1.1, within(1e-12));
    }

    @Test
    void librarysChoiceNotInTheStudy_isPredicted() {
        String own = CollectiveProgram.selected(Kind.ALLREDUCE, CollectiveSelectors.parse("openmpi"), 8, 64);
        assertThat(own).isNotEqualTo("linear");

        RuleCell cell = rules(List.of(of("one", "linear", 64)), 0).cells().get(0);

        assertThat(cell.own()).isEqualTo(own);
        assertThat(cell.ownSeconds()).isEqualTo(STUDY.time(of("one", own, 64)));
    }

    @Test
    void gainWithinTheError_keepsTheLibrarysChoice() {
        RuleCell cell = new RuleCell(8, 1, 64, "ring", 1, "linear", 1.2, "", 0.1);

        assertThat(cell.isRule()).isTrue();
        assertThat(cell.chosen()).isEqualTo("ring");
        RuleCell uncertain = new RuleCell(8, 1, 64, "ring", 1, "linear", 1.2, "", 0.2);
        assertThat(uncertain.isRule()).isFalse();
        assertThat(uncertain.chosen()).isEqualTo("linear");
        assertThat(new RuleCell(8, 1, 64, "linear", 1, "linear", 1, "", 0).isRule())
                .isFalse();
        assertThat(new DecisionRules(Kind.ALLREDUCE, List.of(uncertain)).hasRules())
                .isFalse();
    }

    @Test
    void severalNetworks_areRefused() {
        assertThatThrownBy(() -> rules(List.of(of("one", "ring", 64), of("two", "ring", 64)), 0.1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("one network");
    }
}
