package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.BinaryTree;
import umontreal.ssj.simevents.eventlist.DoublyLinked;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** Timers on SSJ, and SSJ's traps: each is provoked here and must not bite. */
class SsjKernelTest {
    static List<Supplier<EventList>> lists() {
        return List.of(SplayTree::new, BinaryTree::new, DoublyLinked::new, Henriksen::new);
    }

    private static Simulator simulator(Supplier<EventList> list) {
        Simulator simulator = new Simulator(list.get());
        simulator.init();
        return simulator;
    }

    @ParameterizedTest
    @MethodSource("lists")
    void at_pendingWhenSimulatorIsInitialised_canBeSetAgain(Supplier<EventList> list) {
        // Trap 1: SSJ's init() empties the list and leaves events "already scheduled" for ever.
        Simulator simulator = simulator(list);
        List<Double> fired = new ArrayList<>();
        EventKernel.Timer timer =
                SsjKernel.of(simulator).timer(EventKernel.Order.NORMAL, () -> fired.add(simulator.time()));
        timer.at(5);
        simulator.init();
        timer.at(2);
        simulator.start();

        assertThat(fired).containsExactly(2.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1})
    void at_notAFiniteInstantFromNowOn_isRejected(double date) {
        // Traps 2 and 3: NaN compares equal to everything, infinity overflows Henriksen's list.
        EventKernel.Timer timer = SsjKernel.of(simulator(SplayTree::new)).timer(EventKernel.Order.NORMAL, () -> {});

        assertThatThrownBy(() -> timer.at(date))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Double.toString(date));
    }

    @ParameterizedTest
    @MethodSource("lists")
    void cancelAndSetAgain_amongEventsOfTheSameInstant_neverFiresInThePast(Supplier<EventList> list) {
        // Traps 4 to 6: scheduleNext makes cancelled events fire at time -10; we never use it.
        Simulator simulator = simulator(list);
        SsjKernel kernel = SsjKernel.of(simulator);
        List<Double> fired = new ArrayList<>();
        EventKernel.Timer moved = kernel.timer(EventKernel.Order.NORMAL, () -> fired.add(simulator.time()));
        EventKernel.Timer mover = kernel.timer(EventKernel.Order.NORMAL, () -> {
            moved.cancel();
            moved.at(simulator.time());
            moved.at(3);
        });
        moved.at(1);
        mover.at(1);
        EventKernel.Timer earlier = kernel.timer(EventKernel.Order.NORMAL, moved::cancel);
        earlier.at(0.5);
        simulator.start();

        assertThat(fired).containsExactly(3.0);
        assertThat(simulator.time()).isEqualTo(3.0);
    }

    @ParameterizedTest
    @MethodSource("lists")
    void at_setAgainAtALaterClock_firesExactlyAtItsDate(Supplier<EventList> list) {
        // Trap 8: schedule(t - now) misses t in the last bit in some percent of cases.
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 2000; i++) {
            Simulator simulator = simulator(list);
            SsjKernel kernel = SsjKernel.of(simulator);
            double date = 1 + random.nextDouble();
            double first = random.nextDouble();
            List<Double> fired = new ArrayList<>();
            EventKernel.Timer timer = kernel.timer(EventKernel.Order.NORMAL, () -> fired.add(simulator.time()));
            kernel.timer(EventKernel.Order.NORMAL, () -> timer.at(date)).at(first);
            simulator.start();

            assertThat(fired).as("date %s set at %s", date, first).containsExactly(date);
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    void last_setDuringTheInstant_firesAfterEverythingElseOfIt(Supplier<EventList> list) {
        Simulator simulator = simulator(list);
        SsjKernel kernel = SsjKernel.of(simulator);
        List<String> order = new ArrayList<>();
        EventKernel.Timer flush = kernel.timer(EventKernel.Order.LAST, () -> order.add("flush"));
        EventKernel.Timer second = kernel.timer(EventKernel.Order.NORMAL, () -> order.add("second"));
        EventKernel.Timer first = kernel.timer(EventKernel.Order.NORMAL, () -> {
            order.add("first");
            flush.at(1);
            second.at(1);
        });
        first.at(1);
        Event hosts = new Event(simulator) {
            @Override
            public void actions() {
                order.add("host");
            }
        };
        hosts.schedule(1);
        simulator.start();

        assertThat(order).containsExactly("first", "host", "second", "flush");
    }

    @Test
    void exceptionInAnAction_leavesTheSimulatorUsable() {
        // Trap 13: the event is consumed, the rest of the list stays.
        SsjKernel kernel = SsjKernel.of(simulator(SplayTree::new));
        List<Double> fired = new ArrayList<>();
        kernel.timer(EventKernel.Order.NORMAL, () -> {
                    throw new IllegalStateException("on purpose");
                })
                .at(1);
        kernel.timer(EventKernel.Order.NORMAL, () -> fired.add(kernel.now())).at(2);

        assertThatThrownBy(kernel.simulator()::start).hasMessage("on purpose");
        kernel.simulator().start();
        assertThat(fired).containsExactly(2.0);
    }
}
