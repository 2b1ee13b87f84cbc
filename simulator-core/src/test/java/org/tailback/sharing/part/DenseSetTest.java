package org.tailback.sharing.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DenseSetTest {
    @Test
    void clearedAndGrown_holdsItsMembersInOrder() {
        DenseSet set = new DenseSet(2);
        assertThat(set.add(100)).isTrue();
        assertThat(set.add(3)).isTrue();
        assertThat(set.add(100)).isFalse();
        assertThat(set.size()).isEqualTo(2);
        assertThat(set.get(0)).isEqualTo(100);
        assertThat(set.contains(3)).isTrue();
        set.sort();
        assertThat(set.get(0)).isEqualTo(3);
        set.clear();
        assertThat(set.contains(100)).isFalse();
        assertThat(set.size()).isZero();
    }
}
