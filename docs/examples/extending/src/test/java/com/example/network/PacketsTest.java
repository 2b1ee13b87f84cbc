package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.testing.MessageCostContract;

class PacketsTest extends MessageCostContract {
    @Override
    protected MessageCost cost() {
        return Registry.load().cost(ModelChoice.parse("packets:bandwidth=125MB/s"));
    }

    @Test
    void gap_oneByteMoreThanAPacket_hasTwoHeaders() {
        assertThat(new Packets(0, 1, 100, 10).gap(100)).isEqualTo(110);
        assertThat(new Packets(0, 1, 100, 10).gap(101)).isEqualTo(121);
    }

    @Test
    void create_emptyPackets_areRefused() {
        assertThatThrownBy(() -> Registry.load().cost(ModelChoice.parse("packets:bandwidth=1MB/s,payload=0")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("at least one byte");
    }
}
