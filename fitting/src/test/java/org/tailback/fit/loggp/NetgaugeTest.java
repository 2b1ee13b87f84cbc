package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.SharedFiles;

class NetgaugeTest {
    /** Netgauge printed changes at 65537, 79873, 90113 and 120833, each after four sizes more. */
    @Test
    void protocols_ofTheLocalRun_endWhereNetgaugeSawTheChanges() {
        NetgaugeFile raw = read("local_openmpi_tcplo_ng.out");

        assertThat(raw.protocols())
                .extracting(NetgaugeFile.Row::bytes)
                .containsExactly(69633L, 83969L, 94209L, 124929L, 130049L);
        // the last line of the file: G 0.000150 us
        assertThat(raw.protocols().get(4).gapPerByte()).isCloseTo(0.15e-9, within(1e-18));
    }

    private static NetgaugeFile read(String name) {
        Path file = SharedFiles.find("traces/netgauge/" + name);
        return NetgaugeFile.parse(Utf8.read(file, "file"), file.toString());
    }

    @Test
    void rawForm_withRemarksOnTheDelay_isReadAndCountsThem() {
        NetgaugeFile file = NetgaugeFile.parse("""
                # size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu
                1 10 11.0 56.4 160.0 5.5 4.5 4.4 -nan inf 0.0 !!! d (442.38) is smaller than g+size*G (460.36) !!!
                1025 10 11.2 58.0 161.0 5.5 4.5 4.4 4.9 0.0002 0.0
                """, "ng.out");

        assertThat(file.protocols().get(0).deviation()).isZero();
        assertThat(file.series().remarks()).singleElement().asString().startsWith("1 lines end in Netgauge's remark");
    }

    @Test
    void ourFit_ofTheLocalRun_keepsThePositiveGOfTheFirstProtocolAndPassesTheMiddleOfTheSecond() {
        PrttSeries series = PrttFile.series(SharedFiles.find("traces/netgauge/local_openmpi_tcplo_ng.out"));
        LogGpParameters fitted = LogGpFit.fit(series, LogGpOptions.DEFAULT);
        LogGpParameters.Protocol last = fitted.protocols().get(1);

        assertThat(last.line().slope()).isNegative();
        assertThat(last.gapPerByte().value())
                .isPositive()
                .isEqualTo(fitted.protocols().get(0).gapPerByte().value());
        double middle = last.line().meanX();
        assertThat(last.gap().value() + (middle - 1) * last.gapPerByte().value())
                .isCloseTo(last.line().at(middle), within(1e-12));
        assertThat(fitted.remarks()).anyMatch(remark -> remark.startsWith("G of the protocol from 65537 to 130049 B"));
    }

    @Test
    void ourFit_ofTheLocalRun_findsTheSwitchAndNoNegativeGapBeforeIt() {
        PrttSeries series = PrttFile.series(SharedFiles.find("traces/netgauge/local_openmpi_tcplo_ng.out"));
        LogGpParameters fitted = LogGpFit.fit(series, LogGpOptions.DEFAULT);
        assertThat(fitted.protocols())
                .extracting(LogGpParameters.Protocol::fromBytes)
                .contains(65537L);
        assertThat(fitted.protocols().get(0).gap().value()).isPositive();
    }

    @Test
    void ourFit_ofTheRdmaRun_findsTheChangeThatNetgaugeMisses() {
        NetgaugeFile file = read("run_ng.out");
        assertThat(file.protocols()).hasSize(1);
        LogGpParameters fitted = LogGpFit.fit(file.series(), LogGpOptions.DEFAULT);
        assertThat(fitted.protocols()).hasSize(2);
        assertThat(fitted.protocols().get(1).fromBytes()).isEqualTo(23553);
        assertThat(fitted.protocols().get(1).gapPerByte().value() * 1e6).isCloseTo(4.06e-5, within(1e-6));
    }

    @Test
    void smallFile_isReadAndFitted() {
        String text = "# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)\n"
                + "1 10 10.0 28.0 109.0 5.0 1.0 1.0 -nan -nan -nan\n"
                + "1025 10 12.0 39.0 129.0 5.0 1.0 1.0 -nan 0.001 -nan\n";
        NetgaugeFile file = NetgaugeFile.parse(text, "ng.out");
        assertThat(file.protocols()).singleElement().satisfies(last -> {
            assertThat(last.bytes()).isEqualTo(1025);
            assertThat(last.gapPerByte()).isCloseTo(0.001e-6, within(1e-18));
            assertThat(last.gap()).isNaN();
        });
        assertThat(file.series().points()).hasSize(2);
    }

    @Test
    void malformedLines_areNamed() {
        assertThatThrownBy(() -> NetgaugeFile.parse("# size n PRTT(1,0,s)\n1 10 11\n", "ng.out"))
                .isInstanceOf(InputException.class)
                .hasMessage("ng.out:2: expected 11 columns (size n PRTT PRTT PRTT L o_s o_r g G lsqu), found 3");
        assertThatThrownBy(() -> NetgaugeFile.parse("1 10 11 x 1 1 1 1 1 1 1\n", "ng.out"))
                .hasMessage("ng.out:1: expected a number, found 'x'");
        assertThatThrownBy(() -> NetgaugeFile.parse("1 1 11 1 1 1 1 1 1 1 1\n", "ng.out"))
                .hasMessageContaining("a number of messages >= 2");
        assertThatThrownBy(() -> NetgaugeFile.parse("\n", "ng.out")).hasMessageContaining("no measurements");
    }
}
