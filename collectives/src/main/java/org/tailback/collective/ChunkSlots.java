package org.tailback.collective;

/**
 * Slots of the connections of a channel: each request has one slot, in which a chunk is received or from which a chunk
 * is sent.
 *
 * @param chunks division of the buffer
 * @param first number of the block of slot 0
 */
record ChunkSlots(Partition chunks, long first) {
    /** Posts the receive of a chunk. */
    void post(int slot, int chunk, int source, CollectiveSink sink) {
        sink.carry(first + slot, 1);
        sink.irecv(slot, source, chunks.bytes(chunk, 1));
    }

    /** Waits for a chunk, and adds it to the rank's own chunk or replaces that chunk. */
    void take(int slot, int chunk, boolean isAdded, CollectiveSink sink) {
        sink.awaitAll(slot, 1);
        if (isAdded) {
            sink.combine(first + slot, chunk, 1, chunks.bytes(chunk, 1));
        } else {
            sink.copy(first + slot, chunk, 1);
        }
    }

    /** Sends a chunk after the slot's previous send, if any, has ended. */
    void send(int slot, int chunk, boolean isFirst, int destination, CollectiveSink sink) {
        if (!isFirst) {
            sink.awaitAll(slot, 1);
        }
        sink.copy(chunk, first + slot, 1);
        sink.carry(first + slot, 1);
        sink.isend(slot, destination, chunks.bytes(chunk, 1));
    }
}
