package org.tailback.model.sharing.hierarchical;

import java.util.Arrays;
import org.tailback.model.sharing.conflict.DenseSet;

/**
 * Algorithm 1 of Zhu et al. brought up to date where messages started or ended, with the results of {@link AsymmetricDuplex} to the
 * last bit. For the algorithm to the letter only, without {@code clamp}.
 *
 * <p><b>Why it can be local.</b> Let a message's level be its with-flow congestion k. On every resource all messages are taken whose
 * level is higher, or that follow their contra-flow, before those that have their bottleneck there, whose level is the resource's own
 * congestion. So by the time that it is asked whether a contra-flow bottleneck is saturated, all its messages have been taken, and a
 * message follows the most congested saturated one of its contra-flow resources whose congestion exceeds k. Resource by resource
 * from the most congested down, therefore:
 *
 * <pre>
 * taken = sum of the bandwidths of the messages with other bottlenecks, which are known, in the order of the algorithm
 * the messages that have their bottleneck here share what is left, in the order of the algorithm
 * </pre>
 *
 * Only resources are looked at where a message came, went, changed its place in the order or its bandwidth. Resources of
 * equal congestion that are bottlenecks of one message together take their messages in turns, at each such message.
 *
 * <p><b>Cost.</b> O(messages) for every resource that is looked at, in one pass over a sorted array of keys. No allocation but growth.
 *
 * <p>One long class, because a level's solution works on all of its arrays in turns.
 */
final class DuplexUpdate {
    /** In a key: the message must be looked at again. */
    private static final long STALE = Long.MIN_VALUE;
    /** The key of a message that has none yet, and while it waits for one. */
    private static final long FRESH = -1;

    private static final long FRESH_AND_WAITING = -2;

    /** A share that is so near to the last one need not be divided out to be known as the same. */
    private static final double SURELY_ROUNDED = 0.4 * DuplexState.ROUNDING;

    private final DuplexState state;
    private final double nicBandwidth;
    private final boolean asymmetric;
    /** Of two racks the way out of one is the way into the other: only the ways out are kept. */
    private final boolean hasTwins;

    private final int firstCable;
    /** Most resources of a message here. */
    private final int perMessage;

    private final double[] capacity;
    private final int[] messages;
    private final double[] taken;
    private final CongestionRanks ranks;

    // by resource
    private final int[] rank;
    private final int[] oldRank;
    private final KeyLists keys;
    private final boolean[] isSaturated;
    private final boolean[] isOversubscribed;
    private final boolean[] isSettled;
    private final double[] lastShare;
    /** The key of the first message that found nothing left. */
    private final long[] nothingFrom;
    /** The first key of a message that has not been taken. */
    private final int[] next;

    private final boolean[] isDirty;

    // by message
    /** The resources that count, as in the state. */
    private int[] uses = new int[0];
    /** {@link TakingKey}, or one of the marks above. */
    private long[] key = new long[0];

    private final PendingLevels pending;
    private final DenseSet changed;
    private final SortedNumbers given = new SortedNumbers();
    private int[] started = new int[16];
    private int starts;
    private int level = -1;
    private int[] atLevel = new int[16];
    private int atLevelCount;
    private long[] tied = new long[16];
    private int tiedCount;
    private int oversubscribed;

    DuplexUpdate(DuplexState state, int racks) {
        this.state = state;
        nicBandwidth = state.model.nicBandwidth();
        asymmetric = state.model.asymmetric();
        hasTwins = racks == 2;
        firstCable = state.firstCable;
        perMessage = racks > 1 ? DuplexState.RESOURCES : 2;
        capacity = state.capacity;
        messages = state.messages;
        taken = state.taken;
        ranks = new CongestionRanks(state, racks);
        int resources = capacity.length;
        rank = new int[resources];
        oldRank = new int[resources];
        keys = new KeyLists(resources);
        pending = new PendingLevels(resources);
        isSaturated = new boolean[resources];
        isOversubscribed = new boolean[resources];
        isSettled = new boolean[resources];
        lastShare = new double[resources];
        nothingFrom = new long[resources];
        next = new int[resources];
        isDirty = new boolean[resources];
        changed = new DenseSet(resources);
    }

    /** A message has been added to the state. */
    void started(int message) {
        ensureCapacity(message);
        int at = perMessage * message;
        for (int i = 0; i < perMessage; i++) {
            int resource = state.resource(message, i);
            uses[at + i] = resource >= 0 && isTwin(resource) ? -1 : resource;
            if (uses[at + i] >= 0) {
                changed.add(resource);
            }
        }
        key[message] = FRESH;
        if (starts == started.length) {
            started = Arrays.copyOf(started, 2 * starts);
        }
        started[starts++] = message;
    }

    /** A message leaves the state. */
    void ended(int message) {
        int at = perMessage * message;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            int resource = uses[i];
            changed.add(resource);
            if (key[message] != FRESH) {
                keys.remove(resource, key[message]);
            }
        }
        key[message] = 0;
    }

    private boolean isTwin(int resource) {
        return hasTwins && resource >= firstCable && (resource & 1) != 0;
    }

    /** The resource whose messages have this one, or its twin, in their contra-flow. */
    private int opposite(int resource) {
        return hasTwins && resource >= firstCable ? firstCable + (resource - firstCable ^ 2) : resource ^ 1;
    }

    private int twin(int resource) {
        return hasTwins && resource >= firstCable ? firstCable + (resource - firstCable ^ 3) : resource;
    }

    /** True if no resource has more messages than keys have room for. */
    boolean hasRoom() {
        boolean grown = false;
        for (int i = 0; i < changed.size(); i++) {
            int resource = changed.get(i);
            if (!ranks.contains(resource, messages[resource])) {
                if (messages[resource] > TakingKey.LARGEST_RANK / 4) {
                    return false;
                }
                ranks.grow(resource, messages[resource]);
                grown = true;
            }
        }
        if (grown) {
            pending.setRanks(ranks.count());
            for (int resource = 0; resource < rank.length; resource++) {
                if (messages[resource] > 0 && !isTwin(resource)) {
                    changed.add(resource);
                }
            }
        }
        return true;
    }

    /** The messages whose bandwidth the last update changed, in the order of their numbers. */
    SortedNumbers given() {
        return given;
    }

    /** How many resources were given clearly more than they have. */
    int oversubscribed() {
        return oversubscribed;
    }

    /** Brings all bandwidths up to date; {@link #hasRoom} has been asked. */
    void run() {
        given.clear();
        for (int i = 0; i < changed.size(); i++) {
            int resource = changed.get(i);
            oldRank[resource] = rank[resource];
            rank[resource] = messages[resource] == 0 ? 0 : ranks.of(resource, messages[resource]);
            rank[twin(resource)] = rank[resource];
        }
        for (int i = 0; i < starts; i++) {
            int message = started[i];
            if (key[message] == FRESH && !settleAlone(message)) {
                makeStale(message, withFlow(message), FRESH_AND_WAITING);
            }
        }
        starts = 0;
        for (int i = 0; i < changed.size(); i++) {
            begin(changed.get(i));
        }
        changed.clear();
        for (int next = pending.largest(); next >= 0; next = pending.largest()) {
            solveLevel(next);
        }
        given.sort();
    }

    /** Another number of messages uses a resource, or others do: what that reaches at once. */
    private void begin(int resource) {
        if (isSettled[resource]) {
            isSettled[resource] = false;
            return;
        }
        if (messages[resource] == 0) {
            taken[resource] = 0;
            setSaturated(resource, false);
        } else {
            markDirty(resource);
        }
        if (keys.size(resource) > 0) {
            makeAllStale(resource, Math.max(oldRank[resource], rank[resource]));
        }
        if (asymmetric && keys.size(opposite(resource)) > 0) {
            makeAllStale(opposite(resource), Integer.MAX_VALUE);
        }
    }

    /** All messages of a resource have to be looked at again whose level is not above one. */
    private void makeAllStale(int resource, int highestLevel) {
        long[] list = keys.of(resource);
        for (int i = 0; i < keys.size(resource); i++) {
            int message = TakingKey.message(list[i]);
            if (key[message] >= 0) {
                int with = withFlow(message);
                if (with <= highestLevel) {
                    if (TakingKey.hasSeveralBottlenecks(key[message])) {
                        // may have other bottlenecks although its key stays
                        markDirtyAt(message, with);
                    }
                    makeStale(message, with, key[message] | STALE);
                }
            }
        }
    }

    private void markDirtyAt(int message, int with) {
        int at = perMessage * message;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            if (rank[uses[i]] == with) {
                markDirty(uses[i]);
            }
        }
    }

    private void makeStale(int message, int with, long itsKey) {
        key[message] = itsKey;
        pending.addMessage(message, with);
    }

    /** The rank of a message's with-flow congestion. */
    private int withFlow(int message) {
        int at = perMessage * message;
        int with = Math.max(rank[uses[at]], rank[uses[at + 1]]);
        for (int i = at + 2; i < at + perMessage && uses[i] >= 0; i++) {
            with = Math.max(with, rank[uses[i]]);
        }
        return with;
    }

    /** The short way for a message that has started and is alone on all it uses, in both directions; false if it is not. */
    private boolean settleAlone(int message) {
        int at = perMessage * message;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            if (messages[uses[i]] > 1 || messages[uses[i] ^ 1] > 0) {
                return false;
            }
        }
        int with = withFlow(message);
        double share = nicBandwidth;
        int bottleneck = -1;
        int bottlenecks = 0;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            int resource = uses[i];
            if (rank[resource] == with) {
                bottlenecks++;
                if (bottleneck < 0 || capacity[resource] < share) {
                    share = Math.min(share, capacity[resource]);
                    bottleneck = resource;
                }
            }
        }
        state.bottleneck[message] = bottleneck;
        state.reason[message] = DuplexState.Reason.WITH_FLOW;
        give(message, share);
        key[message] = TakingKey.withFlow(with, 0, message, bottlenecks > 1);
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            int resource = uses[i];
            keys.add(resource, key[message]);
            taken[resource] = share;
            nothingFrom[resource] = Long.MAX_VALUE;
            isSettled[resource] = true;
            setSaturated(resource, share >= capacity[resource] * (1 - DuplexState.TOLERANCE));
        }
        return true;
    }

    private void setSaturated(int resource, boolean saturated) {
        isSaturated[resource] = saturated;
        countOversubscribed(resource);
        int twin = twin(resource);
        if (twin != resource) {
            isSaturated[twin] = saturated;
            taken[twin] = taken[resource];
            countOversubscribed(twin);
        }
    }

    private void countOversubscribed(int resource) {
        boolean over = state.isOversubscribed(resource);
        oversubscribed += (over ? 1 : 0) - (isOversubscribed[resource] ? 1 : 0);
        isOversubscribed[resource] = over;
    }

    private void markDirty(int resource) {
        if (isDirty[resource]) {
            return;
        }
        isDirty[resource] = true;
        int itsRank = rank[resource];
        if (itsRank == level) {
            addToLevel(resource);
            return;
        }
        pending.addResource(resource, itsRank);
    }

    private void addToLevel(int resource) {
        if (atLevelCount == atLevel.length) {
            atLevel = Arrays.copyOf(atLevel, 2 * atLevelCount);
        }
        atLevel[atLevelCount++] = resource;
    }

    /** The resources of one congestion; what else must be looked at is less congested. */
    private void solveLevel(int itsLevel) {
        level = itsLevel;
        atLevelCount = 0;
        tiedCount = 0;
        for (int resource = pending.firstResource(level); resource >= 0; resource = pending.nextResource(resource)) {
            addToLevel(resource);
        }
        for (int message = pending.firstMessage(level); message >= 0; message = pending.nextMessage(message)) {
            decide(message);
        }
        pending.clear(level);
        // grows
        for (int i = 0; i < atLevelCount; i++) {
            prepare(atLevel[i]);
        }
        if (tiedCount > 0) {
            Arrays.sort(tied, 0, tiedCount);
            for (int i = 0; i < tiedCount; i++) {
                takeTied(TakingKey.message(tied[i]), tied[i]);
            }
        }
        for (int i = 0; i < atLevelCount; i++) {
            share(atLevel[i], Long.MAX_VALUE);
        }
        for (int i = 0; i < atLevelCount; i++) {
            finish(atLevel[i]);
        }
        level = -1;
    }

    /** Whether a message follows its with-flow or its contra-flow; in the latter case also its bandwidth. */
    private void decide(int message) {
        int at = perMessage * message;
        int with = withFlow(message);
        int bottlenecks = 0;
        int smaller = 0;
        int contra = 0;
        int saturated = -1;
        for (int i = 0; i < perMessage && state.resource(message, i) >= 0; i++) {
            int opposite = state.resource(message, i) ^ 1;
            int itsRank = asymmetric ? rank[opposite] : 0;
            if (itsRank <= with) {
                smaller = Math.max(smaller, itsRank);
            } else if (itsRank >= contra && isSaturated[opposite]) {
                contra = itsRank;
                saturated = opposite;
            }
            bottlenecks += uses[at + i] >= 0 && rank[uses[at + i]] == with ? 1 : 0;
        }
        long oldKey = key[message];
        boolean isFresh = oldKey == FRESH_AND_WAITING;
        oldKey &= ~STALE;
        long newKey;
        boolean isNew = false;
        if (saturated < 0) {
            newKey = TakingKey.withFlow(with, smaller, message, bottlenecks > 1);
        } else {
            newKey = TakingKey.contraFlow(contra, with, message);
            isNew = give(message, Math.min(nicBandwidth, capacity[saturated] / messages[saturated]));
            state.bottleneck[message] = saturated;
            state.reason[message] = DuplexState.Reason.CONTRA_FLOW;
        }
        key[message] = newKey;
        if (newKey != oldKey) {
            for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
                if (isFresh) {
                    keys.add(uses[i], newKey);
                } else {
                    keys.replace(uses[i], oldKey, newKey);
                }
            }
        }
        if (isNew || newKey != oldKey) {
            markAll(message);
        }
    }

    /** False if the message has this bandwidth already. */
    private boolean give(int message, double bandwidth) {
        if (state.bandwidth[message] == bandwidth) {
            return false;
        }
        state.bandwidth[message] = bandwidth;
        given.add(message);
        return true;
    }

    private void markAll(int message) {
        int at = perMessage * message;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            markDirty(uses[i]);
        }
    }

    /** Takes the messages that have their bottleneck elsewhere, or follow their contra-flow, and notes those with several bottlenecks. */
    private void prepare(int resource) {
        keys.sort(resource, key);
        long[] list = keys.of(resource);
        int count = keys.size(resource);
        long own = TakingKey.firstWithFlow(level);
        double sum = 0;
        double last = 0;
        int i = 0;
        for (; i < count && list[i] < own; i++) {
            last = state.bandwidth[TakingKey.message(list[i])];
            sum += last;
        }
        taken[resource] = sum;
        lastShare[resource] = last;
        nothingFrom[resource] = Long.MAX_VALUE;
        next[resource] = i;
        for (; i < count; i++) {
            if (TakingKey.hasSeveralBottlenecks(list[i])) {
                noteTied(resource, list[i]);
            }
        }
    }

    private void noteTied(int resource, long itsKey) {
        int at = perMessage * TakingKey.message(itsKey);
        boolean isFirst = true;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            if (rank[uses[i]] == level) {
                markDirty(uses[i]);
                if (isFirst && uses[i] == resource) {
                    if (tiedCount == tied.length) {
                        tied = Arrays.copyOf(tied, 2 * tiedCount);
                    }
                    tied[tiedCount++] = itsKey;
                }
                isFirst = false;
            }
        }
    }

    /** Shares what is left on a resource among the messages that have their bottleneck there, up to a key. */
    private void share(int resource, long end) {
        long[] list = keys.of(resource);
        int count = keys.size(resource);
        double all = capacity[resource];
        double little = DuplexState.TOLERANCE * all;
        double sum = taken[resource];
        double last = lastShare[resource];
        int i = next[resource];
        for (; i < count && list[i] < end; i++) {
            double left = all - sum;
            if (left <= little) {
                last = rounded(all / messages[resource], last);
                nothingFrom[resource] = Math.min(nothingFrom[resource], list[i]);
            } else if (Math.abs(left - last * (count - i)) > SURELY_ROUNDED * left) {
                last = rounded(left / (count - i), last);
            }
            last = Math.min(last, nicBandwidth);
            sum += last;
            int message = TakingKey.message(list[i]);
            if (give(message, last)) {
                markAll(message);
            }
        }
        taken[resource] = sum;
        lastShare[resource] = last;
        next[resource] = i;
    }

    private static double rounded(double share, double last) {
        return Math.abs(share - last) <= DuplexState.ROUNDING * share ? last : share;
    }

    /** Takes a message that has several bottlenecks: the slowest of their offers counts. */
    private void takeTied(int message, long itsKey) {
        int at = perMessage * message;
        double least = Double.POSITIVE_INFINITY;
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            int resource = uses[i];
            if (rank[resource] != level) {
                continue;
            }
            if (keys.of(resource)[next[resource]] != itsKey) {
                share(resource, itsKey);
            }
            double left = capacity[resource] - taken[resource];
            boolean nothing = left <= DuplexState.TOLERANCE * capacity[resource];
            double offer =
                    nothing ? capacity[resource] / messages[resource] : left / (keys.size(resource) - next[resource]);
            offer = Math.min(rounded(offer, lastShare[resource]), nicBandwidth);
            if (offer < least) {
                least = offer;
                state.bottleneck[message] = resource;
                state.reason[message] = nothing ? DuplexState.Reason.NOTHING_LEFT : DuplexState.Reason.WITH_FLOW;
            }
        }
        for (int i = at; i < at + perMessage && uses[i] >= 0; i++) {
            int resource = uses[i];
            if (rank[resource] == level) {
                next[resource]++;
                taken[resource] += least;
                lastShare[resource] = least;
            }
        }
        if (give(message, least)) {
            markAll(message);
        }
    }

    /** All messages of a resource have been taken. */
    private void finish(int resource) {
        isDirty[resource] = false;
        boolean was = isSaturated[resource];
        setSaturated(resource, taken[resource] >= capacity[resource] * (1 - DuplexState.TOLERANCE));
        if (asymmetric && was != isSaturated[resource]) {
            makeAllStale(opposite(resource), level - 1);
        }
    }

    /** Writes into the state why a message has its bandwidth, for explanations. */
    void explain(int message) {
        long itsKey = key[message];
        int larger = TakingKey.larger(itsKey);
        int smaller = TakingKey.smaller(itsKey);
        boolean isContra = TakingKey.isContraFlow(itsKey);
        state.withFlow[message] = congestion(message, isContra ? smaller : larger);
        state.contraFlow[message] = congestion(message, isContra ? larger : smaller);
        if (isContra || TakingKey.hasSeveralBottlenecks(itsKey)) {
            return;
        }
        int at = perMessage * message;
        while (rank[uses[at]] != larger) {
            at++;
        }
        state.bottleneck[message] = uses[at];
        state.reason[message] =
                itsKey >= nothingFrom[uses[at]] ? DuplexState.Reason.NOTHING_LEFT : DuplexState.Reason.WITH_FLOW;
    }

    /** How often the algorithm takes a message from its queue: once, and once more for every contra-flow congestion that it drops. */
    int pops(int message) {
        int larger = TakingKey.larger(key[message]);
        int pops = 1;
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int opposite = rank[state.resource(message, i) ^ 1];
            boolean isDropped = asymmetric && opposite > larger;
            for (int j = 0; j < i; j++) {
                isDropped &= rank[state.resource(message, j) ^ 1] != opposite;
            }
            pops += isDropped ? 1 : 0;
        }
        return pops;
    }

    /** The congestion of one of the message's resources, in whatever direction, that has a rank. */
    private double congestion(int message, int itsRank) {
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
            if (rank[resource] == itsRank) {
                return state.congestion(resource);
            }
            if (rank[resource ^ 1] == itsRank) {
                return state.congestion(resource ^ 1);
            }
        }
        return 0;
    }

    private void ensureCapacity(int message) {
        if (message >= key.length) {
            int length = Math.max(Math.max(16, message + 1), key.length + (key.length >> 1));
            key = Arrays.copyOf(key, length);
            pending.setMessages(length);
            uses = Arrays.copyOf(uses, perMessage * length);
        }
    }
}
