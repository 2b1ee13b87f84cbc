package org.tailback.study.whatif;

import java.util.List;
import java.util.function.Predicate;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;
import org.tailback.sharing.SharingModel;

/**
 * Model with a changed capacity of selected links. An uncontended message takes the longer of its gap and its time on
 * the slowest link of its route.
 *
 * @param isMeant whether a link is selected
 * @param factor factor on the capacity of selected links, finite, > 0
 */
record FasterLinks(SharingModel model, Predicate<Link> isMeant, double factor) implements SharingModel {
    boolean exist(Cluster cluster, long seed) {
        return model.on(cluster, seed) instanceof AdjustableCapacity links
                && (areOfRanks(links) || links.links().stream().anyMatch(isMeant));
    }

    /**
     * Returns whether the links of ranks have a capacity and are selected. Either all or none of these links are
     * selected.
     */
    private boolean areOfRanks(AdjustableCapacity links) {
        return links.rankCapacity() < Double.POSITIVE_INFINITY && isMeant.test(Link.outOfRank(0));
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        BandwidthSharing sharing = model.on(cluster, seed);
        if (sharing instanceof AdjustableCapacity links) {
            if (areOfRanks(links)) {
                links.setRankCapacity(factor);
            }
            List<Link> all = links.links();
            for (int link = 0; link < all.size(); link++) {
                if (isMeant.test(all.get(link))) {
                    links.setBuiltCapacity(link, factor);
                }
            }
        }
        return sharing;
    }

    @Override
    public boolean sharesNodeLinks() {
        return model.sharesNodeLinks();
    }

    @Override
    public boolean isRandom() {
        return model.isRandom();
    }
}
