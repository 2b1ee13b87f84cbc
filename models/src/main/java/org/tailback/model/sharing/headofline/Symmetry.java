package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tailback.random.SplitMix64;

/**
 * Classes of streams in equal positions. Colours of sources and colours of links refine each other alternately until
 * the number of classes is constant. Rates of one class are averaged, so that messages in equal positions end together.
 */
final class Symmetry {
    private static final int MOST_ROUNDS = 16;

    private final PacketPart part;
    private final long[] ofSource;
    private final long[] ofLink;

    Symmetry(PacketPart part) {
        this.part = part;
        ofSource = new long[part.sources];
        ofLink = new long[part.links];
    }

    /** Returns the class of each stream, numbered from 0 in the order of discovery. */
    int[] classes() {
        int[] classes = new int[part.streams];
        Arrays.fill(ofSource, 1);
        for (int l = 0; l < part.links; l++) {
            ofLink[l] = SplitMix64.mixed(Double.doubleToRawLongBits(part.capacity[l]));
        }
        int found = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            refineLinks();
            refineSources();
            int now = number(classes);
            if (now == found || now == part.streams) {
                break;
            }
            found = now;
        }
        return classes;
    }

    private void refineLinks() {
        long[] sums = new long[part.links];
        for (int b = 0; b < part.batches; b++) {
            long colour = colourOf(b);
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                sums[part.link[hop]] += SplitMix64.mixed(colour + hop - part.firstHop[b]);
            }
        }
        for (int l = 0; l < part.links; l++) {
            ofLink[l] = SplitMix64.mixed(ofLink[l] + sums[l]);
        }
    }

    private void refineSources() {
        long[] sums = new long[part.sources];
        for (int s = 0; s < part.sources; s++) {
            long sum = 0;
            for (int b = part.firstBatch[s]; b < part.firstBatch[s + 1]; b++) {
                sum += SplitMix64.mixed(colourOf(b));
            }
            sums[s] = sum;
        }
        for (int s = 0; s < part.sources; s++) {
            ofSource[s] = SplitMix64.mixed(ofSource[s] + sums[s]);
        }
    }

    private long colourOf(int batch) {
        long colour = SplitMix64.mixed(ofSource[part.source[batch]]
                + 31L * (part.size[batch] + ((long) part.lane[part.source[batch]] << Integer.SIZE))
                + Double.doubleToRawLongBits(part.injectionRates[batch]));
        for (int hop = part.firstHop[batch]; hop < part.firstHop[batch + 1]; hop++) {
            colour = SplitMix64.mixed(colour + ofLink[part.link[hop]] + part.level[hop]);
        }
        return colour;
    }

    private int number(int[] classes) {
        Map<Long, Integer> numbers = new HashMap<>();
        for (int b = 0; b < part.batches; b++) {
            if (b > 0 && part.stream[b] == part.stream[b - 1]) {
                continue;
            }
            boolean own = part.injectionRates[b] < Double.POSITIVE_INFINITY;
            long colour = own ? colourOf(b) : ofSource[part.source[b]];
            classes[part.stream[b]] = numbers.computeIfAbsent(colour, unused -> numbers.size());
        }
        return numbers.size();
    }
}
