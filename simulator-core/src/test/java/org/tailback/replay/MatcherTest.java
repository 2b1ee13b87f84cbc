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
        for (long seed = 1; seed <= (Boolean.getBoolean("tailback.thorough") ? 30 : 10); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Communications communications = new Communications(0);
            Matcher matcher = new Matcher(communications);
            List<Posted> sends = new ArrayList<>();
            List<Posted> receives = new ArrayList<>();
            int wildcardsInTen = (int) seed % 4;
            for (int step = 0; step < 4000; step++) {
                String at = "seed " + seed + " step " + step;
                int action = random.nextInt(10);
                int destination = random.nextInt(4);
                int communicator = random.nextInt(2);
                int source = random.nextInt(3);
                int tag = random.nextInt(3);
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
    void keyLookedUpBeforeAnotherTakesItsSlot_hasAQueueOfItsOwn() {
        Communications communications = new Communications(0);
        PostedQueues queues = new PostedQueues(communications, true, true);
        int slot = queues.slot(0, 0, 0, 0);
        int other = 1;
        while (new PostedQueues(communications, true, true).slot(0, other, 0, 0) != slot) {
            other++;
        }
        int first = communications.add(0, other, 0, 0);
        int second = communications.add(0, 0, 0, 0);
        queues.append(first);
        queues.append(second);

        assertThat(queues.first(0, 0, 0, 0)).isEqualTo(second);
        assertThat(queues.first(0, other, 0, 0)).isEqualTo(first);
    }

    @Test
    void tagUsedOnce_manyTimes_leavesNothingBehind() {
        Communications communications = new Communications(0);
        Matcher matcher = new Matcher(communications);
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

    /** Every case is done in a moment; if one looked at all that waits, it would need 5,000,000,000 looks. */
    @Test
    void hundredThousandReceivesWait_eachMessageFindsItsOwn() {
        int[][] wanted = {
            {1, 0},
            {1, 1},
            {OperationSink.ANY_SOURCE, 1},
            {1, OperationSink.ANY_TAG},
            {OperationSink.ANY_SOURCE, OperationSink.ANY_TAG}
        };
        for (int[] sourceAndTagStep : wanted) {
            Outstanding outstanding = new Outstanding();
            int[] receives = new int[Outstanding.COUNT];
            for (int i = 0; i < receives.length; i++) {
                int tag =
                        sourceAndTagStep[1] == OperationSink.ANY_TAG ? OperationSink.ANY_TAG : i * sourceAndTagStep[1];
                receives[i] = outstanding.receive(sourceAndTagStep[0], tag);
            }
            boolean tagsDiffer = sourceAndTagStep[1] == 1;
            for (int i = 0; i < receives.length; i++) {
                // the last first, if tags tell them apart
                int next = tagsDiffer ? receives.length - 1 - i : i;
                assertThat(outstanding.matcher.takeReceive(1, 2, tagsDiffer ? next : 0, 0))
                        .isEqualTo(receives[next]);
            }
            assertThat(outstanding.matcher.unmatched()).isZero();
        }
    }

    /** As above, the other way round. */
    @Test
    void hundredThousandMessagesWait_eachReceiveFindsItsOwn() {
        int[][] wanted = {
            {1, 0},
            {OperationSink.ANY_SOURCE, 0},
            {OperationSink.ANY_SOURCE, OperationSink.ANY_TAG},
            {1, OperationSink.ANY_TAG}
        };
        for (int[] sourceAndTag : wanted) {
            boolean byTag = sourceAndTag[1] == 0;
            Outstanding outstanding = new Outstanding();
            int[] sends = new int[Outstanding.COUNT];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = outstanding.send(1, i);
            }
            for (int i = 0; i < sends.length; i++) {
                int next = byTag ? sends.length - 1 - i : i;
                int tag = byTag ? next : OperationSink.ANY_TAG;
                assertThat(outstanding.matcher.takeSend(sourceAndTag[0], 2, tag, 0))
                        .isEqualTo(sends[next]);
            }
            assertThat(outstanding.matcher.unmatched()).isZero();
        }
    }

    @Test
    void hundredThousandEqualReceives_lastIsTakenBackFirst() {
        Outstanding outstanding = new Outstanding();
        int[] receives = new int[Outstanding.COUNT];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = outstanding.receive(1, 0);
        }
        for (int i = receives.length - 1; i > 0; i--) {
            outstanding.matcher.removeReceive(receives[i]);
        }

        assertThat(outstanding.matcher.takeReceive(1, 2, 0, 0)).isEqualTo(receives[0]);
        assertThat(outstanding.matcher.unmatched()).isZero();
    }

    /** Entries from rank 1 to rank 2 that meet nothing. */
    private static final class Outstanding {
        static final int COUNT = 100_000;

        private final Communications communications = new Communications(0);
        private final Matcher matcher = new Matcher(communications);

        int send(int source, int tag) {
            int entry = communications.add(source, 2, tag, 0);
            communications.mark(entry, Communications.SEND_POSTED);
            matcher.addSend(entry);
            return entry;
        }

        int receive(int source, int tag) {
            int entry = communications.add(source, 2, tag, 0);
            communications.mark(entry, Communications.RECEIVE_POSTED);
            matcher.addReceive(entry);
            return entry;
        }
    }
}
