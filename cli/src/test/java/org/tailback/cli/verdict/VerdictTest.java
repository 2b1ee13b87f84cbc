package org.tailback.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;
import org.tailback.cli.verdict.Verdict.Candidate;
import org.tailback.platform.Interval;
import org.tailback.platform.StatedError;

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
                .isEqualTo("No verdict: A and B differ by 12 %, less than the error of 15 %; others are"
                        + " slower by more");
        assertThat(verdict.choice()).isNull();
        assertThat(verdict.beyond()).isFalse();
    }

    @Test
    void between_sameTimeAsTheFastest_isNamedBesideTheChoice() {
        Candidate best = new Candidate("A", 1.0);
        Candidate same = new Candidate("B", 1.0);

        assertThat(between(0.1, "", best, same, new Candidate("C", 1.5)).sentence())
                .isEqualTo("take A (or B, as fast): 50 % faster than C, beyond the error of 10 %");
        assertThat(between(0.1, "", best, same).sentence()).isEqualTo("A and B take the same time");
    }

    @Test
    void between_rowsOfATable_tieIsRowsFromTheFirst() {
        Candidate[] rows = {
            new Candidate(Verdict.row(1, "A"), 1.0),
            new Candidate(Verdict.row(2, "B"), 1.0),
            new Candidate(Verdict.row(3, "C"), 1.03),
            new Candidate(Verdict.row(4, "D"), 1.2)
        };

        assertThat(between(0.1, "", rows).sentence())
                .isEqualTo("No verdict: rows 1 to 3 tie within 3.0 %, less than the error of 10 %; others are slower"
                        + " by more");
        assertThat(between(0.01, "", rows).sentence())
                .isEqualTo("take row 1 (A) (or row 2 (B), as fast): 3.0 % faster than row 3 (C), beyond the error of"
                        + " 1.0 %");
    }

    @Test
    void between_errorThatDoesNotHold_isNoChoiceHoweverFarApart() {
        Verdict verdict = between(Double.NaN, "x is extrapolated", new Candidate("A", 1.0), new Candidate("B", 9));

        assertThat(verdict.sentence()).isEqualTo("No verdict: x is extrapolated. Nominally A is 9 times as fast as B");
        assertThat(verdict.choice()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1.002, 0.2 % faster than",
        "1.99, 99 % faster than",
        "1.997, twice as fast as",
        "2, twice as fast as",
        "2.5, 2.5 times as fast as"
    })
    void between_ratio_inWords(double slower, String words) {
        assertThat(between(Double.NaN, "x is unknown", new Candidate("A", 1.0), new Candidate("B", slower))
                        .sentence())
                .isEqualTo("No verdict: x is unknown. Nominally A is " + words + " B");
    }

    /**
     * With an error below 15 %, 1 s is at most 1.176 s when measured, 1.4 s at least 1.217 s and 1.3 s at least 1.13.
     */
    @Test
    void between_statedError_decidesBeyondIt() {
        StatedError stated = StatedError.below(0.15, "below 15 % of messages", "Martinasso and Mehaut 2011, section 5");
        Candidate fast = Candidate.stated("A", 1.0, stated);

        assertThat(between(Double.NaN, "", fast, Candidate.stated("B", 1.4, stated)))
                .isEqualTo(new Verdict(
                        "opening",
                        "take A: 40 % faster than B, beyond the error of 15 % stated in Martinasso and Mehaut 2011, section 5",
                        "A",
                        true));
        assertThat(between(Double.NaN, "", fast, Candidate.stated("B", 1.3, stated))
                        .sentence())
                .isEqualTo(
                        "No verdict: A and B differ by 30 %, less than the error of 15 % stated in Martinasso and Mehaut"
                                + " 2011, section 5");
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
