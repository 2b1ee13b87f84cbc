package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;

class ValueListTest {
    @Test
    void sizes_multipliedRange_bothEnds() {
        assertThat(ValueList.sizes("--size", "1KiB:8KiB:x2")).containsExactly(1024L, 2048L, 4096L, 8192L);
    }

    @Test
    void sizes_addedRange_stopsBelowItsEnd() {
        assertThat(ValueList.sizes("--size", "1kB:4kB:+1.5kB")).containsExactly(1000L, 2500L, 4000L);
        assertThat(ValueList.sizes("--size", "0:5:+2")).containsExactly(0L, 2L, 4L);
    }

    @Test
    void sizes_fractionalFactor_wholeBytes() {
        assertThat(ValueList.sizes("--size", "100:300:x1.5")).containsExactly(100L, 150L, 225L);
    }

    @Test
    void sizes_listAndRanges_inOrderEachOnce() {
        assertThat(ValueList.sizes("--size", "7, 1:4:x2, 4, 2")).containsExactly(7L, 1L, 2L, 4L);
    }

    @Test
    void counts_powersOfTwo() {
        assertThat(ValueList.counts("--ranks", "2:32:x2")).containsExactly(2, 4, 8, 16, 32);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1,",
                "1:2",
                "1:2:3",
                "4:2:x2",
                "1:8:x1",
                "0:8:x2",
                "1:8:+0",
                "1:8:x",
                "1.5",
                "-1",
                "4ms",
                "1:1e9:+1"
            })
    void sizes_malformed_optionNamed(String text) {
        assertThatThrownBy(() -> ValueList.sizes("--size", text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--size: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "4KiB", "3e9"})
    void counts_malformed_optionNamed(String text) {
        assertThatThrownBy(() -> ValueList.counts("--ranks", text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--ranks: ");
    }
}
