package org.tailback.model.topology;

import org.tailback.sharing.Link;

/** A topology whose links are {@link LinkBlocks}; the first block holds the links of nodes. */
interface BlockTopology extends Topology {
    LinkBlocks blocks();

    @Override
    default int links() {
        return blocks().links();
    }

    @Override
    default double capacity(int link) {
        return blocks().capacity(link);
    }

    @Override
    default double nodeBandwidth() {
        return blocks().capacity(0);
    }

    @Override
    default Link link(int link) {
        return blocks().link(link);
    }
}
