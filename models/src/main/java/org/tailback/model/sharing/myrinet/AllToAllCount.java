package org.tailback.model.sharing.myrinet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All-to-all among n nodes at once: n sources and n destinations, all pairs but n that are a perfect matching (a node
 * does not send to itself), the same number m of messages in each pair. It has no small frontier, but a closed form:
 *
 * <p>A maximal set leaves unmatched a set A of sources and a set B of destinations with no pair between them. Since
 * only own pairs are missing, it is either perfect, one of the D(n) derangements, or it leaves out exactly one node on
 * both sides, n * D(n-1) ways. With m parallel messages a set of k pairs is m^k sets of messages, so
 *
 * <pre>
 * sets              = m^n D(n) + n m^(n-1) D(n-1)
 * sets * mean size  = n m^n D(n) + (n-1) n m^(n-1) D(n-1)        every message is in the same number of sets
 * </pre>
 *
 * <p>With r = D(n-1)/D(n), penalty = n (n-1) m (m + n r) / (n m + (n-1) n r): for n = 3 and m = 1, a ring of six, 2.5.
 */
final class AllToAllCount {
    /** Beyond, the counts are given divided by m^(n-1) D(n). */
    private static final double LARGEST = 0x1p1000;

    private AllToAllCount() {}

    /** The counts, or null if the component has another shape. O(pairs). */
    static @Nullable StateSets of(Component component) {
        int n = component.sources();
        if (n < 3 || component.destinations() != n || component.pairs() != n * (n - 1)) {
            return null;
        }
        int[] outgoing = new int[n];
        int[] incoming = new int[n];
        int m = component.messages()[0];
        for (int pair = 0; pair < component.pairs(); pair++) {
            outgoing[component.source()[pair]]++;
            incoming[component.destination()[pair]]++;
            if (component.messages()[pair] != m) {
                return null;
            }
        }
        for (int node = 0; node < n; node++) {
            if (outgoing[node] != n - 1 || incoming[node] != n - 1) {
                return null;
            }
        }
        double derangements = 0;
        double fewer = 1;
        double ratio = 0;
        for (int k = 2; k <= n; k++) {
            double following = (k - 1) * (derangements + fewer);
            ratio = 1 / ((k - 1) * (1 + ratio));
            ratio = k == 2 ? 0 : ratio;
            fewer = derangements;
            derangements = following;
        }
        double power = Math.pow(m, n - 1);
        boolean large = !(power * m * n * derangements < LARGEST);
        double perfect = large ? m : power * m * derangements;
        double oneLess = large ? n * ratio : n * power * fewer;
        double[] setsWithMessage = new double[component.pairs()];
        Arrays.fill(setsWithMessage, (n * perfect + (n - 1) * oneLess) / ((double) n * (n - 1) * m));
        return new StateSets(perfect + oneLess, setsWithMessage, false);
    }
}
