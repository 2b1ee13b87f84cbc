package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;

/**
 * Random programs and the schedules that say the same: both replays give every rank the same finish. With overheads
 * only blocking programs, since a schedule's receive takes its overhead when the message comes and a program's in its
 * wait.
 */
class ScheduleOfProgramTest {
    private static final long SECOND = 1_000_000_000L;

    /** A program and its schedule, written down together; the text can be pasted into a failure report. */
    private static final class Pair {
        final ScriptedProgram program;
        final List<RankGraph> graphs = new ArrayList<>();
        final StringBuilder text = new StringBuilder();
        /** What the next operation of each rank waits for, a calculation of length 0. */
        private final int[] here;

        private final int[] requests;

        Pair(int ranks) {
            program = new ScriptedProgram(ranks);
            here = new int[ranks];
            requests = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                graphs.add(new RankGraph());
                here[rank] = graphs.get(rank).calculate(0);
            }
        }

        void compute(int rank, long seconds) {
            text.append(rank + " compute " + seconds + "\n");
            program.add(rank, s -> s.compute(seconds));
            int operation = graphs.get(rank).calculate(seconds * SECOND);
            graphs.get(rank).afterCompletion(operation, here[rank]);
            here[rank] = operation;
        }

        void message(int from, int to, int tag, long bytes) {
            text.append(from + " to " + to + " tag " + tag + " bytes " + bytes + "\n");
            program.add(from, s -> s.send(to, tag, bytes));
            program.add(to, s -> s.recv(from, tag, bytes));
            await(from, send(from, to, tag, bytes));
            await(to, receive(from, to, tag, bytes));
        }

        /** Returns how both sides are waited for. */
        Runnable[] startMessage(int from, int to, int tag, long bytes) {
            text.append(from + " start to " + to + " tag " + tag + " bytes " + bytes + "\n");
            int sendRequest = requests[from]++;
            program.add(from, s -> s.isend(sendRequest, to, tag, bytes));
            int send = send(from, to, tag, bytes);
            goOn(from, send);
            int receiveRequest = requests[to]++;
            program.add(to, s -> s.irecv(receiveRequest, from, tag, bytes));
            int receive = receive(from, to, tag, bytes);
            goOn(to, receive);
            return new Runnable[] {
                () -> {
                    text.append(from + " await " + sendRequest + "\n");
                    program.add(from, s -> s.await(sendRequest));
                    await(from, send);
                },
                () -> {
                    text.append(to + " await " + receiveRequest + "\n");
                    program.add(to, s -> s.await(receiveRequest));
                    await(to, receive);
                }
            };
        }

        private int send(int from, int to, int tag, long bytes) {
            int operation = graphs.get(from).send(bytes, to, tag);
            graphs.get(from).afterCompletion(operation, here[from]);
            return operation;
        }

        private int receive(int from, int to, int tag, long bytes) {
            int operation = graphs.get(to).receive(bytes, from, tag);
            graphs.get(to).afterCompletion(operation, here[to]);
            return operation;
        }

        private void goOn(int rank, int started) {
            int next = graphs.get(rank).calculate(0);
            graphs.get(rank).afterStart(next, started);
            here[rank] = next;
        }

        private void await(int rank, int operation) {
            int next = graphs.get(rank).calculate(0);
            graphs.get(rank).afterCompletion(next, here[rank]);
            graphs.get(rank).afterCompletion(next, operation);
            here[rank] = next;
        }

        PackedSchedule schedule() {
            PackedSchedule.Builder builder = PackedSchedule.builder();
            graphs.forEach(builder::append);
            return builder.build();
        }
    }

    private static final int RANKS = 6;

    @Test
    void blockingPrograms_withOverheadsAndProtocols_sameFinish() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Pair pair = new Pair(RANKS);
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(3) == 0) {
                    pair.compute(random.nextInt(RANKS), random.nextInt(20));
                } else {
                    int from = random.nextInt(RANKS);
                    int to = (from + 1 + random.nextInt(RANKS - 1)) % RANKS;
                    pair.message(from, to, random.nextInt(3), random.nextInt(30));
                }
            }
            Protocol eager = random.nextBoolean() ? Protocol.EAGER : Protocol.EAGER_BUFFERED;
            compare(
                    pair,
                    LibraryCost.of(1, 2)
                            .withOverheads(0.5, 0.25)
                            .withEagerUpTo(random.nextInt(40) - 1, eager)
                            .withGapOfInterface(random.nextInt(3)),
                    "seed " + seed);
        }
    }

    @Test
    void nonBlockingPrograms_withProtocols_sameFinish() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Pair pair = new Pair(RANKS);
            List<Runnable> waits = new ArrayList<>();
            for (int step = 0; step < 80; step++) {
                int action = random.nextInt(4);
                if (action == 0) {
                    pair.compute(random.nextInt(RANKS), random.nextInt(20));
                } else if (action == 1 && !waits.isEmpty()) {
                    waits.remove(random.nextInt(waits.size())).run();
                } else {
                    int from = random.nextInt(RANKS);
                    int to = (from + 1 + random.nextInt(RANKS - 1)) % RANKS;
                    waits.addAll(List.of(pair.startMessage(from, to, random.nextInt(3), random.nextInt(30))));
                }
            }
            waits.forEach(Runnable::run);
            Protocol eager = random.nextBoolean() ? Protocol.EAGER : Protocol.EAGER_BUFFERED;
            compare(pair, LibraryCost.of(1, 2).withEagerUpTo(random.nextInt(40) - 1, eager), "seed " + seed);
        }
    }

    private static void compare(Pair pair, MessageCost cost, String what) {
        Platform platform = TestModels.platform(RANKS, 2).cost(cost).build();
        ReplayResult ofProgram = Replay.builder(pair.program, platform).build().run();
        ReplayResult ofSchedule =
                Replay.builder(pair.schedule(), platform).build().run();
        String description = what + ", " + cost + "\n" + pair.text;
        for (int rank = 0; rank < RANKS; rank++) {
            double finish = ofProgram.ranks().get(rank).finish();
            assertThat(ofSchedule.ranks().get(rank).finish())
                    .as("rank %s, %s", rank, description)
                    .isEqualTo(finish, within(1e-9 * Math.max(1, finish)));
        }
        assertThat(ofSchedule.makespan())
                .as(description)
                .isEqualTo(ofProgram.makespan(), within(1e-9 * Math.max(1, ofProgram.makespan())));
        assertThat(ofSchedule.traffic().messages())
                .isEqualTo(ofProgram.traffic().messages());
        assertThat(ofSchedule.conflicts()).as(description).isEqualTo(ofProgram.conflicts());
    }
}
