package org.tailback.generator.hpl;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** A rank of a grouped run: its next operations, what it has sent, and messages for it that have met no receive yet. */
final class LoneRank extends IgnoringSink {
    enum Kind {
        SEND,
        SYNCHRONOUS_SEND,
        SYNCHRONOUS_ISEND,
        RECV,
        IRECV,
        WAIT,
        LOOK,
        ROLL,
        COMPUTE,
        FACTORISE
    }

    private static final Kind[] KINDS = Kind.values();
    /** Longs of an operation: kind and tag << 32, peer, value. */
    private static final int STRIDE = 3;

    final int number;
    private final Timing timing;
    private @Nullable Program program;
    private long[] items = new long[STRIDE * 32];
    private int size;
    private int at = -STRIDE;
    private @Nullable ProbeOutcome outcome;
    /** Its looks: from when on, how many, a block and a look in seconds, and whether they are under way. */
    private double looksFrom;

    private double lookEvery;
    int lookTimes;
    boolean isLooking;
    private int looksDone;
    private int blocks;
    private double blockSeconds;
    private boolean inBlocks;
    /** The roll that it is in, the next one, and its round, from 0. */
    private @Nullable SwapPlan plan;

    private @Nullable SwapPlan nextPlan;
    int round;
    /** Of its request. */
    @Nullable
    LoneMessage requested;

    /** When its present operation ends at the earliest. */
    double notBefore;

    @Nullable
    LoneMessage firstSentToIt;

    @Nullable
    LoneMessage firstExpected;

    long messages;
    long messagesInside;
    long bytes;

    LoneRank(int number, Timing timing) {
        this.number = number;
        this.timing = timing;
    }

    void run(Program itsProgram) {
        program = itsProgram;
    }

    /** Goes on to the next operation; false at the end of the program. */
    boolean next() {
        at += STRIDE;
        if (at < size) {
            return true;
        }
        at = 0;
        size = 0;
        return Objects.requireNonNull(program).produce(this);
    }

    /** Goes on to the next operation if it is known already and of a kind. */
    boolean nextIs(Kind kind) {
        boolean is = at + STRIDE < size && (int) items[at + STRIDE] == kind.ordinal();
        at += is ? STRIDE : 0;
        return is;
    }

    Kind kind() {
        return KINDS[(int) items[at]];
    }

    int tag() {
        return (int) (items[at] >> 32);
    }

    int peer() {
        return (int) items[at + 1];
    }

    /** Bytes, looks, or the first column of the panel. */
    long value() {
        return items[at + 2];
    }

    double seconds() {
        return Double.longBitsToDouble(items[at + 2]);
    }

    void count(boolean inside, long size) {
        messages++;
        messagesInside += inside ? 1 : 0;
        bytes += size;
    }

    private void add(Kind kind, int peer, int tag, long value) {
        if (size == items.length) {
            items = Arrays.copyOf(items, 2 * size);
        }
        items[size] = kind.ordinal() | (long) tag << 32;
        items[size + 1] = peer;
        items[size + 2] = value;
        size += STRIDE;
    }

    @Override
    public void send(int destination, int tag, int communicator, long size, SendMode mode) {
        add(mode == SendMode.SYNCHRONOUS ? Kind.SYNCHRONOUS_SEND : Kind.SEND, destination, tag, size);
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long size, SendMode mode) {
        add(Kind.SYNCHRONOUS_ISEND, destination, tag, size);
    }

    @Override
    public void recv(int source, int tag, int communicator, long size) {
        add(Kind.RECV, source, tag, size);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long size) {
        add(Kind.IRECV, source, tag, size);
    }

    @Override
    public void await(int request) {
        add(Kind.WAIT, 0, 0, 0);
    }

    /** Adds looks for a message, as {@link Steps#look}; before each of them there is a block, if blocks have begun. */
    void look(int source, int tag, int times, ProbeOutcome told) {
        add(Kind.LOOK, source, tag, times);
        outcome = told;
        inBlocks = false;
    }

    /** The next calls of kernels are those of each of so many blocks. */
    void beginBlocks(int count) {
        inBlocks = true;
        blocks = count;
        blockSeconds = 0;
    }

    /** Returns how many blocks there were until the message was found. */
    int blocksDone() {
        return looksDone;
    }

    /** Returns whether the rounds of a roll wait for both sides, whatever part is sent. */
    boolean rollsTogether(SwapPlan plan, int n) {
        Charge charge = timing.charge(number, number, plan.fewestInPairs() * 8L * n);
        return plan.fewestInPairs() > 0 && charge.startsWhenMatched() && !charge.releasesSender();
    }

    /** Adds the rounds of a roll from one on, until a panel is found in a look. */
    void roll(SwapPlan itsPlan, int n, int fromRound, int lookFrom, int lookTag) {
        add(Kind.ROLL, lookFrom, lookTag, n);
        nextPlan = itsPlan;
        round = fromRound;
    }

    SwapPlan plan() {
        return Objects.requireNonNull(plan);
    }

    void beginRoll() {
        plan = nextPlan;
    }

    boolean isRolling() {
        return plan != null;
    }

    boolean isIn(SwapPlan other, int inRound) {
        return plan == other && round == inRound;
    }

    boolean looksInRolls() {
        return peer() >= 0;
    }

    void endRoll(boolean found) {
        plan = null;
        looksDone = found ? 1 : 0;
    }

    boolean foundInRoll() {
        return looksDone > 0;
    }

    void factorise(int ia) {
        add(Kind.FACTORISE, 0, 0, ia);
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        if (inBlocks) {
            blockSeconds += timing.kernel(number, name, m, n, k, blocks);
        } else {
            add(Kind.COMPUTE, 0, 0, Double.doubleToRawLongBits(timing.kernel(number, name, m, n, k, 1)));
        }
    }

    /** Looks from a time on, if it looks for a message now. */
    void beginLooks(double begin) {
        looksFrom = begin;
        lookTimes = (int) value();
        lookEvery = blockSeconds + timing.probe();
        blockSeconds = 0;
        isLooking = true;
    }

    /** Returns at which look it finds a message that is there from a time on; from 1. */
    double lookThatFinds(double there) {
        double first = looksFrom + lookEvery - timing.probe();
        return there <= first
                ? 1
                : lookEvery > 0 ? 1 + Math.ceil((there - first) / lookEvery) : Double.POSITIVE_INFINITY;
    }

    /** Returns when a look, and what the rank does after it, is over. */
    double lookEnd(double look) {
        return looksFrom + look * lookEvery;
    }

    void endLooks(double looks, boolean found) {
        isLooking = false;
        looksDone = (int) looks;
        Objects.requireNonNull(outcome).probed(found);
    }
}
