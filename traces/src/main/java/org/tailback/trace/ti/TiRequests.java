package org.tailback.trace.ti;

import java.util.Arrays;

/**
 * The requests of one rank that have been started and not yet waited for, found by the sender, receiver and tag of
 * their message, the oldest first. Request numbers are small: a number is used again as soon as it is free.
 *
 * <p>A hash table with a chain per bucket, in two arrays, so that what belongs to a request is side by side in memory:
 * no allocation per request. Adding and taking cost O(1) on average, and O(chain) if many requests have the same key or
 * bucket.
 */
final class TiRequests {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 4;

    /** Ints per request, a power of two, and what they are. */
    private static final int STRIDE = 8;

    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int TAG = 2;
    /** Next request in the chain of an open request's bucket; next free number of a free one. */
    private static final int NEXT = 3;
    /** 1 or 0. */
    private static final int OPEN = 4;
    /** Number of requests that the rank had started before this one: the lower and the upper half. */
    private static final int ORDINAL = 5;

    private int[] table = new int[STRIDE * INITIAL_CAPACITY];
    /** The first and the last request of each bucket; two buckets for each request that there is room for. */
    private int[] buckets = emptyBuckets(INITIAL_CAPACITY);

    private long started;
    /** Numbers from here on were never used. */
    private int used;

    private int free = NONE;
    private int size;
    private int[] listed = {};

    private static int[] emptyBuckets(int capacity) {
        int[] empty = new int[4 * capacity];
        Arrays.fill(empty, NONE);
        return empty;
    }

    /** Returns the number of open requests. */
    int size() {
        return size;
    }

    /** Adds a request and gives it a number. */
    int add(int messageSource, int messageDestination, int messageTag) {
        int request = free;
        if (request != NONE) {
            free = table[STRIDE * request + NEXT];
        } else {
            request = used++;
            if (STRIDE * request == table.length) {
                grow();
            }
        }
        int at = STRIDE * request;
        int[] rows = table;
        rows[at + SOURCE] = messageSource;
        rows[at + DESTINATION] = messageDestination;
        rows[at + TAG] = messageTag;
        rows[at + OPEN] = 1;
        rows[at + ORDINAL] = (int) started;
        rows[at + ORDINAL + 1] = (int) (started >>> 32);
        started++;
        append(request);
        size++;
        return request;
    }

    /** Removes the oldest request of a key; its number, or -1 if there is none. */
    int take(int messageSource, int messageDestination, int messageTag) {
        int[] rows = table;
        int bucket = bucket(messageSource, messageDestination, messageTag);
        int previous = NONE;
        for (int request = buckets[bucket]; request != NONE; request = rows[STRIDE * request + NEXT]) {
            int at = STRIDE * request;
            if (rows[at + TAG] == messageTag
                    && rows[at + SOURCE] == messageSource
                    && rows[at + DESTINATION] == messageDestination) {
                unlink(bucket, previous, request);
                return request;
            }
            previous = request;
        }
        return NONE;
    }

    /** Removes an open request by its number. */
    void remove(int number) {
        int bucket = bucketOf(number);
        int previous = NONE;
        for (int request = buckets[bucket]; request != number; request = table[STRIDE * request + NEXT]) {
            previous = request;
        }
        unlink(bucket, previous, number);
    }

    private void unlink(int bucket, int previous, int request) {
        int at = STRIDE * request;
        if (previous == NONE) {
            buckets[bucket] = table[at + NEXT];
        } else {
            table[STRIDE * previous + NEXT] = table[at + NEXT];
        }
        if (buckets[bucket + 1] == request) {
            buckets[bucket + 1] = previous;
        }
        table[at + OPEN] = 0;
        table[at + NEXT] = free;
        free = request;
        size--;
    }

    /** Returns whether a number is that of an open request. */
    boolean isOpen(int request) {
        return request < used && table[STRIDE * request + OPEN] != 0;
    }

    /** Returns the number of requests that the rank had started before an open one. */
    long ordinal(int request) {
        int at = STRIDE * request + ORDINAL;
        return table[at] & 0xffff_ffffL | (long) table[at + 1] << 32;
    }

    /**
     * Returns the open requests, the oldest first: the array's first {@code size} elements are their numbers, valid
     * until the next call. O(numbers + n log n), O(numbers) if their order is that of their numbers.
     */
    int[] list() {
        if (listed.length < size) {
            listed = new int[table.length / STRIDE];
        }
        int count = 0;
        boolean sorted = true;
        for (int request = 0; request < used; request++) {
            if (isOpen(request)) {
                sorted &= count == 0 || ordinal(listed[count - 1]) < ordinal(request);
                listed[count++] = request;
            }
        }
        if (!sorted) {
            long[] byAge = new long[count];
            for (int i = 0; i < count; i++) {
                // numbers below 2^24, ordinals below 2^39
                byAge[i] = ordinal(listed[i]) << 24 | listed[i];
            }
            Arrays.sort(byAge);
            for (int i = 0; i < count; i++) {
                listed[i] = (int) (byAge[i] & 0xFFFFFF);
            }
        }
        return listed;
    }

    /** Removes all requests. O(numbers). */
    void clear() {
        for (int request = 0; request < used; request++) {
            if (isOpen(request)) {
                int bucket = bucketOf(request);
                buckets[bucket] = NONE;
                buckets[bucket + 1] = NONE;
                table[STRIDE * request + OPEN] = 0;
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
        return bucket(table[at + SOURCE], table[at + DESTINATION], table[at + TAG]);
    }

    /** Returns the index of a key's bucket. */
    private int bucket(int messageSource, int messageDestination, int messageTag) {
        int hash = (messageSource * 0x9E3779B1 + messageDestination) * 0x85EBCA6B + messageTag;
        hash *= 0xC2B2AE35;
        return (hash ^ hash >>> 15) << 1 & buckets.length - 1;
    }

    /** Doubles the tables; chains are rebuilt in their old order, so that the oldest of a key stays first. */
    private void grow() {
        int[] old = table;
        int[] oldBuckets = buckets;
        table = Arrays.copyOf(old, 2 * old.length);
        buckets = emptyBuckets(table.length / STRIDE);
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
