package org.tailback.model.sharing.link;

import java.util.Arrays;

/**
 * What the flows of a group take together of each other link that they cross, per unit of level: by link whose group it is, a list of
 * links with a sum of parts, in numbers of 64 bits before and 64 behind the point. Flows that share several links are thus added up
 * once, when they join, and not whenever their level changes. Sums are exact; a link whose sum has become 0 is off the list.
 */
final class GroupUse {
    private static final int[] NO_LINKS = {};
    private static final long[] NO_SUMS = {};
    private static final int FEW_LINKS = 1024;

    private final int[][] links;
    /** Whole part and fraction side by side. */
    private final long[][] sums;

    private final int[] count;
    /** With few links, the place of each on each list, plus 1; 0 if it is not there. With many, nothing: lists are searched. */
    private final int[][] places;

    GroupUse(int links) {
        this.links = new int[links][];
        sums = new long[links][];
        Arrays.fill(this.links, NO_LINKS);
        Arrays.fill(sums, NO_SUMS);
        count = new int[links];
        places = new int[links <= FEW_LINKS ? links : 0][];
        Arrays.fill(places, NO_LINKS);
    }

    int count(int group) {
        return count[group];
    }

    int[] links(int group) {
        return links[group];
    }

    long[] sums(int group) {
        return sums[group];
    }

    void clear(int group) {
        for (int i = places.length == 0 ? 0 : count[group]; --i >= 0; ) {
            places[group][links[group][i]] = 0;
        }
        count[group] = 0;
    }

    /** The place of a link on a group's list, where it is put with sum 0 if it is not there. O(length of the list), or O(1) with few links. */
    int placeOf(int group, int link) {
        int size = count[group];
        if (places.length == 0) {
            int[] list = links[group];
            for (int i = 0; i < size; i++) {
                if (list[i] == link) {
                    return i;
                }
            }
        } else if (size > 0 && places[group][link] > 0) {
            return places[group][link] - 1;
        }
        append(group, link, size);
        return size;
    }

    private void append(int group, int link, int size) {
        if (size == links[group].length) {
            links[group] = Arrays.copyOf(links[group], Math.max(4, 2 * size));
            sums[group] = Arrays.copyOf(sums[group], 2 * links[group].length);
        }
        links[group][size] = link;
        sums[group][2 * size] = 0;
        sums[group][2 * size + 1] = 0;
        count[group] = size + 1;
        if (places.length > 0) {
            if (places[group].length == 0) {
                places[group] = new int[places.length];
            }
            places[group][link] = size + 1;
        }
    }

    void remove(int group, int place) {
        int last = --count[group];
        int[] list = links[group];
        if (places.length > 0) {
            int removed = list[place];
            places[group][list[last]] = place + 1;
            places[group][removed] = 0;
        }
        list[place] = list[last];
        sums[group][2 * place] = sums[group][2 * last];
        sums[group][2 * place + 1] = sums[group][2 * last + 1];
    }
}
