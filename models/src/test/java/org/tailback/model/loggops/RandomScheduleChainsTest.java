package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Placement;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.PartKind;
import org.tailback.explain.Segment;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.Replay;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;

/** Chains of schedules add up to the makespan, whatever depends on what. */
class RandomScheduleChainsTest {
    private static final List<String> COSTS = List.of(
            "{model: hockney, latency: 1 us, bandwidth: 10 MB/s, eager-limit: 20, eager: detached}",
            "{model: hockney, latency: 0, bandwidth: 10 MB/s, eager-limit: 5, eager: buffered}",
            "{model: loggps, latency: 100 ns, overhead: 300 ns, gap: 500 ns, gap-per-byte: 10 ns, eager-limit: 15}",
            "{model: plogp, latency: 1 us, gap: {1: 200 ns, 1000: 40 us}, eager-limit: 10, handshake: 700 ns}");

    private static Platform platform(String network, String cost) {
        return PlatformFile.parse(
                        "cluster: {nodes: 3, cores-per-node: 2}\nnetwork: {model: " + network + "}\ncost: " + cost
                                + "\nintra-node: {latency: 100 ns, bandwidth: 50 MB/s}\n",
                        "test")
                .resolve(Overrides.NONE);
    }

    private static CriticalChain chain(Schedule schedule, Platform platform, List<Segment> found) {
        Placement placement = platform.placement().place(platform.cluster(), schedule.ranks());
        return ChainSearch.of(placement)
                .schedule(schedule)
                .segments(found::add)
                .find(observer -> Replay.builder(schedule, platform)
                        .placement(placement)
                        .observer(observer)
                        .build()
                        .run());
    }

    @ParameterizedTest
    @ValueSource(strings = {"uncontended", "max-min, bandwidth: 10 MB/s", "gigabit-ethernet", "infiniband"})
    void chain_ofRandomSchedules_addsUp(String network) {
        int seeds = Boolean.getBoolean("tailback.thorough") ? 400 : 100;
        int finished = 0;
        for (long seed = 1; seed <= seeds; seed++) {
            Schedule schedule = new RandomSchedules(seed, false).schedule();
            Platform platform = platform(network, COSTS.get((int) (seed % COSTS.size())));
            List<Segment> segments = new ArrayList<>();
            try {
                CriticalChain chain = chain(schedule, platform, segments);
                finished++;
                String what = network + ", seed " + seed;
                double sum = chain.parts().values().stream().mapToDouble(x -> x).sum();
                assertThat(sum).as(what).isCloseTo(chain.makespan(), within(1e-12 * chain.makespan()));
                double reached = chain.makespan();
                for (Segment segment : segments) {
                    assertThat(segment.to()).as(what).isEqualTo(reached);
                    reached = segment.from();
                }
                assertThat(reached).as(what).isZero();
            } catch (UnfinishedProgramException e) {
                assertThat(e).isNotNull();
            }
        }
        assertThat(finished).isGreaterThan(3 * seeds / 8);
    }

    /**
     * 10 us on CPU 0 of rank 0, 1 us overhead and a message of 10 us, (1001 - 1) G; 5 us more on rank 1 when its CPU is
     * free.
     */
    @Test
    void chain_ofASchedule_isThatOfItsDependencies() {
        RankGraph sender = new RankGraph();
        int computed = sender.add(Kind.CALCULATION, 10_000, 0, 0, 0, 0);
        int sent = sender.add(Kind.SEND, 1001, 1, 0, 0, 0);
        sender.afterCompletion(sent, computed);
        RankGraph receiver = new RankGraph();
        int received = receiver.add(Kind.RECEIVE, 1001, 0, 0, 0, 0);
        receiver.add(Kind.CALCULATION, 24_000, 0, 0, 0, 0);
        int after = receiver.add(Kind.CALCULATION, 5_000, 0, 0, 0, 0);
        receiver.afterCompletion(after, received);
        Schedule schedule =
                PackedSchedule.builder().append(sender).append(receiver).build();
        String cost = "{model: loggp, latency: 2 us, overhead: 1 us, gap: 0, gap-per-byte: 10 ns}";

        CriticalChain early = chain(schedule, platform("uncontended", cost), new ArrayList<>());

        // the message is there at 10 + 1 + 10 + 2 = 23 us, but the CPU computes until 24 us: 24 + 1 + 5
        assertThat(early.makespan()).isCloseTo(30e-6, within(1e-12));
        assertThat(early.seconds(PartKind.COMPUTE)).isCloseTo(29e-6, within(1e-12));
        assertThat(early.seconds(PartKind.OVERHEAD)).isCloseTo(1e-6, within(1e-12));

        String slower = "{model: loggp, latency: 4 us, overhead: 1 us, gap: 0, gap-per-byte: 10 ns}";
        CriticalChain late = chain(schedule, platform("uncontended", slower), new ArrayList<>());

        // there at 25 us: 25 + 1 + 5
        assertThat(late.makespan()).isCloseTo(31e-6, within(1e-12));
        assertThat(late.seconds(PartKind.COMPUTE)).isCloseTo(15e-6, within(1e-12));
        assertThat(late.seconds(PartKind.OVERHEAD)).isCloseTo(2e-6, within(1e-12));
        assertThat(late.seconds(PartKind.TRANSFER)).isCloseTo(10e-6, within(1e-12));
        assertThat(late.seconds(PartKind.LATENCY)).isCloseTo(4e-6, within(1e-12));
    }
}
