package org.tailback.model.sharing.headofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tailback.model.sharing.headofline.MarkedPackets.Marking;

class MarkedPacketsTest {
    /** Nodes 1 to 3 send to node 8 over the links that the message to node 12 takes. */
    private static final int[][] VICTIM_FIRST = HeadOfLineTest.edges("0>12 1>8 2>8 3>8 9>8 10>8 11>8 12>8");

    private static final HeadOfLine TREE = HeadOfLineTest.model("topology=fat-tree;down=4x4;up=1x4");

    private static double[] rates(HeadOfLine model, Marking marking) {
        int slots = 20_000;
        MarkedPackets packets = new MarkedPackets(model, marking, 16, 1);
        double[] rates = new double[VICTIM_FIRST.length];
        for (int[] edge : VICTIM_FIRST) {
            packets.send(edge[0], edge[1], Long.MAX_VALUE / 2);
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < slots; i++) {
                packets.slot();
            }
            for (int i = 0; i < rates.length; i++) {
                rates[i] = packets.arrived(VICTIM_FIRST[i][0], VICTIM_FIRST[i][1]) / (double) slots - rates[i];
            }
        }
        return rates;
    }

    @Test
    void rates_withoutMarking_areThoseOfPackets() {
        double[] expected = new Packets(TREE, 16, VICTIM_FIRST, 1).rates(20_000);
        assertThat(rates(TREE, Marking.NONE)).containsExactly(expected, within(0.02));
    }

    @Test
    void rates_adaptiveWithoutMarking_areThoseOfPackets() {
        HeadOfLine adaptive = HeadOfLineTest.model("topology=fat-tree;down=4x4;up=1x4;adaptive=true");
        double[] expected = new Packets(adaptive, 16, VICTIM_FIRST, 1).rates(20_000);
        assertThat(rates(adaptive, Marking.NONE)).containsExactly(expected, within(0.02));
    }

    /** Packets without marking: 0.04 for the victim, max-min: 0.57. */
    @Test
    void rates_marking_freesTheVictimAndUsesTheLinkOfTheIncast() {
        double[] rates = rates(TREE, new Marking(8, 50, 10));
        double incast = Arrays.stream(rates, 1, rates.length).sum();
        assertThat(rates[0]).isGreaterThan(0.3);
        assertThat(incast).isGreaterThan(0.9);
    }
}
