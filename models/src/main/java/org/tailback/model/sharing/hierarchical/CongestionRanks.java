package org.tailback.model.sharing.hierarchical;

/**
 * The order of all congestions that cards and cables can have with up to so many messages: a rank for every number of messages, the
 * same for equal congestions, so that a rank stays when other resources change. The numbers of messages grow by doubling, and then ranks
 * change.
 */
final class CongestionRanks {
    private final DuplexState state;
    private final boolean hasCables;
    private int[] ofCards = new int[1];
    private int[] ofCables = new int[1];
    private int count = 1;

    CongestionRanks(DuplexState state, int racks) {
        this.state = state;
        hasCables = racks > 1;
    }

    /** How many ranks there are; they begin with 0, no congestion. */
    int count() {
        return count;
    }

    /** True if a resource with so many messages has a rank. */
    boolean contains(int resource, int messages) {
        return messages < (resource < state.firstCable ? ofCards : ofCables).length;
    }

    /** The rank of a resource with so many messages. */
    int of(int resource, int messages) {
        return resource < state.firstCable ? ofCards[messages] : ofCables[messages];
    }

    /** Makes room for a resource with so many messages: all ranks may change. */
    void grow(int resource, int messages) {
        int length = Math.max(64, 2 * Integer.highestOneBit(messages) + 1);
        if (resource < state.firstCable) {
            ofCards = new int[Math.max(length, ofCards.length)];
        } else {
            ofCables = new int[Math.max(length, ofCables.length)];
        }
        merge();
    }

    private void merge() {
        int cables = hasCables ? ofCables.length : 1;
        int card = 1;
        int cable = 1;
        double last = 0;
        count = 1;
        while (card < ofCards.length || cable < cables) {
            double ofCard = card < ofCards.length ? state.congestion(0, card) : Double.POSITIVE_INFINITY;
            double ofCable = cable < cables ? state.congestion(state.firstCable, cable) : Double.POSITIVE_INFINITY;
            double next = Math.min(ofCard, ofCable);
            count += next == last ? 0 : 1;
            last = next;
            if (ofCard <= ofCable) {
                ofCards[card++] = count - 1;
            } else {
                ofCables[cable++] = count - 1;
            }
        }
    }
}
