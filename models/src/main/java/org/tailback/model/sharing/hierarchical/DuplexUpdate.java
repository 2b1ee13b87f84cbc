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
 */
final class DuplexUpdate {
    private static final int RANK_BITS = 18;
    private static final int LARGEST_RANK = (1 << RANK_BITS) - 1;
    private static final int NUMBER_BITS = 25;
    /** The largest number of a message for which keys have room. */
    static final int LARGEST_MESSAGE = (1 << NUMBER_BITS) - 1;

    private static final int ORDER_SHIFT = 1 + NUMBER_BITS + RANK_BITS;

    /** In a key: the message has several bottlenecks. */
    private static final long TIED = 1;
    /** In a key: the message must be looked at again. */
    private static final long STALE = Long.MIN_VALUE;

    /** A share that is so near to the last one need not be divided out to be known as the same. */
    private static final double SURELY_ROUNDED = 0.4 * DuplexState.ROUNDING;

    private static final long[] NONE = new long[0];

    private final DuplexState state;
    private final double nicBandwidth;
    private final boolean asymmetric;
    private final double[] capacity;
    private final int[] messages;
    private final double[] taken;
    private final CongestionRanks ranks;

    // by resource
    private final int[] rank;
    private final int[] oldRank;
    /** Keys of the messages, sorted but for those that changed since. */
    private final long[][] keys;

    private final int[] size;
    private final boolean[] isSaturated;
    private final boolean[] isOversubscribed;
    private final boolean[] isSettled;
    private final double[] lastShare;
    /** The first key of a message that has not been taken. */
    private final int[] next;

    private final boolean[] isDirty;
    private final int[] nextDirty;

    // by message
    /** Key (7): what comes first is smaller. Larger congestion's rank, which one it is, smaller one's, message, TIED. */
    private long[] key = new long[16];

    // by rank
    private int[] firstDirty = new int[0];
    private long[] dirtyRanks = new long[0];
    private int highestWord = -1;

    private final DenseSet changed;
    private final DenseSet given = new DenseSet(16);
    private int level = -1;
    private int[] atLevel = new int[16];
    private int atLevelCount;
    private long[] tied = new long[16];
    private int tiedCount;
    private boolean hasTies;
    private int oversubscribed;

    DuplexUpdate(DuplexState state, int racks) {
        this.state = state;
        nicBandwidth = state.model.nicBandwidth();
        asymmetric = state.model.asymmetric();
        capacity = state.capacity;
        messages = state.messages;
        taken = state.taken;
        ranks = new CongestionRanks(state, racks);
        int resources = capacity.length;
        rank = new int[resources];
        oldRank = new int[resources];
        keys = new long[resources][];
        Arrays.fill(keys, NONE);
        size = new int[resources];
        isSaturated = new boolean[resources];
        isOversubscribed = new boolean[resources];
        isSettled = new boolean[resources];
        lastShare = new double[resources];
        next = new int[resources];
        isDirty = new boolean[resources];
        nextDirty = new int[resources];
        changed = new DenseSet(resources);
    }

    /** A message has been added to the state. */
    void started(int message) {
        if (message >= key.length) {
            key = Arrays.copyOf(key, Math.max(message + 1, key.length + (key.length >> 1)));
        }
        // a key that no message can have
        long itsKey = (long) message << 1;
        key[message] = itsKey | STALE;
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
            long[] list = keys[resource];
            int count = size[resource]++;
            if (count == list.length) {
                list = Arrays.copyOf(list, Math.max(2, count + (count >> 1)));
                keys[resource] = list;
            }
            list[count] = itsKey;
            changed.add(resource);
        }
    }

    /** A message leaves the state. */
    void ended(int message) {
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
            long[] list = keys[resource];
            int at = 0;
            while (number(list[at]) != message) {
                at++;
            }
            System.arraycopy(list, at + 1, list, at, --size[resource] - at);
            changed.add(resource);
        }
    }

    /** True if no resource has more messages than keys have room for. */
    boolean hasRoom() {
        boolean grown = false;
        for (int i = 0; i < changed.size(); i++) {
            int resource = changed.get(i);
            if (!ranks.contains(resource, messages[resource])) {
                if (messages[resource] > LARGEST_RANK / 4) {
                    return false;
                }
                ranks.grow(resource, messages[resource]);
                grown = true;
            }
        }
        if (grown) {
            firstDirty = new int[ranks.count()];
            Arrays.fill(firstDirty, -1);
            dirtyRanks = new long[ranks.count() / Long.SIZE + 1];
            for (int resource = 0; resource < rank.length; resource++) {
                if (messages[resource] > 0) {
                    changed.add(resource);
                }
            }
        }
        return true;
    }

    /** The messages whose bandwidth the last update changed, in the order of their numbers. */
    DenseSet given() {
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
        }
        for (int i = 0; i < changed.size(); i++) {
            begin(changed.get(i));
        }
        changed.clear();
        for (; highestWord >= 0; highestWord--) {
            while (dirtyRanks[highestWord] != 0) {
                solveLevel(Long.SIZE * highestWord + Long.SIZE - 1 - Long.numberOfLeadingZeros(dirtyRanks[highestWord]));
            }
        }
        given.sort();
    }

    private static int number(long itsKey) {
        return (int) (itsKey >>> 1) & LARGEST_MESSAGE;
    }

    /** The smallest key of a message that has its bottleneck at a level. */
    private static long firstAt(int itsLevel) {
        return (long) (LARGEST_RANK - itsLevel) << 1 << ORDER_SHIFT;
    }

    /** Another number of messages uses a resource, or others do: what that reaches at once. */
    private void begin(int resource) {
        if (isSettled[resource]) {
            isSettled[resource] = false;
            return;
        }
        if (size[resource] == 0) {
            taken[resource] = 0;
            setSaturated(resource, false);
        } else if (size[resource] == 1 && size[resource ^ 1] == 0 && settleAlone(number(keys[resource][0]))) {
            isSettled[resource] = false;
            return;
        } else {
            markDirty(resource);
        }
        int highest = Math.max(oldRank[resource], rank[resource]);
        makeAllStale(resource, highest);
        if (asymmetric) {
            makeAllStale(resource ^ 1, Integer.MAX_VALUE);
        }
    }

    /** All messages of a resource have to be looked at again whose level is not above one. */
    private void makeAllStale(int resource, int highestLevel) {
        long[] list = keys[resource];
        for (int i = size[resource] - 1; i >= 0; i--) {
            int message = number(list[i]);
            if (key[message] >= 0) {
                int with = withFlow(message);
                if (with <= highestLevel) {
                    makeStale(message, with);
                }
            }
        }
    }

    private void makeStale(int message, int with) {
        key[message] |= STALE;
        int at = DuplexState.RESOURCES * message;
        for (int i = at; i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            if (rank[state.resources[i]] == with) {
                markDirty(state.resources[i]);
            }
        }
    }

    /** The rank of a message's with-flow congestion. */
    private int withFlow(int message) {
        int at = DuplexState.RESOURCES * message;
        int[] resources = state.resources;
        int with = Math.max(rank[resources[at]], rank[resources[at + 1]]);
        return resources[at + 2] < 0
                ? with
                : Math.max(with, Math.max(rank[resources[at + 2]], rank[resources[at + 3]]));
    }

    /** The short way for a message that has started and is alone on all it uses, in both directions; false if it is not. */
    private boolean settleAlone(int message) {
        int at = DuplexState.RESOURCES * message;
        int with = 0;
        boolean alone = Double.isNaN(state.bandwidth[message]);
        for (int i = at; alone && i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            int resource = state.resources[i];
            alone = messages[resource] == 1 && messages[resource ^ 1] == 0;
            with = Math.max(with, rank[resource]);
        }
        if (!alone) {
            return false;
        }
        double share = nicBandwidth;
        int bottleneck = -1;
        int bottlenecks = 0;
        for (int i = at; i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            int resource = state.resources[i];
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
        state.bandwidth[message] = share;
        given.add(message);
        key[message] = key(with, 0, 0, message, bottlenecks);
        for (int i = at; i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            int resource = state.resources[i];
            keys[resource][0] = key[message];
            taken[resource] = share;
            isSettled[resource] = true;
            setSaturated(resource, share >= capacity[resource] * (1 - DuplexState.TOLERANCE));
        }
        return true;
    }

    private static long key(int larger, int isContra, int smaller, int message, int bottlenecks) {
        long order = (long) (LARGEST_RANK - larger) << 1 | isContra;
        return ((order << RANK_BITS | LARGEST_RANK - smaller) << NUMBER_BITS | message) << 1
                | (bottlenecks > 1 ? TIED : 0);
    }

    private void setSaturated(int resource, boolean saturated) {
        isSaturated[resource] = saturated;
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
        nextDirty[resource] = firstDirty[itsRank];
        firstDirty[itsRank] = resource;
        int word = itsRank / Long.SIZE;
        dirtyRanks[word] |= 1L << itsRank;
        highestWord = Math.max(highestWord, word);
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
        hasTies = false;
        for (int resource = firstDirty[level]; resource >= 0; resource = nextDirty[resource]) {
            addToLevel(resource);
        }
        firstDirty[level] = -1;
        dirtyRanks[level / Long.SIZE] &= ~(1L << level);
        // grows
        for (int i = 0; i < atLevelCount; i++) {
            refresh(atLevel[i]);
        }
        for (int i = 0; i < atLevelCount; i++) {
            addUpOthers(atLevel[i]);
        }
        if (hasTies) {
            shareInTurns();
        }
        for (int i = 0; i < atLevelCount; i++) {
            share(atLevel[i], Long.MAX_VALUE);
        }
        for (int i = 0; i < atLevelCount; i++) {
            finish(atLevel[i]);
        }
        level = -1;
    }

    /** Decides on the messages that have to be looked at again, and sorts the keys. */
    private void refresh(int resource) {
        long[] list = keys[resource];
        int count = size[resource];
        long own = firstAt(level);
        long last = -1;
        boolean sorted = true;
        int bottlenecks = 0;
        for (int i = 0; i < count; i++) {
            int message = number(list[i]);
            long itsKey = key[message];
            if (itsKey < 0) {
                itsKey = decide(message, itsKey & ~STALE);
            }
            list[i] = itsKey;
            sorted &= itsKey > last;
            last = itsKey;
            if (itsKey >= own) {
                bottlenecks++;
                if ((itsKey & TIED) != 0) {
                    hasTies = true;
                    makeDirtyAtLevel(message);
                }
            }
        }
        next[resource] = count - bottlenecks;
        if (!sorted) {
            sort(list, count);
        }
    }

    private void makeDirtyAtLevel(int message) {
        int at = DuplexState.RESOURCES * message;
        for (int i = at; i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            if (rank[state.resources[i]] == level) {
                markDirty(state.resources[i]);
            }
        }
    }

    /** Sorts keys of which most are in order. */
    private static void sort(long[] list, int count) {
        int moves = 16 * count;
        for (int i = 1; i < count; i++) {
            long moved = list[i];
            int at = i - 1;
            while (at >= 0 && list[at] > moved) {
                list[at + 1] = list[at];
                at--;
            }
            list[at + 1] = moved;
            moves -= i - at;
            if (moves < 0) {
                Arrays.sort(list, 0, count);
                return;
            }
        }
    }

    /** Whether a message follows its with-flow or its contra-flow; in the latter case also its bandwidth. */
    private long decide(int message, long oldKey) {
        int at = DuplexState.RESOURCES * message;
        int[] resources = state.resources;
        int with = withFlow(message);
        int bottlenecks = 0;
        int smaller = 0;
        int contra = 0;
        int saturated = -1;
        for (int i = at; i < at + DuplexState.RESOURCES && resources[i] >= 0; i++) {
            bottlenecks += rank[resources[i]] == with ? 1 : 0;
            int opposite = resources[i] ^ 1;
            int itsRank = asymmetric ? rank[opposite] : 0;
            if (itsRank <= with) {
                smaller = Math.max(smaller, itsRank);
            } else if (itsRank >= contra && isSaturated[opposite]) {
                contra = itsRank;
                saturated = opposite;
            }
        }
        long newKey;
        boolean isNew = false;
        if (saturated < 0) {
            newKey = key(with, 0, smaller, message, bottlenecks);
        } else {
            newKey = key(contra, 1, with, message, 0);
            isNew = give(message, Math.min(nicBandwidth, capacity[saturated] / messages[saturated]));
            state.bottleneck[message] = saturated;
            state.reason[message] = DuplexState.Reason.CONTRA_FLOW;
        }
        key[message] = newKey;
        if (isNew || newKey != oldKey) {
            markAll(message);
        }
        return newKey;
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
        int at = DuplexState.RESOURCES * message;
        for (int i = at; i < at + DuplexState.RESOURCES && state.resources[i] >= 0; i++) {
            markDirty(state.resources[i]);
        }
    }

    /** Takes the messages that have their bottleneck elsewhere, or follow their contra-flow. */
    private void addUpOthers(int resource) {
        long[] list = keys[resource];
        double sum = 0;
        double last = 0;
        for (int i = 0; i < next[resource]; i++) {
            last = state.bandwidth[number(list[i])];
            sum += last;
        }
        taken[resource] = sum;
        lastShare[resource] = last;
    }

    /** Shares what is left on a resource among the messages that have their bottleneck there, up to a key. */
    private void share(int resource, long end) {
        long[] list = keys[resource];
        int count = size[resource];
        double all = capacity[resource];
        double little = DuplexState.TOLERANCE * all;
        double sum = taken[resource];
        double last = lastShare[resource];
        int i = next[resource];
        for (; i < count && list[i] < end; i++) {
            int message = number(list[i]);
            double left = all - sum;
            DuplexState.Reason why = DuplexState.Reason.WITH_FLOW;
            if (left <= little) {
                last = rounded(all / messages[resource], last);
                why = DuplexState.Reason.NOTHING_LEFT;
            } else if (Math.abs(left - last * (count - i)) > SURELY_ROUNDED * left) {
                last = rounded(left / (count - i), last);
            }
            last = Math.min(last, nicBandwidth);
            sum += last;
            if (give(message, last)) {
                markAll(message);
            }
            state.bottleneck[message] = resource;
            state.reason[message] = why;
        }
        taken[resource] = sum;
        lastShare[resource] = last;
        next[resource] = i;
    }

    private static double rounded(double share, double last) {
        return Math.abs(share - last) <= DuplexState.ROUNDING * share ? last : share;
    }

    /** As {@link #share} where messages have several bottlenecks: the slowest of their offers counts. */
    private void shareInTurns() {
        tiedCount = 0;
        for (int i = 0; i < atLevelCount; i++) {
            int resource = atLevel[i];
            for (int at = next[resource]; at < size[resource]; at++) {
                long itsKey = keys[resource][at];
                if ((itsKey & TIED) != 0 && resource == firstBottleneck(number(itsKey))) {
                    if (tiedCount == tied.length) {
                        tied = Arrays.copyOf(tied, 2 * tiedCount);
                    }
                    tied[tiedCount++] = itsKey;
                }
            }
        }
        Arrays.sort(tied, 0, tiedCount);
        for (int i = 0; i < tiedCount; i++) {
            takeTied(number(tied[i]), tied[i]);
        }
    }

    private int firstBottleneck(int message) {
        int i = 0;
        while (rank[state.resource(message, i)] != level) {
            i++;
        }
        return state.resource(message, i);
    }

    private void takeTied(int message, long itsKey) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
            if (rank[resource] != level) {
                continue;
            }
            share(resource, itsKey);
            double left = capacity[resource] - taken[resource];
            boolean nothing = left <= DuplexState.TOLERANCE * capacity[resource];
            double offer = nothing ? capacity[resource] / messages[resource] : left / (size[resource] - next[resource]);
            offer = Math.min(rounded(offer, lastShare[resource]), nicBandwidth);
            if (offer < least) {
                least = offer;
                state.bottleneck[message] = resource;
                state.reason[message] =
                        nothing ? DuplexState.Reason.NOTHING_LEFT : DuplexState.Reason.WITH_FLOW;
            }
        }
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(message, i) >= 0; i++) {
            int resource = state.resource(message, i);
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
            makeAllStale(resource ^ 1, level - 1);
        }
    }

    /** Writes the congestions by which a message was taken last into the state, for explanations. */
    void writeCongestions(int message) {
        long itsKey = key[message];
        int larger = LARGEST_RANK - (int) (itsKey >>> ORDER_SHIFT + 1);
        int smaller = LARGEST_RANK - ((int) (itsKey >>> 1 + NUMBER_BITS) & LARGEST_RANK);
        boolean contra = (itsKey >>> ORDER_SHIFT & 1) != 0;
        state.withFlow[message] = congestion(message, contra ? smaller : larger);
        state.contraFlow[message] = congestion(message, contra ? larger : smaller);
    }

    /** How often the algorithm takes a message from its queue: once, and once more for every contra-flow congestion that it drops. */
    int pops(int message) {
        int larger = LARGEST_RANK - (int) (key[message] >>> ORDER_SHIFT + 1);
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
                return state.congestion[resource];
            }
            if (rank[resource ^ 1] == itsRank) {
                return state.congestion[resource ^ 1];
            }
        }
        return 0;
    }
}
