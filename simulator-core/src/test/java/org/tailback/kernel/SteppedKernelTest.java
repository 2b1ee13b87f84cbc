package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteppedKernelTest {
    private final SteppedKernel kernel = SteppedKernel.create();
    private final List<String> fired = new ArrayList<>();

    private EventKernel.Timer timer(EventKernel.Order order, String name) {
        return kernel.timer(order, () -> fired.add(name + "@" + kernel.now()));
    }

    @Test
    void advanceTo_firesWhatIsDue_andLeavesTheInstantOpen() {
        timer(EventKernel.Order.LAST, "early last").at(1);
        timer(EventKernel.Order.NORMAL, "early").at(1);
        timer(EventKernel.Order.LAST, "last").at(2);
        timer(EventKernel.Order.NORMAL, "normal").at(2);
        timer(EventKernel.Order.NORMAL, "later").at(3);
        kernel.advanceTo(2);

        assertThat(fired).containsExactly("early@1.0", "early last@1.0", "normal@2.0");
        assertThat(kernel.now()).isEqualTo(2);
        assertThat(kernel.nextInstant()).isEqualTo(3);
        assertThat(fired).endsWith("last@2.0");
        kernel.runToEnd();
        assertThat(fired).endsWith("later@3.0");
        assertThat(kernel.nextInstant()).isInfinite();
    }

    @Test
    void nextInstant_ordinaryTimerDueNow_isNow() {
        timer(EventKernel.Order.LAST, "last").at(0);
        timer(EventKernel.Order.NORMAL, "normal").at(0);

        assertThat(kernel.nextInstant()).isZero();
        assertThat(fired).isEmpty();
        kernel.advanceTo(0);
        assertThat(fired).containsExactly("normal@0.0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void advanceTo_notAFiniteInstantFromNowOn_isRejected(double seconds) {
        assertThatThrownBy(() -> kernel.advanceTo(seconds)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void advanceTo_fromATimersAction_isRejectedAndTimeStillMoves() {
        kernel.timer(EventKernel.Order.NORMAL, () -> kernel.advanceTo(5)).at(1);
        timer(EventKernel.Order.NORMAL, "other").at(2);

        assertThatThrownBy(() -> kernel.advanceTo(3)).isInstanceOf(IllegalStateException.class);
        kernel.advanceTo(3);
        assertThat(fired).containsExactly("other@2.0");
    }
}
