package org.tailback.collective;

/**
 * Consecutive blocks of data that one message moves.
 *
 * @param first number of the first block
 * @param count number of blocks from {@code first} on
 * @param wrapped number of blocks from block 0 on that follow these blocks
 * @param bytes size of all blocks in bytes
 */
record Blocks(long first, int count, int wrapped, long bytes) {
    Blocks(long first, int count, long bytes) {
        this(first, count, 0, bytes);
    }

    /** Returns blocks of the same sizes with other numbers. */
    Blocks at(long other) {
        return new Blocks(other, count, wrapped, bytes);
    }

    private void carry(CollectiveSink sink) {
        sink.carry(first, count);
        if (wrapped > 0) {
            sink.carry(0, wrapped);
        }
    }

    /** Sends the blocks to a rank, or receives the blocks from that rank, and waits. */
    void move(boolean sends, int peer, CollectiveSink sink) {
        carry(sink);
        if (sends) {
            sink.send(peer, bytes);
        } else {
            sink.recv(peer, bytes);
        }
    }

    void irecv(int request, int source, CollectiveSink sink) {
        carry(sink);
        sink.irecv(request, source, bytes);
    }

    void isend(int request, int destination, CollectiveSink sink) {
        carry(sink);
        sink.isend(request, destination, bytes);
    }

    /** Sends the blocks to a rank and receives other blocks from the same or another rank. Uses requests 0 and 1. */
    void exchange(int destination, Blocks received, int source, CollectiveSink sink) {
        received.irecv(0, source, sink);
        isend(1, destination, sink);
        sink.awaitAll(0, 2);
    }

    /** Reduces the values of the blocks into the values of blocks with other numbers. */
    void combine(long into, CollectiveSink sink) {
        sink.combine(first, into, count, bytes);
    }
}
