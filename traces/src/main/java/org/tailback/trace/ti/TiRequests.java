package org.tailback.trace.ti;

import java.util.Arrays;

/**
 * The requests of one rank that have been started and not yet waited for, found by the sender, receiver and tag of
 * their message, the oldest first. Request numbers are small: a number is used again as soon as it is free.
 *
 * <p>A hash table with a chain per bucket, so that the numbers of a request are adjacent in memory: no allocation
 * per request. Adding and taking cost O(1) on average, and O(chain) if many requests have the same key or bucket. A
 * table with open addressing ({@code LongTable}) takes 1.1 times the time of reading LU's waits.
 */
final class TiRequests {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 4;

    /** Numbers per request: sender, receiver, tag, and the next request of its bucket or the next free number. */
    private static final int STRIDE = 4;

    private static final int NEXT = 3;

    private int[] table = new int[STRIDE * INITIAL_CAPACITY];
    /** Number of requests started before, by request; {@link #NONE} if it is not open. */
    private long[] ordinals = new long[INITIAL_CAPACITY];
    /** The first and the last request of each bucket; two buckets for each request that there is room for. */
    private int[] buckets = emptyBuckets(INITIAL_CAPACITY);

    private long started;
    /** The smallest number that was never used. */
    private int used;

    private int free = NONE;
    private int size;
    private int[] listed = {};

    private static int[] emptyBuckets(int capacity) {
        int[] empty = new int[4 * capacity];
        Arrays.fill(empty, NONE);
        return empty;
    }

    int size() {
        return size;
    }

    /** Adds a request and returns its number. */
    int add(int source, int destination, int tag) {
        int request = free;
        if (request != NONE) {
            free = table[STRIDE * request + NEXT];
        } else {
            request = used++;
            if (request == ordinals.length) {
                grow();
            }
        }
        int at = STRIDE * request;
        table[at] = source;
        table[at + 1] = destination;
        table[at + 2] = tag;
        ordinals[request] = started++;
        append(request);
        size++;
        return request;
    }

    /** Removes the oldest request of a key; returns its number, or -1 if there is none. */
    int take(int source, int destination, int tag) {
        int bucket = bucket(source, destination, tag);
        int previous = NONE;
        for (int request = buckets[bucket]; request != NONE; request = table[STRIDE * request + NEXT]) {
            if (isOf(request, source, destination, tag)) {
                unlink(bucket, previous, request);
                return request;
            }
            previous = request;
        }
        return NONE;
    }

    /** Returns the oldest request of a key; -1 if there is none. */
    int find(int source, int destination, int tag) {
        int request = buckets[bucket(source, destination, tag)];
        while (request != NONE && !isOf(request, source, destination, tag)) {
            request = table[STRIDE * request + NEXT];
        }
        return request;
    }

    private boolean isOf(int request, int source, int destination, int tag) {
        int at = STRIDE * request;
        return table[at + 2] == tag && table[at] == source && table[at + 1] == destination;
    }

    /** Adds a request to another table with the key of a request of this one; returns its number there. */
    int copyTo(TiRequests others, int request) {
        int at = STRIDE * request;
        return others.add(table[at], table[at + 1], table[at + 2]);
    }

    /** Counts requests that have started and ended. */
    void skipOrdinals(int requests) {
        started += requests;
    }

    void remove(int number) {
        int bucket = bucketOf(number);
        int previous = NONE;
        for (int request = buckets[bucket]; request != number; request = table[STRIDE * request + NEXT]) {
            previous = request;
        }
        unlink(bucket, previous, number);
    }

    private void unlink(int bucket, int previous, int request) {
        int at = STRIDE * request + NEXT;
        if (previous == NONE) {
            buckets[bucket] = table[at];
        } else {
            table[STRIDE * previous + NEXT] = table[at];
        }
        if (buckets[bucket + 1] == request) {
            buckets[bucket + 1] = previous;
        }
        ordinals[request] = NONE;
        table[at] = free;
        free = request;
        size--;
    }

    /** Returns the number of requests that the rank had started before an open one. */
    long ordinal(int request) {
        return ordinals[request];
    }

    /**
     * Returns the open requests, the oldest first: the array's first {@code size} elements are their numbers, valid
     * until the next call. O(numbers + n log n), O(numbers) if their order is that of their numbers.
     */
    int[] list() {
        listed = listed.length < size ? new int[ordinals.length] : listed;
        int count = 0;
        boolean sorted = true;
        for (int request = 0; request < used; request++) {
            if (ordinals[request] != NONE) {
                sorted &= count == 0 || ordinals[listed[count - 1]] < ordinals[request];
                listed[count++] = request;
            }
        }
        if (!sorted) {
            long[] byAge = new long[count];
            for (int i = 0; i < count; i++) {
                // numbers below 2^24, ordinals below 2^39
                byAge[i] = ordinals[listed[i]] << 24 | listed[i];
            }
            Arrays.sort(byAge);
            for (int i = 0; i < count; i++) {
                listed[i] = (int) (byAge[i] & 0xFFFFFF);
            }
        }
        return listed;
    }

    /** Removes all requests; numbers begin anew. O(numbers). */
    void clear() {
        for (int request = 0; request < used; request++) {
            if (ordinals[request] != NONE) {
                int bucket = bucketOf(request);
                buckets[bucket] = NONE;
                buckets[bucket + 1] = NONE;
            }
        }
        used = 0;
        free = NONE;
        size = 0;
    }

    private void append(int request) {
        int bucket = bucketOf(request);
        table[STRIDE * request + NEXT] = NONE;
        if (buckets[bucket] == NONE) {
            buckets[bucket] = request;
        } else {
            table[STRIDE * buckets[bucket + 1] + NEXT] = request;
        }
        buckets[bucket + 1] = request;
    }

    private int bucketOf(int request) {
        int at = STRIDE * request;
        return bucket(table[at], table[at + 1], table[at + 2]);
    }

    private int bucket(int source, int destination, int tag) {
        int hash = (source * 0x9E3779B1 + destination) * 0x85EBCA6B + tag;
        hash *= 0xC2B2AE35;
        return (hash ^ hash >>> 15) << 1 & buckets.length - 1;
    }

    /** Doubles the tables; chains are rebuilt in their old order, so that the oldest of a key stays first. */
    private void grow() {
        int[] old = table;
        int[] oldBuckets = buckets;
        table = Arrays.copyOf(old, 2 * old.length);
        ordinals = Arrays.copyOf(ordinals, 2 * ordinals.length);
        buckets = emptyBuckets(ordinals.length);
        for (int bucket = 0; bucket < oldBuckets.length; bucket += 2) {
            int request = oldBuckets[bucket];
            while (request != NONE) {
                int following = old[STRIDE * request + NEXT];
                append(request);
                request = following;
            }
        }
    }
}
