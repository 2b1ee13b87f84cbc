package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.kernel.EventKernel.Order;
import org.tailback.kernel.EventKernel.Timer;

/**
 * Contract of every host's clock. In particular, a network on the host must produce bitwise the same results as on SSJ.
 * The test of a host extends this class and creates the host.
 */
public abstract class EventKernelContract {
    /** Number of random scenarios compared with SSJ. */
    private static final int SCENARIOS = Boolean.getBoolean("tailback.thorough") ? 60 : 30;

    private final List<String> fired = new ArrayList<>();

    /** Returns a new host at time 0. */
    protected abstract Host newHost();

    private Timer timer(Host host, Order order, String name) {
        return host.kernel()
                .timer(order, () -> fired.add(name + "@" + host.kernel().now()));
    }

    /**
     * Tests that timers fire at their times, that timers of equal times fire in the order in which they were set, and
     * that LAST timers fire after all others.
     */
    @Test
    public void timers_fireByTimeThenOrderThenSetting() {
        Host host = newHost();
        Timer last = timer(host, Order.LAST, "last");
        Timer second = timer(host, Order.NORMAL, "second");
        Timer first = timer(host, Order.NORMAL, "first");
        Timer early = timer(host, Order.NORMAL, "early");
        host.schedule(0, () -> {
            last.at(2);
            first.at(2);
            second.at(2);
            early.at(1);
        });
        host.run();

        assertThat(fired).containsExactly("early@1.0", "first@2.0", "second@2.0", "last@2.0");
    }

    /**
     * Tests that ordinary timers that are set while an instant is being processed still fire before the LAST timers.
     */
    @Test
    public void lastTimer_firesAfterTimersSetMeanwhile() {
        Host host = newHost();
        Timer last = timer(host, Order.LAST, "last");
        Timer chained = timer(host, Order.NORMAL, "chained");
        Timer chain =
                host.kernel().timer(Order.NORMAL, () -> chained.at(host.kernel().now()));
        host.schedule(1, () -> {
            last.at(1);
            chain.at(1);
        });
        host.run();

        assertThat(fired).containsExactly("chained@1.0", "last@1.0");
    }

    /**
     * Tests that setting a timer again replaces its time, that a cancelled timer does not fire, and that timers can be
     * used again in both cases.
     */
    @Test
    public void timer_setAgainOrCancelled_firesOnlyAsSetLast() {
        Host host = newHost();
        Timer moved = timer(host, Order.NORMAL, "moved");
        Timer cancelled = timer(host, Order.NORMAL, "cancelled");
        Timer again = timer(host, Order.NORMAL, "again");
        host.schedule(0, () -> {
            moved.at(5);
            moved.at(2);
            moved.at(3);
            assertThat(cancelled.cancel()).isFalse();
            cancelled.at(1);
            assertThat(cancelled.cancel()).isTrue();
            assertThat(cancelled.cancel()).isFalse();
            again.at(1);
        });
        host.schedule(4, () -> again.at(6));
        host.run();

        assertThat(fired).containsExactly("again@1.0", "moved@3.0", "again@6.0");
    }

    /** Tests that a timer fires at exactly the given time, regardless of when it was set. */
    @Test
    public void timer_anyTime_firesAtItToTheLastBit() {
        SplittableRandom random = new SplittableRandom(1);
        Host host = newHost();
        List<Double> due = new ArrayList<>();
        List<Double> seen = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            double setAt = random.nextDouble();
            double time = setAt + random.nextDouble() / 3;
            due.add(time);
            Timer timer = host.kernel()
                    .timer(Order.NORMAL, () -> seen.add(host.kernel().now()));
            host.schedule(setAt, () -> timer.at(time));
        }
        host.run();

        assertThat(seen).containsExactlyElementsOf(due.stream().sorted().toList());
    }

    /** Tests that NaN, infinite times and past times are rejected. */
    @Test
    public void timer_notAFiniteInstantFromNowOn_isRefused() {
        Host host = newHost();
        Timer timer = timer(host, Order.NORMAL, "never");
        host.schedule(2, () -> {
            for (double time : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1.9}) {
                assertThatThrownBy(() -> timer.at(time)).isInstanceOf(IllegalArgumentException.class);
            }
            fired.add("tried");
        });
        host.run();

        assertThat(fired).containsExactly("tried");
    }

    /**
     * Tests that random scenarios with cancellations, changes of capacity and failures have the same results as on SSJ.
     */
    @Test
    public void network_randomScenarios_givesTheBitsOfSsj() {
        int lost = 0;
        int cancelled = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            NetworkScenario scenario = new NetworkScenario(seed, 8, 100, 600, true);
            List<String> expected = scenario.run(network(seed), Host.ssj());
            List<String> here = scenario.run(network(seed), newHost());
            assertThat(here).as("%s", scenario).isEqualTo(expected);
            cancelled +=
                    expected.stream().filter(line -> line.endsWith(": true")).count();
            lost += expected.stream()
                    .filter(line -> line.contains("LostMessage"))
                    .count();
        }
        assertThat(lost).as("messages lost in all scenarios").isPositive();
        assertThat(cancelled).as("messages cancelled in all scenarios").isPositive();
    }

    /** Tests that random scenarios have the same results at epoch seconds as at time 0. */
    @Test
    public void network_atEpochSeconds_isAsExactAsAtTheBeginning() {
        for (long seed = 10; seed <= SCENARIOS; seed += 10) {
            long itsSeed = seed;
            new NetworkScenario(seed, 8, 100, 600, true)
                    .assertSameAtEpochSeconds(() -> network(itsSeed), this::newHost);
        }
    }

    private static NetworkBuilder network(long seed) {
        return Network.builder(Cluster.of(8, 1))
                .model(new PortShares())
                .cost(new PortShares.LinearCost(1, seed % 3))
                .intraNode(new IntraNodePath(0.25, 4, seed % 5 == 0));
    }
}
