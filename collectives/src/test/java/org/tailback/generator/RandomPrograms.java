package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.random.RandomStreams;
import umontreal.ssj.rng.RandomStream;

/**
 * Random programs for property tests: sends, receives and waits of {@link org.tailback.program.OperationSink}, random
 * partners, tags and sizes, and no deadlock under any buffering of messages.
 *
 * <p>Why there is none: one sequence of events is drawn for all ranks together, and each rank's program is its part of
 * it. A rank waits for a message (wait, waitall, blocking send or receive) only at an event at which both sides of the
 * message have been posted, and messages of the same source, destination and tag are posted on both sides in the same
 * order. So all that the first unfinished event needs has happened. Used by tests of this library; the draws may change
 * between versions.
 */
public final class RandomPrograms {
    private static final ImmutableList<Kind> KINDS =
            Stream.of(Kind.values()).filter(kind -> !kind.isNeighbourhood()).collect(ImmutableList.toImmutableList());

    private final RandomStream random;
    private final int ranks;
    private final long maximumBytes;
    private final boolean collectives;
    private final ProgramBuilder builder;
    private final List<Message> unposted = new ArrayList<>();
    private final List<Message> posted = new ArrayList<>();
    private final int[] nextRequest;
    private final List<List<Integer>> freeRequests = new ArrayList<>();

    private static final class Message {
        final int source;
        final int destination;
        final int tag;
        final long bytes;
        int sendRequest = -1;
        int receiveRequest = -1;
        boolean sendDone;
        boolean receiveDone;

        Message(int source, int destination, int tag, long bytes) {
            this.source = source;
            this.destination = destination;
            this.tag = tag;
            this.bytes = bytes;
        }

        boolean sendPosted() {
            return sendRequest >= 0 || sendDone;
        }

        boolean receivePosted() {
            return receiveRequest >= 0 || receiveDone;
        }

        boolean sameChannel(Message other) {
            return source == other.source && destination == other.destination && tag == other.tag;
        }
    }

    private RandomPrograms(long seed, int ranks, long maximumBytes, boolean collectives) {
        this.random = RandomStreams.of(seed, "random program");
        this.ranks = Checks.ranks(ranks);
        this.maximumBytes = Checks.size(maximumBytes);
        this.collectives = collectives;
        this.builder = ProgramBuilder.ranks(ranks);
        this.nextRequest = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            freeRequests.add(new ArrayList<>());
        }
    }

    /**
     * Draws a program of point-to-point operations and computation.
     *
     * @param seed any; the same seed gives the same program
     * @param ranks >= 1; messages of a rank to itself occur
     * @param messages how many messages, >= 0
     * @param maximumBytes sizes are 0 to this, small ones more often; bytes, >= 0
     */
    public static ExplicitProgram pointToPoint(long seed, int ranks, int messages, long maximumBytes) {
        return new RandomPrograms(seed, ranks, maximumBytes, false).draw(messages);
    }

    /**
     * As {@link #pointToPoint}, with collective operations of all ranks among the messages, those with neighbours
     * aside.
     */
    public static ExplicitProgram withCollectives(long seed, int ranks, int messages, long maximumBytes) {
        return new RandomPrograms(seed, ranks, maximumBytes, true).draw(messages);
    }

    private ExplicitProgram draw(int messages) {
        int left = messages;
        while (left > 0 || !unposted.isEmpty() || !posted.isEmpty()) {
            int event = below(collectives ? 11 : 10);
            if (event < 3 && left > 0) {
                unposted.add(new Message(below(ranks), below(ranks), below(3), randomBytes()));
                left--;
            } else if (event < 7 && !unposted.isEmpty()) {
                postOneSide(unposted.get(below(unposted.size())));
            } else if (event < 9 && !posted.isEmpty()) {
                awaitSome();
            } else if (event == 9) {
                builder.rank(below(ranks)).compute(below(1000) * 1e-6);
            } else if (event == 10) {
                collective();
            }
        }
        return ExplicitProgram.copyOf(builder.build());
    }

    private long randomBytes() {
        int bits = below(64 - Long.numberOfLeadingZeros(maximumBytes) + 1);
        return Math.min(maximumBytes, (long) Math.scalb(random.nextDouble(), bits));
    }

    private int below(int bound) {
        return random.nextInt(0, bound - 1);
    }

    private void postOneSide(Message candidate) {
        boolean sendSide = candidate.sendPosted() ? false : candidate.receivePosted() || below(2) == 0;
        Message message = candidate;
        for (Message earlier : unposted) {
            if (earlier.sameChannel(candidate) && !(sendSide ? earlier.sendPosted() : earlier.receivePosted())) {
                message = earlier;
                break;
            }
        }
        boolean otherPosted = sendSide ? message.receivePosted() : message.sendPosted();
        boolean distinct = message.source != message.destination;
        if (otherPosted && distinct && below(3) == 0) {
            // both sides are known: this one may block
            if (sendSide) {
                builder.rank(message.source).send(message.destination, message.tag, message.bytes);
                message.sendDone = true;
            } else {
                builder.rank(message.destination).recv(message.source, message.tag, message.bytes);
                message.receiveDone = true;
            }
        } else if (!otherPosted && distinct && below(4) == 0 && isOldestOfBothSides(message)) {
            builder.rank(message.source).send(message.destination, message.tag, message.bytes);
            builder.rank(message.destination).recv(message.source, message.tag, message.bytes);
            message.sendDone = true;
            message.receiveDone = true;
        } else if (sendSide) {
            message.sendRequest = takeRequest(message.source);
            builder.rank(message.source).isend(message.sendRequest, message.destination, message.tag, message.bytes);
        } else {
            message.receiveRequest = takeRequest(message.destination);
            builder.rank(message.destination).irecv(message.receiveRequest, message.source, message.tag, message.bytes);
        }
        if (message.sendPosted() && message.receivePosted()) {
            unposted.remove(message);
            if (!message.sendDone || !message.receiveDone) {
                posted.add(message);
            }
        }
    }

    private boolean isOldestOfBothSides(Message message) {
        for (Message earlier : unposted) {
            if (earlier == message) {
                return true;
            }
            if (earlier.sameChannel(message)) {
                return false;
            }
        }
        return true;
    }

    /** Lets one rank wait for one or several requests of messages that are posted on both sides. */
    private void awaitSome() {
        Message some = posted.get(below(posted.size()));
        int rank = some.sendDone || !some.receiveDone && below(2) == 0 ? some.destination : some.source;
        // by request, so that the order does not depend on the order of messages
        TreeMap<Integer, Message> candidates = new TreeMap<>();
        for (Message message : posted) {
            if (message.source == rank && !message.sendDone) {
                candidates.put(message.sendRequest, message);
            }
            if (message.destination == rank && !message.receiveDone) {
                candidates.put(message.receiveRequest, message);
            }
        }
        List<Integer> chosen = new ArrayList<>();
        boolean several = below(2) == 0;
        for (int request : candidates.keySet()) {
            if (several ? below(3) > 0 : chosen.isEmpty()) {
                chosen.add(request);
            }
        }
        for (int request : chosen) {
            Message message = Objects.requireNonNull(candidates.get(request));
            if (message.source == rank && message.sendRequest == request && !message.sendDone) {
                message.sendDone = true;
            } else {
                message.receiveDone = true;
            }
            freeRequests.get(rank).add(request);
            if (message.sendDone && message.receiveDone) {
                posted.remove(message);
            }
        }
        if (several) {
            builder.rank(rank)
                    .awaitAll(chosen.stream().mapToInt(Integer::intValue).toArray());
        } else {
            builder.rank(rank).await(chosen.get(0));
        }
    }

    private int takeRequest(int rank) {
        List<Integer> free = freeRequests.get(rank);
        return free.isEmpty() ? nextRequest[rank]++ : free.remove(below(free.size()));
    }

    private void collective() {
        Kind kind = KINDS.get(below(KINDS.size()));
        int root = kind.hasRoot() ? below(ranks) : 0;
        long[][] counts = new long[ranks][ranks];
        for (long[] row : counts) {
            for (int i = 0; i < ranks; i++) {
                row[i] = randomBytes();
            }
        }
        long bytes = kind == Kind.BARRIER ? 0 : randomBytes();
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank).collective(CollectiveExamples.call(kind, rank, root, bytes, counts, 0));
        }
    }
}
