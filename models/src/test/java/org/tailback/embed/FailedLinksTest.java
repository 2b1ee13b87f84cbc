package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.loss.LossCause;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

/** Links that fail while messages are on them, computed by hand: ports of 100 MB/s. */
class FailedLinksTest {
    private static final long MB = 1_000_000;
    private static final Offset<Double> ROUNDED = within(1e-9);
    private final List<Double> ends = new ArrayList<>();
    private final List<LostMessage> lost = new ArrayList<>();

    private static Network network(String model) {
        return Network.builder(Cluster.of(4, 1))
                .model(model)
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .build();
    }

    private Message send(Network network, int source, int destination, long megabytes) {
        return network.send(
                source, destination, megabytes * MB, WhenDone.of(delivery -> ends.add(delivery.arrived()), lost::add));
    }

    private static void advance(Network network, double seconds) {
        network.nextInstant();
        network.advanceTo(seconds);
    }

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-min:bandwidth=100MB/s",
                "largest-share:bandwidth=100MB/s",
                "head-of-line:bandwidth=100MB/s",
                "smpi:bandwidth=100MB/s,link-latency=0s,cross-traffic=0"
            })
    void failLink_thatStops_freesItsShareAndGoesOnWhenRepaired(String model) {
        // 0>2 and 1>2 of 100 MB at 50 MB/s. At 1 s 0>2 stops; 1>2 ends its 50 MB at 1.5 s. Repaired at 3 s: 50 MB at
        // 100 MB/s until 3.5 s.
        Network network = network(model);
        Message stopped = send(network, 0, 2, 100);
        send(network, 1, 2, 100);
        advance(network, 1);
        network.link("node 0 up").fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 2);
        assertThat(network.link("node 0 up").hasFailed()).isTrue();
        assertThat(stopped.rate()).isZero();
        assertThat(stopped.penalty()).isInfinite();
        assertThat(stopped.remainingBytes()).isEqualTo(50.0 * MB, within(1.0));
        Message waiting = send(network, 0, 3, 0);
        advance(network, 3);
        assertThat(waiting.state()).isEqualTo(MessageState.MOVING);
        network.link("node 0 up").repair();
        runToEnd(network);

        assertThat(ends).hasSize(3);
        assertThat(ends.get(0)).isEqualTo(1.5, ROUNDED);
        assertThat(ends.get(1)).isEqualTo(3, ROUNDED);
        assertThat(ends.get(2)).isEqualTo(3.5, ROUNDED);
        assertThat(network.result().lostToContention()).isEqualTo(2.5 + 0.5 + 1, ROUNDED);
        assertThat(network.result().conflicts().incoming()).isEqualTo(2);
    }

    @Test
    void failLink_underAMessageWithoutData_itsRestStays() {
        // an empty message takes the gap of 10 us without data for the network; stopped after 4 us, it needs 6 more
        Network network = Network.builder(Cluster.of(2, 1))
                .model("max-min:bandwidth=100MB/s")
                .cost(new MessageCost() {
                    @Override
                    public String name() {
                        return "10 us";
                    }

                    @Override
                    public double gap(long bytes) {
                        return 1e-5;
                    }

                    @Override
                    public double latency(long bytes) {
                        return 0;
                    }
                })
                .build();
        Message message = send(network, 0, 1, 0);
        advance(network, 4e-6);
        network.link("node 0 up").fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 1);
        assertThat(message.remainingBytes()).isZero();
        assertThat(network.engine().progress().fractionLeft(message.number)).isEqualTo(0.6, ROUNDED);
        network.link("node 0 up").repair();
        runToEnd(network);

        assertThat(ends).hasSize(1);
        assertThat(ends.get(0)).isEqualTo(1 + 6e-6, ROUNDED);
    }

    @Test
    void failLink_twoLinksOfARoute_bothMustBeRepaired() {
        Network network = network("max-min:bandwidth=100MB/s");
        Message message = send(network, 0, 2, 100);
        network.link("node 0 up").fail(LinkFailure.STOPS_MESSAGES);
        network.link("node 2 down").fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 1);
        network.link("node 0 up").repair();
        advance(network, 2);
        assertThat(message.remainingBytes()).isEqualTo(100.0 * MB);
        network.link("node 2 down").repair();
        runToEnd(network);

        assertThat(ends).containsExactly(3.0);
    }

    @Test
    void failLink_thatLoses_notifiesOwnersAndLosesLaterMessagesUntilRepaired() {
        Network network = network("max-min:bandwidth=100MB/s");
        Message first = send(network, 0, 2, 100);
        send(network, 1, 2, 100);
        advance(network, 1);
        network.link("node 0 up").fail(LinkFailure.LOSES_MESSAGES);
        assertThat(lost).isEmpty();
        advance(network, 2);
        send(network, 0, 3, 100);
        assertThat(lost).hasSize(1);
        network.nextInstant();
        network.advanceTo(2);
        network.link("node 0 up").repair();
        send(network, 0, 3, 100);
        runToEnd(network);

        assertThat(lost)
                .containsExactly(
                        new LostMessage(0, 2, 100 * MB, 0, 1, new LossCause.LinkFailed("node 0 up")),
                        new LostMessage(0, 3, 100 * MB, 2, 2, new LossCause.LinkFailed("node 0 up")));
        assertThat(first.remainingBytes()).isEqualTo(50.0 * MB, within(1.0));
        assertThat(first.state()).isEqualTo(MessageState.LOST);
        assertThat(ends).hasSize(2);
        assertThat(ends.get(0)).isEqualTo(1.5, ROUNDED);
        assertThat(ends.get(1)).isEqualTo(3, ROUNDED);
        assertThat(network.result().lost()).isEqualTo(2);
    }

    @Test
    void failLink_thatStopped_losesWhatItStoppedWhenTheRuleChanges() {
        Network network = network("max-min:bandwidth=100MB/s");
        Message cancelled = send(network, 0, 3, 100);
        send(network, 0, 2, 100);
        network.link("node 0 up").fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 1);
        assertThat(cancelled.cancel()).isTrue();
        network.link("node 0 up").fail(LinkFailure.LOSES_MESSAGES);
        runToEnd(network);

        assertThat(lost).containsExactly(new LostMessage(0, 2, 100 * MB, 0, 1, new LossCause.LinkFailed("node 0 up")));
        assertThat(ends).isEmpty();
    }

    @Test
    void failLink_underAReplay_stopsItOrEndsIt() {
        for (LinkFailure rule : LinkFailure.values()) {
            Network network = network("max-min:bandwidth=100MB/s");
            ScriptedProgram program =
                    new ScriptedProgram(2).add(0, s -> s.send(1, 0, 100 * MB)).add(1, s -> s.recv(0, 0, 100 * MB));
            Replay job = Replay.builder(program, network.platform())
                    .on(network)
                    .placement(Placement.of(network.platform().cluster(), 0, 2))
                    .whenDone(result -> ends.add(network.now()))
                    .build();
            job.start();
            advance(network, 0.25);
            network.link("node 2 down").fail(rule);
            advance(network, 2);
            network.link("node 2 down").repair();
            runToEnd(network);

            if (rule == LinkFailure.STOPS_MESSAGES) {
                assertThat(job.result().failure()).isEmpty();
                assertThat(ends.get(0)).isEqualTo(2.75, ROUNDED);
            } else {
                assertThat(job.result().failure().orElseThrow().cause())
                        .isEqualTo(new LossCause.LinkFailed("node 2 down"));
                assertThat(ends.get(1)).isEqualTo(0.25);
            }
        }
    }

    @Test
    void failLink_unknownOrNone_isRefused() {
        assertThatThrownBy(() -> network("max-min").link("node 2 dwn").fail(LinkFailure.STOPS_MESSAGES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("node 2 down");
        assertThatThrownBy(() -> network("infiniband").link("node 2 down").fail(LinkFailure.STOPS_MESSAGES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no links");
    }
}
