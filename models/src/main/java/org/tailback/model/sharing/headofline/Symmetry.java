package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tailback.random.SplitMix64;

/**
 * Classes of streams in equal positions: colours of sources and links, each refined by those of the other until there
 * are no more classes. Rates of one class are averaged, so that messages in equal positions end together.
 */
final class Symmetry {
    private static final int MOST_ROUNDS = 16;

    private long[] ofSource = new long[16];
    private long[] ofLink = new long[16];
    private long[] sums = new long[16];
    private int[] classes = new int[16];
    private final Map<Long, Integer> numbers = new HashMap<>();

    /** By stream its class, from 0 in the order in which they are found; valid until the next call. */
    int[] classes(PacketPart part) {
        if (part.sources > ofSource.length || part.links > ofLink.length || part.streams > classes.length) {
            ofSource = new long[2 * part.sources];
            ofLink = new long[2 * part.links];
            sums = new long[2 * Math.max(part.links, part.sources)];
            classes = new int[2 * part.streams];
        }
        Arrays.fill(ofSource, 0, part.sources, 1);
        for (int l = 0; l < part.links; l++) {
            ofLink[l] = SplitMix64.mixed(Double.doubleToRawLongBits(part.capacity[l]));
        }
        int found = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            refineLinks(part);
            refineSources(part);
            int now = number(part);
            if (now == found || now == part.streams) {
                break;
            }
            found = now;
        }
        return classes;
    }

    private void refineLinks(PacketPart part) {
        Arrays.fill(sums, 0, part.links, 0);
        for (int b = 0; b < part.batches; b++) {
            long colour = colourOf(part, b);
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                sums[part.link[hop]] += SplitMix64.mixed(colour + hop - part.firstHop[b]);
            }
        }
        for (int l = 0; l < part.links; l++) {
            ofLink[l] = SplitMix64.mixed(ofLink[l] + sums[l]);
        }
    }

    private void refineSources(PacketPart part) {
        for (int s = 0; s < part.sources; s++) {
            long sum = 0;
            for (int b = part.firstBatch[s]; b < part.firstBatch[s + 1]; b++) {
                sum += SplitMix64.mixed(colourOf(part, b));
            }
            sums[s] = sum;
        }
        for (int s = 0; s < part.sources; s++) {
            ofSource[s] = SplitMix64.mixed(ofSource[s] + sums[s]);
        }
    }

    private long colourOf(PacketPart part, int batch) {
        long colour = SplitMix64.mixed(ofSource[part.source[batch]]
                + 31L * (part.size[batch] + ((long) part.lane[part.source[batch]] << Integer.SIZE))
                + Double.doubleToRawLongBits(part.pace[batch]));
        for (int hop = part.firstHop[batch]; hop < part.firstHop[batch + 1]; hop++) {
            colour = SplitMix64.mixed(colour + ofLink[part.link[hop]] + part.level[hop]);
        }
        return colour;
    }

    private int number(PacketPart part) {
        numbers.clear();
        for (int b = 0; b < part.batches; b++) {
            if (b > 0 && part.stream[b] == part.stream[b - 1]) {
                continue;
            }
            boolean own = part.pace[b] < Double.POSITIVE_INFINITY;
            long colour = own ? colourOf(part, b) : ofSource[part.source[b]];
            classes[part.stream[b]] = numbers.computeIfAbsent(colour, unused -> numbers.size());
        }
        return numbers.size();
    }
}
