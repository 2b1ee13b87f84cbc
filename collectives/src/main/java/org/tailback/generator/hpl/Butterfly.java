package org.tailback.generator.hpl;

import org.jspecify.annotations.Nullable;

/**
 * Rounds of an exchange in a column of p processes, numbered from the owner of a panel. After the last round, all
 * processes have all data. Processes beyond the largest power of two first send their data to a partner below that
 * power. The processes below it exchange data in log2 p rounds, while the processes beyond it distribute the owner's
 * data among themselves. Finally, each partner sends the result to its process beyond the power.
 *
 * @param me distance of the process from the owner
 * @param held number of lines that each process contributes, by distance from the owner; updated by the rounds. Null if
 *     each process contributes one line
 * @param lineBytes size of a line in bytes
 * @param ownersBytes size of the owner's own data in bytes
 * @param allBytes size of the data of all processes including the owner, in bytes
 */
record Butterfly(int p, int me, int @Nullable [] held, long lineBytes, long ownersBytes, long allBytes) {
    /** Receiver of a process's rounds. */
    interface Round {
        /**
         * Appends an exchange.
         *
         * @param partner distance of the partner from the owner; -1 for a round without exchange
         * @param arrived number of received lines that a process with the owner's data adds to its lines
         * @param learns true if the process receives the owner's data from its partner in a doubling round
         */
        void add(int partner, long sent, long received, int arrived, boolean learns);
    }

    private int power() {
        return Integer.highestOneBit(p);
    }

    /**
     * Returns the partner of this process across the largest power of two; -1 if there is none. One of the two is
     * beyond the power, and the other represents it.
     */
    int partner() {
        return (me ^ power()) < p ? me ^ power() : -1;
    }

    boolean isBeyond() {
        return me >= power();
    }

    private int lines(int process) {
        return held == null ? 1 : held[process];
    }

    /** Appends all rounds except the last, in which a process beyond the power of two receives the data. */
    void rounds(Round round) {
        int power = power();
        int beyond = p - power;
        int partner = partner();
        long sent = isBeyond() ? lines(me) * lineBytes : me == 0 ? ownersBytes : 0;
        long received = me == power ? ownersBytes : isBeyond() || partner < 0 ? 0 : lines(partner) * lineBytes;
        round.add(partner, sent, received, me == 0 && partner > 0 ? lines(partner) : 0, false);
        for (int i = 1; held != null && i < beyond; i++) {
            held[i] += held[i + power];
        }
        if (isBeyond()) {
            int from = me - power;
            for (int bit = beyond > 1 ? Integer.highestOneBit(beyond - 1) : 0; bit > 0; bit >>= 1) {
                boolean takesPart = (from & bit - 1) == 0 && (from | bit) < beyond;
                boolean receives = (from & bit) != 0;
                round.add(
                        takesPart ? power + (from ^ bit) : -1,
                        receives ? 0 : ownersBytes,
                        receives ? ownersBytes : 0,
                        0,
                        false);
            }
            return;
        }
        for (int bit = 1; bit < power; bit <<= 1) {
            int other = me ^ bit;
            boolean knows = me < bit;
            boolean learns = me >= bit && me < 2 * bit;
            round.add(
                    other,
                    knows ? allBytes : lines(me) * lineBytes,
                    learns ? allBytes : lines(other) * lineBytes,
                    knows ? lines(other) : 0,
                    learns);
            merge(bit);
        }
    }

    private void merge(int bit) {
        for (int i = 0; held != null && i < power(); i++) {
            if ((i & bit) == 0) {
                held[i] += held[i | bit];
                held[i | bit] = held[i];
            }
        }
    }
}
