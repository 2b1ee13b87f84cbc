package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.LineFit;

class PositiveGapPerByteTest {
    private static double[] kept(double... fitted) {
        LineFit line = new LineFit(3, 1, 1, 0, 10, 1);
        List<LogGpParameters.Protocol> protocols = new ArrayList<>(Arrays.stream(fitted)
                .mapToObj(g -> new LogGpParameters.Protocol(
                        1,
                        20,
                        Estimate.withoutError(1),
                        Estimate.withoutError(1),
                        Estimate.withoutError(g),
                        line,
                        line))
                .toList());
        List<String> remarks = new ArrayList<>();
        PositiveGapPerByte.keep(protocols, remarks);
        double[] kept = protocols.stream()
                .mapToDouble(protocol -> protocol.gapPerByte().value())
                .toArray();
        long changed = Arrays.stream(fitted)
                .filter(g -> !(g > 0 && g < Double.POSITIVE_INFINITY))
                .count();
        assertThat(remarks).hasSize(Arrays.equals(kept, fitted) ? 0 : (int) changed);
        return kept;
    }

    @Test
    void keep_positiveOnes_stay() {
        assertThat(kept(3, 2)).containsExactly(3, 2);
    }

    @Test
    void keep_thoseThatAreNotPositive_takeTheLastPositiveOne() {
        assertThat(kept(3, -1, 2, 0, Double.NaN, Double.POSITIVE_INFINITY)).containsExactly(3, 3, 2, 2, 2, 2);
    }

    @Test
    void keep_thoseBeforeTheFirstPositiveOne_takeThat() {
        assertThat(kept(Double.NaN, -1, 2)).containsExactly(2, 2, 2);
    }

    @Test
    void keep_none_areThoseThatWereFitted() {
        assertThat(kept(0, -1)).containsExactly(0, -1);
    }
}
