package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.kernel.EventKernel.Order;

class LocalClockTest {
    /** Where a step of the host's clock is 2.4e-7 s. */
    private static final double EPOCH = 1.7e9;

    private final SteppedKernel host = SteppedKernel.create();
    private final LocalClock clock = new LocalClock(host);
    private final List<String> fired = new ArrayList<>();

    private EventKernel.Timer timer(Order order, String name) {
        return clock.timer(order, () -> fired.add(name + "@" + clock.now()));
    }

    @Test
    void timers_withinOneStepOfTheHost_fireInOrderAtTheirExactTimes() {
        host.advanceTo(EPOCH);
        assertThat(clock.restart()).isEqualTo(EPOCH);
        timer(Order.NORMAL, "third").at(3e-8);
        timer(Order.NORMAL, "first").at(1e-8);
        timer(Order.LAST, "second").at(2e-8);
        host.runToEnd();

        assertThat(fired).containsExactly("first@1.0E-8", "second@2.0E-8", "third@3.0E-8");
        assertThat(host.now()).isEqualTo(EPOCH);
        assertThat(clock.hostTime()).isEqualTo(EPOCH);
    }

    @Test
    void lastTimer_waitsForTheHost_whoseEventsAreAtTheTimeOfTheFirstTimerDue() {
        host.advanceTo(EPOCH);
        clock.restart();
        timer(Order.LAST, "last").at(1e-7);
        timer(Order.NORMAL, "normal").at(1e-7);
        timer(Order.NORMAL, "later").at(1.1e-7);
        host.timer(Order.NORMAL, () -> fired.add("host@" + clock.now())).at(EPOCH);
        host.advanceTo(EPOCH);

        assertThat(fired).containsExactly("normal@1.0E-7", "host@1.0E-7");
        host.runToEnd();
        assertThat(fired).containsExactly("normal@1.0E-7", "host@1.0E-7", "last@1.0E-7", "later@1.1E-7");
    }

    @Test
    void now_inEventsOfTheHost_countsFromTheRestartButNotBeyondAPendingTimer() {
        host.advanceTo(0.1);
        clock.restart();
        EventKernel.Timer pending = timer(Order.NORMAL, "pending");
        pending.at(2);
        host.advanceTo(1.6);
        assertThat(clock.now()).isEqualTo(1.5);
        assertThat(clock.restart()).as("restart while something is pending").isZero();
        pending.cancel();
        assertThat(host.nextInstant()).isInfinite();
        assertThat(clock.restart()).isEqualTo(1.5);
        assertThat(clock.now()).isZero();
        assertThat(clock.origin()).isEqualTo(1.6);
    }

    @Test
    void beforeARestart_timesAreThoseOfTheHostToTheBit() {
        EventKernel.Timer timer = timer(Order.NORMAL, "timer");
        host.advanceTo(0.1 + 0.2);
        timer.at(1.0 / 3);
        assertThat(host.nextInstant()).isEqualTo(1.0 / 3);
        assertThat(clock.now()).isEqualTo(0.1 + 0.2);
        host.runToEnd();

        assertThat(fired).containsExactly("timer@" + 1.0 / 3);
    }
}
