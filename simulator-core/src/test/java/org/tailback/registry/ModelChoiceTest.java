package org.tailback.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;

class ModelChoiceTest {
    @Test
    void parse_nameOnly_hasNoSettings() {
        ModelChoice choice = ModelChoice.parse("max-min");
        assertThat(choice.name()).isEqualTo("max-min");
        assertThat(choice.settings().keys()).isEmpty();
    }

    @Test
    void parse_keysAndValues_keepTheirOrderAndThePlace() {
        ModelChoice choice = ModelChoice.parse("gigabit-ethernet:beta=0.75, outgoing-gamma = 0.115,bandwidth=1 GB/s");
        assertThat(choice.name()).isEqualTo("gigabit-ethernet");
        assertThat(choice.settings().keys()).containsExactly("beta", "outgoing-gamma", "bandwidth");
        assertThat(choice.settings().number("outgoing-gamma")).isEqualTo(0.115);
        assertThat(choice.settings().bytesPerSecond("bandwidth")).isEqualTo(1e9);
        assertThatThrownBy(() -> choice.settings().seconds("bandwidth"))
                .hasMessage(
                        "gigabit-ethernet:beta=0.75, outgoing-gamma = 0.115,bandwidth=1 GB/s: 'bandwidth': expected "
                                + "a time such as 50us, 10.706 ms or 0.2 s, found '1 GB/s', which is a bandwidth");
    }

    @Test
    void parse_valueWithColonAndEquals_reachesToTheComma() {
        assertThat(ModelChoice.parse("m:file=a:b=c,x=1").settings().text("file"))
                .isEqualTo("a:b=c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | the name is missing",
                ":a=1 | the name is missing",
                "m: | '' is not key=value",
                "m:a | 'a' is not key=value",
                "m:a=1,,b=2 | '' is not key=value",
                "m:=1 | '=1' is not key=value",
                "m:a=1,a=2 | key 'a' is given twice",
            })
    void parse_otherForms_areRefused(String text, String problem) {
        assertThatThrownBy(() -> ModelChoice.parse(text))
                .isInstanceOf(InputException.class)
                .hasMessage("expected NAME or NAME:key=value,key=value, found '" + text + "': " + problem);
    }
}
