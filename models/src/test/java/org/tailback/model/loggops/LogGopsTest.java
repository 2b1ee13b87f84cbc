package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

class LogGopsTest {
    @Test
    void from_nothing_isLogGopSimsDefault() {
        assertThat(LogGops.from(Settings.empty("loggops", "here")))
                .isEqualTo(new LogGops(2500, 1500, 1000, 6, 0, 65535));
    }

    @Test
    void from_timesAndSizes_areNanosecondsAndBytes() {
        Map<String, String> given =
                Map.of("L", "50us", "o", "0.008 ms", "g", "1.2e-5", "G", "8ns", "O", "1 ns", "S", "64KiB");
        assertThat(LogGops.from(Settings.ofScalars("loggops", "here", given)))
                .isEqualTo(new LogGops(50_000, 8_000, 12_000, 8, 1, 65_536));
    }

    @Test
    void from_everyWholeNanosecondUpToAMillion_isExact() {
        for (int nanoseconds = 0; nanoseconds < 1_000_000; nanoseconds += 61) {
            String seconds = Double.toString(nanoseconds / 1e9);
            assertThat(LogGops.from(Settings.ofScalars("loggops", "here", Map.of("L", seconds)))
                            .latency())
                    .isEqualTo(nanoseconds);
        }
    }

    @Test
    void from_fractionOfANanosecond_isRefused() {
        assertThatThrownBy(() -> LogGops.from(Settings.ofScalars("loggops", "--cost", Map.of("G", "0.5ns"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--cost")
                .hasMessageContaining("'G' must be a whole number of nanoseconds")
                .hasMessageContaining("'0.5ns'");
    }

    @Test
    void from_unknownKey_isRefusedWithTheValidOnes() {
        assertThatThrownBy(() -> LogGops.from(Settings.ofScalars("loggops", "--cost", Map.of("H", "1ns"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown key 'H'")
                .hasMessageContaining("L, o, g, G, O, S");
    }

    @Test
    void constructor_negativeParameter_isRefused() {
        assertThatThrownBy(() -> new LogGops(1, 2, -3, 4, 5, 6))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("g must be at least 0, not -3");
    }

    @Test
    void from_words_areTheLettersParameters() {
        Map<String, String> given = Map.of(
                "latency", "50us",
                "overhead", "8us",
                "gap", "12us",
                "gap-per-byte", "8ns",
                "overhead-per-byte", "1ns",
                "eager-limit", "64KiB");
        assertThat(LogGops.from(Settings.ofScalars("loggops", "--cost", given)))
                .isEqualTo(new LogGops(50_000, 8_000, 12_000, 8, 1, 65_536));
    }

    @Test
    void from_bareDigits_areNanosecondsAsInLogGopSim() {
        Map<String, String> given = Map.of("L", "2500", "G", "6", "O", "0", "S", "65535");
        assertThat(LogGops.from(Settings.ofScalars("loggops", "--cost", given))).isEqualTo(LogGops.DEFAULT);
    }

    @Test
    void from_bareFraction_isRefusedWhereNanosecondsMayBeMeant() {
        assertThatThrownBy(() -> LogGops.from(Settings.ofScalars("loggops", "--cost", Map.of("G", "0.04"))))
                .isInstanceOf(InputException.class)
                .hasMessage("--cost: 'G' has no unit, found '0.04'. Whole numbers without a unit are nanoseconds,"
                        + " all others are seconds. Write 0.04s or 0.04ns");
    }

    @Test
    void from_letterAndWordAtOnePlace_isRefused() {
        assertThatThrownBy(() -> LogGops.from(
                        Settings.ofScalars("loggops", "--cost", Map.of("G", "6ns", "gap-per-byte", "7ns"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'G' and 'gap-per-byte' are two names of one parameter");
    }

    @Test
    void from_letterOfCommandLineAndWordOfFile_commandLineWins() {
        Settings file = Settings.ofScalars("cost", "file:1:1", Map.of("gap-per-byte", "7ns", "latency", "9ns"));
        Settings commandLine = Settings.ofScalars("loggops", "--cost", Map.of("G", "6ns"));

        LogGops read = LogGops.from(file.overriddenBy(commandLine));

        assertThat(read.gapPerByte()).isEqualTo(6);
        assertThat(read.latency()).isEqualTo(9);
    }
}
