package org.tailback.model.sharing.headofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;

class PacketQueuesTest {
    @Test
    void packets_moreThanTheRoomInAll_leaveInTheirOrder() {
        PacketQueues queues = new PacketQueues(3, 2);
        assertThat(queues.add(2, 10)).isTrue();
        assertThat(queues.add(2, 11)).isFalse();
        assertThat(queues.isFull(2)).isTrue();
        assertThat(queues.next(2)).isEqualTo(11);
        assertThat(queues.add(2, 12)).isFalse();
        assertThat(queues.next(2)).isEqualTo(12);
        assertThat(queues.next(2)).isEqualTo(Outlets.NONE);
    }

    /** Two of these products are negative as an int, one is small. */
    @ParameterizedTest
    @ValueSource(ints = {2_097_152, 3_000_000, 4_194_305})
    void start_moreQueuesThanAnArrayHolds_isAnInputError(int queues) {
        assertThatThrownBy(() -> new PacketQueues(queues, 1024))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(queues + " queues", "buffer: 1024", "2147483639 packets", "smaller buffer");
    }
}
