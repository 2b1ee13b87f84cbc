package org.tailback.fit.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class TreeDataTest {
    private static final String TEXT = """
            bidirectional: true
            heights:
              - {pairs: [580.2 Mbit/s], idle: [100 us, 102 us], loaded: [602 us, 604 us]}
              - {pairs: [580.0 Mbit/s, 580.2 Mbit/s], buffer-delay: 451 us}
              - {bandwidth: 2304 Mbit/s, buffer-delay: 456.5 us}
            """;

    @Test
    void text_givesSumsAndHalfDifferences() {
        TreeParameters tree = TreeParameters.of(TreeData.parse(TEXT, "f"));
        assertThat(tree.heights().get(0).bufferDelay().value()).isCloseTo(251e-6, within(1e-15));
        assertThat(tree.heights().get(1).bandwidth().value()).isCloseTo(1160.2e6 / 8, within(1e-6));
        assertThat(tree.heights().get(2).bufferDelay().value()).isEqualTo(456.5e-6);
        assertThat(tree.heights().get(2).bandwidth().value()).isEqualTo(288e6);
    }

    @Test
    void timingTolerance_staysBelowTheLatencyOfAFastNetwork() {
        TreeParameters slow = TreeParameters.of(TreeData.parse(TEXT, "f"));
        assertThat(slow.fragment("today").text()).contains("timing-tolerance: 25.25 us");
        TreeParameters unknown =
                TreeParameters.of(TreeData.parse("heights: [{bandwidth: 1 GB/s, buffer-delay: 1 us}]", "f"));
        assertThat(unknown.fragment("today").text()).contains("tail-drop").doesNotContain("timing-tolerance");
    }

    @Test
    void mistakes_haveTheirPlace() {
        assertThatThrownBy(() -> TreeData.parse(TEXT.replace("580.2 Mbit/s]", "580.2 us]"), "f"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("f:3:");
        assertThatThrownBy(() -> TreeData.parse(TEXT.replace("bandwidth:", "bandwith:"), "f"))
                .hasMessageContaining("bandwith");
        assertThatThrownBy(() -> TreeData.parse("heights: []", "f")).hasMessageContaining("no heights");
    }

    @Test
    void delays_notMeasured_areUnknown() {
        TreeParameters tree = TreeParameters.of(TreeData.parse("heights: [{bandwidth: 1 GB/s}]", "f"));
        assertThat(tree.remarks()).singleElement().asString().contains("d(1) cannot be determined");
        assertThat(tree.fragment("today").text()).doesNotContain("buffer-delay", "tail-drop");
    }

    @Test
    void delays_thatShowNothing_areUnknownAndSaid() {
        TreeParameters tree = TreeParameters.of(
                TreeData.parse(TEXT.replace("loaded: [602 us, 604 us]", "loaded: [102 us, 100 us]"), "f"));
        assertThat(tree.remarks()).containsExactly("d(1) cannot be determined: found 0.0 s");
        assertThat(tree.heights().get(0).bufferDelay().value()).isNaN();
        assertThat(tree.fragment("today").text()).doesNotContain("buffer-delay", "tail-drop");
    }
}
