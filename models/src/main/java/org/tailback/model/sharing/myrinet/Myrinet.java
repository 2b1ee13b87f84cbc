package org.tailback.model.sharing.myrinet;

import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties of Myrinet's Stop &amp; Go flow control, after Vienne et al. [1].
 *
 * <p><b>Prediction.</b> The slowdown of a message. At any instant a card sends one message and receives one message;
 * all other messages wait. All such states are assumed to be equally frequent.
 *
 * <p><b>Equations</b> ([1] section V.B). Two messages conflict if they share the source or the destination. A <i>state
 * set</i> is a set of messages that are sent together: without a conflict, and maximal: every message outside the set
 * waits for a message in it (maximal, not largest).
 *
 * <pre>
 * c(e)       = number of state sets that contain e                                    (Fig. 6 "Sum")
 * m(e)       = min of c over the messages with e's source: a card serves its messages equally  ("Minimum")
 * penalty(e) = number of state sets / m(e)
 * </pre>
 *
 * <p><b>Worked example</b> ([1] Figs 5 and 6, in MyrinetTest): {@code a:0>1 b:0>2 c:0>3 d:4>1 e:5>1 f:4>6} has the sets
 * {b,d} {c,d} {a,f} {b,e,f} {c,e,f}; c = 1 2 2 2 2 3, m = 1 1 1 2 2 2, penalties 5 5 5 2.5 2.5 2.5. If all sizes are
 * equal, d, e, f end after 2.5 times the contention-free time; then a, b, c share the card and end after 4 times that
 * time.
 *
 * <p><b>Meaning of the formula.</b> The formula counts states, whereas packets in queues with credits ({@code
 * head-of-line}) weight states by their durations, and it ignores the order of service. In {@code 0>1 0>2 3>2} the sets
 * {1st, 3rd} and {2nd} have equal weights, so the penalties are 2, 2, 2; packets take one slot in the first state and
 * two slots in the second, with penalties 3, 3, 1.5. On 20 random graphs of 8 nodes the formula differs from packets by
 * 11 % on average (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> Large messages, one switch, cut-through routing. According to the paper,
 * the model is pessimistic for trees and complete graphs.
 *
 * <p><b>Cost.</b> The number of sets grows exponentially (n! for n sources that all send to n destinations). Since the
 * numbers of connected components multiply, each component is counted separately, and only when it changes. {@code
 * StateSetCount} counts source by source, which is exponential in the width of the component, not in its size. Counted
 * components are cached. A component that needs more than {@code stateLimit} states, or has more than 31 destinations,
 * is estimated by belief propagation ({@code CavityEstimate}): exactly if it is a tree, otherwise with a mean error of
 * about 2 %. A warning counts the estimates. Counting uses doubles: exact up to 2^53 sets, with a relative error below
 * 1e-12 beyond.
 *
 * <p>[1] J. Vienne, M. Martinasso, J.-M. Vincent, J.-F. Mehaut: Predictive models for bandwidth sharing in high
 * performance clusters. IEEE Cluster 2008.
 *
 * @param stateLimit maximum number of states with which a component is counted exactly, >= 16; 10,000 states take a few
 *     milliseconds
 */
public record Myrinet(long stateLimit) implements SharingModel {
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            state-limit | 10000 | >= 16 | maximum number of states for exact counting of a component; above it, \
            penalties are estimated""");

    /**
     * Model that counts 12 nodes sending to all others, halos on 4 x 4 nodes, and larger components of small width.
     */
    public static final Myrinet DEFAULT = new Myrinet((long) NUMBERS.defaults()[0]);

    public Myrinet {
        NUMBERS.check(stateLimit);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new MyrinetSharing(this, cluster.nodes());
    }

    public static final class Provider implements SharingModelProvider {
        static final String NAME = "myrinet";

        @Override
        public Description description() {
            return NUMBERS.describe(
                    NAME,
                    "Myrinet Stop & Go: a card sends one message and receives one at a time; no parameter to fit",
                    "Vienne, Martinasso, Vincent, Mehaut, IEEE Cluster 2008, section V.B");
        }

        @Override
        public SharingModel create(Settings settings) {
            return new Myrinet(NUMBERS.whole(settings, "state-limit"));
        }
    }
}
