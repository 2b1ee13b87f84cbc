package org.tailback.study.whatif;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * A model with links, those of one class with twice their capacity. A message alone is as fast as before.
 *
 * @param ofNodes true for the links of nodes, false for all others
 */
record FasterLinks(SharingModel model, boolean ofNodes) implements SharingModel {
    private static final double FACTOR = 2;

    /** Returns whether a model has such links on a cluster. */
    boolean exist(Cluster cluster, long seed) {
        return model.on(cluster, seed) instanceof AdjustableCapacity links
                && links.linkNames().stream().anyMatch(this::isMeant);
    }

    private boolean isMeant(String link) {
        return link.startsWith("node ") == ofNodes;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        BandwidthSharing sharing = model.on(cluster, seed);
        if (sharing instanceof AdjustableCapacity links) {
            List<String> names = links.linkNames();
            for (int link = 0; link < names.size(); link++) {
                if (isMeant(names.get(link))) {
                    links.setLinkCapacity(link, FACTOR);
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
