package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"20%,0.2", "20 %,0.2", "' 12.5 % ',0.125", "0.2,0.2", "0,0", "150%,1.5"})
    void parse_shares(String text, double share) {
        assertThat(Percent.parse("--model-error", text)).isEqualTo(share);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-5 %", "%", "", "ten", "NaN", "Infinity"})
    void parse_others_areRefused(String text) {
        assertThatThrownBy(() -> Percent.parse("--model-error", text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--model-error: expected a share");
    }

    /** 15 may be 15 % or 1500 %. */
    @ParameterizedTest
    @ValueSource(strings = {"15", "1.5", "100"})
    void parse_bareNumberAboveOne_isAskedFor(String text) {
        assertThatThrownBy(() -> Percent.parse("--model-error", text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(
                        "--model-error: found '" + text + "': is that " + text + " times or " + text + " %?");
    }

    @Test
    void parse_placeOfAFile_isSaid() {
        assertThatThrownBy(() -> Percent.parse("p.yaml:3:14", "x")).hasMessageContaining("p.yaml:3:14: ");
    }
}
