package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

class LogGopsCostTest {
    private static final double TINY = 1e-20;

    private final MessageCost cost = LogGopsCost.of(new LogGops(2500, 1500, 1000, 6, 2, 4000));

    @Test
    void alone_workedExample_isOverheadTransferLatencyOverhead() {
        MessageCost simple = LogGopsCost.of(LogGops.DEFAULT);
        double alone =
                simple.sendOverhead(1000) + simple.gap(1000) + simple.latency(1000) + simple.receiveOverhead(1000);
        assertThat(alone).isEqualTo(11494e-9, within(TINY));
    }

    @Test
    void overheads_perByte_countFromTheSecondByteOn() {
        assertThat(cost.sendOverhead(11)).isEqualTo(1520e-9, within(TINY));
        assertThat(cost.receiveOverhead(11)).isEqualTo(1520e-9, within(TINY));
        assertThat(cost.sendOverhead(0)).isEqualTo(1500e-9);
        assertThat(cost.gap(0)).isZero();
        assertThat(cost.interfaceGap(11)).isEqualTo(1000e-9);
    }

    @Test
    void protocol_exactlyTheLimit_isEager() {
        assertThat(cost.protocol(4000)).isEqualTo(Protocol.EAGER_BUFFERED);
        assertThat(cost.protocol(4001)).isEqualTo(Protocol.RENDEZVOUS);
    }
}
