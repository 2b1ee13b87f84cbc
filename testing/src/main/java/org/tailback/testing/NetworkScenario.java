package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.tailback.embed.Link;
import org.tailback.embed.LinkFailure;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.embed.NetworkResult;
import org.tailback.embed.Transfer;
import org.tailback.embed.WhenDone;

/**
 * Random sequence of events on a network: messages, answers, cancellations, changes of the capacity of nodes, and
 * failures and repairs of nodes and links. The seed determines the scenario, independently of the host. In every second
 * scenario, all events of the host are on a coarse grid of times, so that many events share an instant.
 *
 * @param seed seed of the scenario
 * @param nodes number of nodes of the network, >= 2
 * @param largestMessage largest size of a message in bytes, >= 1
 * @param seconds duration over which the host's events are spread, > 0
 * @param changesCapacities false for models whose capacities cannot be changed
 * @param start time of the earliest events, seconds
 */
public record NetworkScenario(
        long seed, int nodes, long largestMessage, double seconds, boolean changesCapacities, double start) {
    private static final int EVENTS = 120;
    private static final double EPOCH_SECONDS = 1.7e9;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+([.][0-9]+)?(E-?[0-9]+)?");

    /** Creates a scenario that starts at 0 s. */
    public NetworkScenario(long seed, int nodes, long largestMessage, double seconds, boolean changesCapacities) {
        this(seed, nodes, largestMessage, seconds, changesCapacities, 0);
    }

    /**
     * Checks that the scenario has the same results at epoch seconds, where a step of the host's clock is 2.4e-7 s, as
     * at time 0. Durations and penalties may differ by 1e-12, and the host's times by two steps. The seed must be even.
     * The host's events are spread over fewer seconds, so that the clock can represent their times.
     *
     * @param builder supplier of builders of the network, without a clock
     * @param host supplier of new hosts
     */
    public void assertSameAtEpochSeconds(Supplier<NetworkBuilder> builder, Supplier<Host> host) {
        List<String> expected = onGrid(0).run(builder.get(), host.get());
        List<String> actual = onGrid(EPOCH_SECONDS).run(builder.get(), host.get());
        expected.sort(Comparator.comparing(NetworkScenario::withoutTimes));
        actual.sort(Comparator.comparing(NetworkScenario::withoutTimes));
        assertThat(actual).as("%s", this).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertSame(expected.get(i), actual.get(i));
        }
    }

    private NetworkScenario onGrid(double from) {
        double step = Math.scalb(1.0, Math.getExponent(seconds / 24));
        return new NetworkScenario(seed, nodes, largestMessage, 24 * step, changesCapacities, from);
    }

    /** Returns the message number of a line, followed by the line without its numbers. */
    private static String withoutTimes(String line) {
        return line.replaceFirst("[^0-9]*([0-9]+) .*", "$1")
                + NUMBER.matcher(line).replaceAll("#");
    }

    private void assertSame(String expected, String actual) {
        assertThat(withoutTimes(actual))
                .as("%s: %s, %s", this, expected, actual)
                .isEqualTo(withoutTimes(expected));
        double[] was = numbers(expected);
        double[] is = numbers(actual);
        for (int i = 0; i < is.length; i++) {
            boolean isTime = is[i] >= EPOCH_SECONDS;
            assertThat(is[i])
                    .as("%s: %s, %s", this, expected, actual)
                    .isCloseTo(
                            isTime ? EPOCH_SECONDS + was[i] : was[i],
                            within(isTime ? 2 * Math.ulp(EPOCH_SECONDS) : 1e-12 * Math.max(1, was[i])));
        }
    }

    private static double[] numbers(String line) {
        return NUMBER.matcher(line)
                .results()
                .mapToDouble(number -> Double.parseDouble(number.group()))
                .toArray();
    }

    /**
     * Runs the scenario.
     *
     * @param builder builder of the network, without a clock
     * @return sorted results of all messages, with times to the last bit, and the network's result
     */
    public List<String> run(NetworkBuilder builder, Host host) {
        Network network = builder.on(host.kernel()).seed(seed).build();
        Course course = new Course(network, host);
        course.plan(new SplittableRandom(seed));
        host.run();
        // event-driven hosts and loops may process events at the same instant in different orders
        course.lines.sort(null);
        // the final time of the clock depends on the host
        course.lines.add(counts(network.result()));
        return course.lines;
    }

    private final class Course {
        private final Network network;
        private final Host host;
        private final List<String> lines = new ArrayList<>();
        private final Message[] messages = new Message[EVENTS];

        Course(Network network, Host host) {
            this.network = network;
            this.host = host;
        }

        void plan(SplittableRandom random) {
            boolean onGrid = seed % 2 == 0;
            for (int i = 0; i < EVENTS; i++) {
                double fraction = onGrid ? random.nextInt(24) / 24.0 : random.nextDouble();
                int kind = random.nextInt(12);
                int number = i;
                int node = random.nextInt(nodes);
                int other = random.nextInt(nodes);
                int earlier = random.nextInt(i + 1);
                long bytes = onGrid
                        ? 1 + largestMessage * random.nextInt(4) / 4
                        : random.nextLong(largestMessage) * random.nextInt(5) / 4;
                double capacity = (1 + random.nextInt(4)) / 4.0;
                Transfer transfer = withOptions(Transfer.of(node, other, bytes), random);
                host.schedule(start + fraction * seconds, () -> {
                    switch (kind) {
                        case 0, 1 -> cancel(earlier);
                        case 2 -> {
                            if (changesCapacities && !network.links().isEmpty()) {
                                network.setNodeCapacity(node, capacity);
                            }
                        }
                        case 3 -> {
                            if (number % 4 == 0) {
                                network.failNode(node);
                            }
                        }
                        case 4 -> network.repairNode(node);
                        case 5 -> changeLink(node, number % 3);
                        default -> messages[number] = network.send(transfer, whenDone(number, bytes));
                    }
                });
            }
        }

        /**
         * Returns the transfer with random options: a quarter of the messages has a maximum rate, and a quarter has a
         * deadline.
         */
        private Transfer withOptions(Transfer plain, SplittableRandom random) {
            double rate = largestMessage / seconds * (1 + random.nextInt(8)) * 0.37;
            // deadlines that coincide with other events could have a different order on coarser clocks
            double offset = seed % 5 == 1 ? 0 : 0.37;
            double deadline = seconds * (1 + random.nextInt(6) + offset) / 24;
            Transfer limited = random.nextInt(4) == 0 ? plain.maxRate(rate) : plain;
            return random.nextInt(4) == 0 ? limited.deadlineAfter(deadline) : limited;
        }

        private void changeLink(int link, int what) {
            List<Link> links = network.links();
            if (!links.isEmpty()) {
                Link changed = links.get(link % links.size());
                switch (what) {
                    case 0 -> changed.fail(LinkFailure.LOSES_MESSAGES);
                    case 1 -> changed.fail(LinkFailure.STOPS_MESSAGES);
                    default -> changed.repair();
                }
            }
        }

        private void cancel(int number) {
            if (messages[number] != null) {
                lines.add("cancel " + number + " at " + network.now() + ": " + messages[number].cancel());
            }
        }

        private WhenDone whenDone(int number, long bytes) {
            return WhenDone.of(
                    delivery -> {
                        lines.add(number + " " + delivery);
                        if (number % 3 == 0) {
                            network.send(
                                    delivery.destination(),
                                    delivery.source(),
                                    bytes / 2,
                                    WhenDone.of(
                                            answer -> lines.add(number + " answered " + answer),
                                            lost -> lines.add(number + " unanswered " + lost)));
                        }
                    },
                    lost -> lines.add(number + " " + lost));
        }
    }

    /** Returns all numbers of a result except the time, which depends on the end of the host's run. */
    private static String counts(NetworkResult result) {
        return "sent=" + result.sent() + ", arrived=" + result.arrived() + ", cancelled=" + result.cancelled()
                + ", lost=" + result.lost() + ", underWay=" + result.underWay() + ", bytesArrived="
                + result.bytesArrived() + ", averagePenalty=" + result.averagePenalty() + ", lostToContention="
                + result.lostToContention() + ", lostToTimeouts=" + result.lostToTimeouts()
                + ", retransmissionTimeouts=" + result.retransmissionTimeouts() + ", " + result.conflicts() + ", "
                + result.warnings();
    }
}
