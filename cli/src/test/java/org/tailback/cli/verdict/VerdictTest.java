package org.tailback.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.platform.Interval;

/** A choice is one only beyond the error, and every command that decides says so in the same form. */
class VerdictTest {
    private static Verdict between(double error, String doubt, Candidate... candidates) {
        return Verdict.between("opening", List.of(candidates), error, doubt);
    }

    @Test
    void between_aheadBeyondTheError_isTheChoice() {
        Verdict verdict = between(0.1, "", new Candidate("B", 1.12), new Candidate("A", 1.0));

        assertThat(verdict)
                .isEqualTo(new Verdict("opening", "take A: 12 % faster than B, beyond the error of 10 %", "A", true));
    }

    @Test
    void between_aheadByLessThanTheError_isNoChoice() {
        Verdict verdict = between(0.15, "", new Candidate("A", 1.0), new Candidate("B", 1.12), new Candidate("C", 2));

        assertThat(verdict.sentence())
                .isEqualTo("cannot tell, because A and B differ by 12 %, less than the error of 15 %; others are"
                        + " slower beyond it");
        assertThat(verdict.choice()).isNull();
        assertThat(verdict.beyond()).isFalse();
    }

    @Test
    void between_sameTimeAsTheFastest_isNamedBesideTheChoice() {
        Candidate best = new Candidate("A", 1.0);
        Candidate same = new Candidate("B", 1.0);

        assertThat(between(0.1, "", best, same, new Candidate("C", 1.5)).sentence())
                .isEqualTo("take A (or B, as fast): 50 % faster than C, beyond the error of 10 %");
        assertThat(between(0.1, "", best, same).sentence())
                .isEqualTo("cannot tell, because A and B take the same time");
    }

    @Test
    void between_errorThatDoesNotHold_isNoChoiceHoweverFarApart() {
        Verdict verdict = between(Double.NaN, "x is extrapolated", new Candidate("A", 1.0), new Candidate("B", 9));

        assertThat(verdict.sentence())
                .isEqualTo("cannot tell, because x is extrapolated; predicted: A is 9 times as fast as B");
        assertThat(verdict.choice()).isNull();
    }

    @Test
    void between_intervals_decideInsteadOfTheError() {
        Candidate first = new Candidate("A", 1.0, new Interval(0.9, 1.1, 0.9));

        assertThat(between(Double.NaN, "", first, new Candidate("B", 1.3, new Interval(1.2, 1.4, 0.9)))
                        .choice())
                .isEqualTo("A");
        assertThat(between(Double.NaN, "", first, new Candidate("B", 1.3, new Interval(1.05, 1.4, 0.9)))
                        .choice())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replay ring:ranks=4,bytes=1MiB --platform leonardo",
                "compare ring:ranks=4,bytes=1MiB --platform leonardo,lumi",
                "collective allreduce --ranks 4 --size 1KiB --platform leonardo",
                "place ring:ranks=4,bytes=1MiB --platform leonardo --budget 2",
            })
    void json_hasSentenceChoiceAndBeyond(String command) {
        JsonNode verdict = CommandRun.json(command.split(" ", -1)).get("verdict");

        assertThat(verdict.fieldNames()).toIterable().containsExactly("sentence", "choice", "beyond");
        assertThat(verdict.get("sentence").asText()).isNotEmpty();
        assertThat(verdict.get("beyond").isBoolean()).isTrue();
        assertThat(verdict.get("choice").isNull() || verdict.get("choice").isTextual())
                .isTrue();
    }
}
