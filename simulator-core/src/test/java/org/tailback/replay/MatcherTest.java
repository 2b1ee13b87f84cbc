package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tailback.program.OperationSink;

/** The matcher beside MPI's rule written down naively: two lists, searched from the front. */
class MatcherTest {
    private record Posted(int source, int destination, int tag, int communicator, int entry) {
        boolean accepts(Posted message) {
            return destination == message.destination
                    && communicator == message.communicator
                    && (source == OperationSink.ANY_SOURCE || source == message.source)
                    && (tag == OperationSink.ANY_TAG || tag == message.tag || message.tag == OperationSink.ANY_TAG);
        }
    }

    @Test
    void randomPostsWithWildcardsAndCancels_matchAsTheNaiveLists() {
        for (long seed = 1; seed <= 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Communications communications = new Communications();
            Matcher matcher = new Matcher(communications, 4);
            List<Posted> sends = new ArrayList<>();
            List<Posted> receives = new ArrayList<>();
            int wildcardsInTen = (int) seed % 4;
            for (int step = 0; step < 4000; step++) {
                String at = "seed " + seed + " step " + step;
                int action = random.nextInt(10);
                int destination = random.nextInt(4);
                int communicator = random.nextInt(2);
                int source = random.nextInt(3);
                boolean sendsAnyTag = seed % 5 == 0 && action < 5 && random.nextInt(4) == 0;
                int tag = sendsAnyTag ? OperationSink.ANY_TAG : random.nextInt(3);
                if (action < 5) {
                    int met = matcher.takeReceive(source, destination, tag, communicator);
                    Posted send = new Posted(source, destination, tag, communicator, 0);
                    Posted expected = receives.stream()
                            .filter(r -> r.accepts(send))
                            .findFirst()
                            .orElse(null);
                    assertThat(met).as(at).isEqualTo(expected == null ? Matcher.NONE : expected.entry());
                    if (expected == null) {
                        int entry = communications.add(source, destination, tag, communicator);
                        communications.mark(entry, Communications.SEND_POSTED);
                        matcher.addSend(entry);
                        sends.add(new Posted(source, destination, tag, communicator, entry));
                    } else {
                        receives.remove(expected);
                        communications.dispose(met);
                    }
                } else if (action < 9 || receives.isEmpty()) {
                    int wantedSource = random.nextInt(10) < wildcardsInTen ? OperationSink.ANY_SOURCE : source;
                    int wantedTag = random.nextInt(10) < wildcardsInTen ? OperationSink.ANY_TAG : tag;
                    Posted receive = new Posted(wantedSource, destination, wantedTag, communicator, 0);
                    Posted expected =
                            sends.stream().filter(receive::accepts).findFirst().orElse(null);
                    assertThat(matcher.findSend(wantedSource, destination, wantedTag, communicator))
                            .as(at)
                            .isEqualTo(expected == null ? Matcher.NONE : expected.entry());
                    int met = matcher.takeSend(wantedSource, destination, wantedTag, communicator);
                    assertThat(met).as(at).isEqualTo(expected == null ? Matcher.NONE : expected.entry());
                    if (expected == null) {
                        int entry = communications.add(wantedSource, destination, wantedTag, communicator);
                        communications.mark(entry, Communications.RECEIVE_POSTED);
                        matcher.addReceive(entry);
                        receives.add(new Posted(wantedSource, destination, wantedTag, communicator, entry));
                    } else {
                        sends.remove(expected);
                        communications.dispose(met);
                    }
                } else {
                    Posted cancelled = receives.remove(random.nextInt(receives.size()));
                    matcher.removeReceive(cancelled.entry());
                    communications.dispose(cancelled.entry());
                }
                assertThat(matcher.unmatched()).as(at).isEqualTo(sends.size() + receives.size());
            }
            List<Integer> left = new ArrayList<>();
            sends.forEach(s -> left.add(s.entry()));
            receives.forEach(r -> left.add(r.entry()));
            assertThat(matcher.unmatchedEntries())
                    .as("seed %d", seed)
                    .containsExactly(
                            left.stream().mapToInt(Integer::intValue).sorted().toArray());
        }
    }

    @Test
    void tagUsedOnce_manyTimes_leavesNothingBehind() {
        Communications communications = new Communications();
        Matcher matcher = new Matcher(communications, 3);
        for (int tag = 0; tag < 100_000; tag++) {
            int entry = communications.add(1, 2, tag, 0);
            communications.mark(entry, Communications.SEND_POSTED);
            matcher.addSend(entry);
            assertThat(matcher.takeSend(1, 2, tag, 0)).isEqualTo(entry);
            communications.dispose(entry);
        }

        assertThat(matcher.unmatched()).isZero();
        assertThat(matcher.unmatchedEntries()).isEmpty();
    }
}
