package org.tailback.model.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.tailback.settings.Settings;
import org.tailback.sharing.Link;

/** Links of a regular topology, numbered block by block. The links of a block have names of one form. */
final class LinkBlocks {
    private record Block(IntToDoubleFunction capacity, IntFunction<Link> link) {}

    private final Settings settings;
    private final String key;
    private final List<Block> blocks = new ArrayList<>();
    /** First link by block, followed by the number of all links. */
    private int[] first = {0};

    /**
     * Creates an empty sequence of blocks.
     *
     * @param key key of the setting that determines the number of links, for messages
     */
    LinkBlocks(Settings settings, String key) {
        this.settings = settings;
        this.key = key;
    }

    /** Adds the links of nodes: node i has the links 2 i, up to its switch, and 2 i + 1, down. */
    LinkBlocks addNodes(int nodes, double capacity) {
        return add(2L * nodes, unused -> capacity, link -> ofNode(link, "up", "down"));
    }

    /** Adds links between switches with one capacity, numbered from 0 in the names. */
    LinkBlocks add(long count, double capacity, IntFunction<String> name) {
        return add(count, unused -> capacity, link -> Link.inner(name.apply(link)));
    }

    /**
     * Adds links.
     *
     * @throws org.tailback.error.InputException if there are too many
     */
    LinkBlocks add(long count, IntToDoubleFunction capacity, IntFunction<Link> link) {
        TopologySizes.checkLinks(settings, key, links() + count);
        blocks.add(new Block(capacity, link));
        first = Arrays.copyOf(first, first.length + 1);
        first[blocks.size()] = (int) (first[blocks.size() - 1] + count);
        return this;
    }

    /** Returns one of the two links of a node, by {@code 2 * node} or {@code 2 * node + 1}. */
    static Link ofNode(int link, String up, String down) {
        return link % 2 == 0 ? Link.outOfNode(link / 2, up) : Link.intoNode(link / 2, down);
    }

    int links() {
        return first[blocks.size()];
    }

    /** Returns the first link of a block; blocks are numbered from 0. */
    int first(int block) {
        return first[block];
    }

    /** Returns the block of a link. */
    int block(int link) {
        int block = 0;
        while (link >= first[block + 1]) {
            block++;
        }
        return block;
    }

    double capacity(int link) {
        int block = block(link);
        return blocks.get(block).capacity.applyAsDouble(link - first[block]);
    }

    Link link(int link) {
        int block = block(link);
        return blocks.get(block).link.apply(link - first[block]);
    }
}
