package org.tailback.trace.ti;

import java.util.Arrays;

/**
 * The requests of one rank that have been started and not yet waited for, found by the sender, receiver and tag of their
 * message, the oldest first. Request numbers are small: a number is used again as soon as it is free.
 *
 * <p>A hash table with a chain per bucket, in arrays: no allocation per request. Adding and taking cost O(1) on average,
 * and O(chain) if many requests have the same key or bucket.
 */
final class OpenRequests {
    private static final int NONE = -1;

    private int[] source = new int[16];
    private int[] destination = new int[16];
    private int[] tag = new int[16];
    /** Next request in the chain of an open request's bucket; next free number of a free one. */
    private int[] next = new int[16];

    private boolean[] open = new boolean[16];
    /** How many requests the rank had started before this one. */
    private long[] ordinal = new long[16];

    private long started;
    private int[] first = new int[32];
    private int[] last = new int[32];
    /** Numbers from here on were never used. */
    private int used;

    private int free = NONE;
    private int size;
    private int[] listed = new int[16];

    OpenRequests() {
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** How many requests are open. */
    int size() {
        return size;
    }

    /** Adds a request and gives it a number. */
    int add(int messageSource, int messageDestination, int messageTag) {
        int request = free;
        if (request != NONE) {
            free = next[request];
        } else {
            request = used++;
            if (request == source.length) {
                grow();
            }
        }
        source[request] = messageSource;
        destination[request] = messageDestination;
        tag[request] = messageTag;
        open[request] = true;
        ordinal[request] = started++;
        append(request);
        size++;
        return request;
    }

    /** Removes the oldest request of a key; its number, or -1 if there is none. */
    int take(int messageSource, int messageDestination, int messageTag) {
        int bucket = bucket(messageSource, messageDestination, messageTag);
        int previous = NONE;
        for (int request = first[bucket]; request != NONE; request = next[request]) {
            if (tag[request] == messageTag
                    && source[request] == messageSource
                    && destination[request] == messageDestination) {
                unlink(bucket, previous, request);
                return request;
            }
            previous = request;
        }
        return NONE;
    }

    /** Removes an open request by its number. */
    void remove(int number) {
        int bucket = bucket(source[number], destination[number], tag[number]);
        int previous = NONE;
        for (int request = first[bucket]; request != number; request = next[request]) {
            previous = request;
        }
        unlink(bucket, previous, number);
    }

    private void unlink(int bucket, int previous, int request) {
        if (previous == NONE) {
            first[bucket] = next[request];
        } else {
            next[previous] = next[request];
        }
        if (last[bucket] == request) {
            last[bucket] = previous;
        }
        open[request] = false;
        next[request] = free;
        free = request;
        size--;
    }

    /** True if a number is that of an open request. */
    boolean isOpen(int request) {
        return request < used && open[request];
    }

    /** How many requests the rank had started before an open one. */
    long ordinal(int request) {
        return ordinal[request];
    }

    /**
     * The open requests, the oldest first: the array's first {@code size} elements are their numbers, valid until the next
     * call. O(numbers + n log n), O(numbers) if their order is that of their numbers.
     */
    int[] list() {
        if (listed.length < size) {
            listed = new int[source.length];
        }
        int count = 0;
        boolean sorted = true;
        for (int request = 0; request < used; request++) {
            if (open[request]) {
                sorted &= count == 0 || ordinal[listed[count - 1]] < ordinal[request];
                listed[count++] = request;
            }
        }
        if (!sorted) {
            long[] byAge = new long[count];
            for (int i = 0; i < count; i++) {
                // numbers below 2^24, ordinals below 2^39
                byAge[i] = ordinal[listed[i]] << 24 | listed[i];
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
            if (open[request]) {
                int bucket = bucket(source[request], destination[request], tag[request]);
                first[bucket] = NONE;
                last[bucket] = NONE;
                open[request] = false;
            }
        }
        used = 0;
        free = NONE;
        size = 0;
    }

    private void append(int request) {
        int bucket = bucket(source[request], destination[request], tag[request]);
        next[request] = NONE;
        if (first[bucket] == NONE) {
            first[bucket] = request;
        } else {
            next[last[bucket]] = request;
        }
        last[bucket] = request;
    }

    private int bucket(int messageSource, int messageDestination, int messageTag) {
        int hash = (messageSource * 0x9E3779B1 + messageDestination) * 0x85EBCA6B + messageTag;
        hash *= 0xC2B2AE35;
        return (hash ^ hash >>> 15) & (first.length - 1);
    }

    /** Doubles the tables; chains are rebuilt in their old order, so that the oldest of a key stays first. */
    private void grow() {
        int capacity = 2 * source.length;
        source = Arrays.copyOf(source, capacity);
        destination = Arrays.copyOf(destination, capacity);
        tag = Arrays.copyOf(tag, capacity);
        open = Arrays.copyOf(open, capacity);
        ordinal = Arrays.copyOf(ordinal, capacity);
        int[] oldNext = next;
        int[] oldFirst = first;
        next = Arrays.copyOf(next, capacity);
        first = new int[2 * capacity];
        last = new int[2 * capacity];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
        for (int chain : oldFirst) {
            int request = chain;
            while (request != NONE) {
                int following = oldNext[request];
                append(request);
                request = following;
            }
        }
    }
}
