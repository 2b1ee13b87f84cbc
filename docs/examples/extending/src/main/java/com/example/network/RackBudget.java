package com.example.network;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/** Messages into one rack share a budget that falls with their number n: rate = 1 / (n * (1 + decline * (n - 1))). */
public record RackBudget(double decline) implements SharingModel {
    /** @throws IllegalArgumentException if the decline is below 0 */
    public RackBudget {
        if (!(decline >= 0)) {
            throw new IllegalArgumentException("decline " + decline + " is not 0 or more");
        }
    }

    @Override
    public String name() {
        return "rack-budget";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new PartSharing(Math.max(1, cluster.racks().size()), 1) {
            @Override
            protected int crosses(int source, int destination, int[] links) {
                links[0] = cluster.rackOf(destination);
                return 1;
            }

            @Override
            protected void solve(Part part) {
                int n = messagesOn(part.link(0));
                for (int i = 0; i < part.size(); i++) {
                    setRate(part.batch(i), 1 / (n * (1 + decline * (n - 1))));
                }
            }

            @Override
            public double referenceRate(int source, int destination) {
                return 1;
            }

            @Override
            protected Explanation why(int batch) {
                int n = messagesOn(cluster.rackOf(destination(batch)));
                return Explanation.of("rate", rate(batch), "budget / n", Explanation.leaf("n, into the rack", n));
            }
        };
    }

    /** Makes the model of its settings. */
    public static final class Provider implements SharingModelProvider {
        @Override
        public Description description() {
            Parameter decline = new Parameter("decline", "0.1", "of the budget for each further message, >= 0");
            return new Description("rack-budget", "a rack's budget falls", "", List.of(decline));
        }

        @Override
        public SharingModel create(Settings settings) {
            double decline = settings.number("decline", 0.1);
            if (!(decline >= 0)) {
                throw settings.problem("decline", "must be 0 or more, found " + decline, "");
            }
            return new RackBudget(decline);
        }
    }
}
