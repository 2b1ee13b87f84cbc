package org.tailback.collective;

/**
 * A rank's part in chunks that follow one another along a ring or a chain of ranks. {@value #WINDOW} receives are
 * posted ahead, one per slot of a connection. One send is in progress, because a connection transfers chunks in their
 * order. A chunk is received in a slot, added or copied from that slot, and copied to another slot before it is sent.
 *
 * @param chunks division of the buffer
 * @param channel number of the ring, from 0: rings with different numbers use different slots
 * @param before rank from which chunks are received
 * @param after rank to which chunks are sent
 * @param receives number of receives, >= 0
 * @param sends number of sends, >= 0
 * @param ahead number of sends before the first receive, 0 or 1
 * @param messages chunks of receives and sends
 */
record PipelinedRing(
        Partition chunks, int channel, int before, int after, int receives, int sends, int ahead, Messages messages) {
    /** Number of receives posted ahead: NCCL_STEPS / ALLREDUCE_CHUNKSTEPS of NCCL. */
    static final int WINDOW = 2;

    private static final int SEND_SLOT = WINDOW;

    /** Chunks of the messages; messages are numbered from 0. */
    interface Messages {
        int received(int message);

        int sent(int message);

        /** Returns whether the received chunk is added to the rank's own chunk; otherwise it replaces that chunk. */
        boolean isAdded(int message);
    }

    Schedule schedule() {
        int steps = sends + receives == 0 ? 0 : Math.max(sends, receives + ahead);
        int different = chunks.isEven() ? Math.min(steps, ahead + WINDOW + 1) : steps;
        ChunkSlots slots = new ChunkSlots(chunks, chunks.parts() + (long) channel * (WINDOW + 1));
        return Schedule.of(chunks, steps, different, (step, sink) -> {
            for (int message = 0; step == 0 && message < WINDOW; message++) {
                post(message, slots, sink);
            }
            int received = step - ahead;
            if (received >= 0 && received < receives) {
                slots.take(received % WINDOW, messages.received(received), messages.isAdded(received), sink);
                post(received + WINDOW, slots, sink);
            }
            if (step < sends) {
                slots.send(SEND_SLOT, messages.sent(step), step == 0, after, sink);
            }
            if (step == steps - 1 && sends > 0) {
                sink.awaitAll(SEND_SLOT, 1);
            }
        });
    }

    private void post(int message, ChunkSlots slots, CollectiveSink sink) {
        if (message < receives) {
            slots.post(message % WINDOW, messages.received(message), before, sink);
        }
    }
}
