package org.tailback.trace.ti;

import java.util.Arrays;

/**
 * Requests of one rank that have been started and not yet waited for, found by the sender, receiver and tag of their
 * message, oldest first. Request numbers are small, because free numbers are reused immediately.
 *
 * <p>The class is a hash table with a linked list per bucket, so the numbers of a request are adjacent in memory,
 * without an allocation per request. Adding and removing cost O(1) on average, and O(list) if many requests have the
 * same key or bucket. With a table with open addressing ({@code LongTable}), reading the requests of a halo exchange
 * takes 1.3 times as long.
 */
final class TiRequests {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 4;

    /**
     * Numbers stored per request: sender, receiver, tag, and the next request of its bucket or the next free number.
     */
    private static final int STRIDE = 4;

    private static final int NEXT = 3;

    private int[] table = new int[STRIDE * INITIAL_CAPACITY];
    /** Number of requests started before each request, by request; {@link #NONE} for requests that are not open. */
    private long[] ordinals = new long[INITIAL_CAPACITY];
    /** First and last request of each bucket; there are two buckets per request of the capacity. */
    private int[] buckets = emptyBuckets(INITIAL_CAPACITY);

    private long started;
    /** Smallest number that was never used. */
    private int used;

    private int free = NONE;
    private int size;

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
        return add(source, destination, tag, started++);
    }

    private int add(int source, int destination, int tag, long ordinal) {
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
        ordinals[request] = ordinal;
        append(request);
        size++;
        return request;
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

    /** Returns the oldest request with a key; -1 if there is none. */
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

    /** Moves a request to another table, in which it keeps its ordinal. */
    void move(int request, TiRequests other) {
        int at = STRIDE * request;
        other.add(table[at], table[at + 1], table[at + 2], ordinals[request]);
        remove(request);
    }

    void remove(int request) {
        int bucket = bucketOf(request);
        int at = STRIDE * request + NEXT;
        int previous = NONE;
        for (int other = buckets[bucket]; other != request; other = table[STRIDE * other + NEXT]) {
            previous = other;
        }
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

    /** Restarts request numbers at 0 if no request is open. */
    void restart() {
        if (size == 0) {
            used = 0;
            free = NONE;
        }
    }

    /** Returns the number of requests that the rank had started before an open request. */
    long ordinal(int request) {
        return ordinals[request];
    }

    /** Returns the open requests, oldest first. O(numbers + n log n). */
    int[] list() {
        long[] byAge = new long[size];
        int count = 0;
        for (int request = 0; request < used && count < size; request++) {
            if (ordinals[request] != NONE) {
                // request numbers are below 2^24, ordinals below 2^39
                byAge[count++] = ordinals[request] << 24 | request;
            }
        }
        Arrays.sort(byAge);
        int[] list = new int[count];
        for (int i = 0; i < count; i++) {
            list[i] = (int) (byAge[i] & 0xFFFFFF);
        }
        return list;
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

    /** Doubles the tables. */
    private void grow() {
        int[] oldestFirst = list();
        table = Arrays.copyOf(table, 2 * table.length);
        ordinals = Arrays.copyOf(ordinals, 2 * ordinals.length);
        buckets = emptyBuckets(ordinals.length);
        for (int request : oldestFirst) {
            append(request);
        }
    }
}
