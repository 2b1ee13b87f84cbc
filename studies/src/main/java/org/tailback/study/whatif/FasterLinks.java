package org.tailback.study.whatif;

import java.util.List;
import java.util.function.Predicate;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * A model with links, some of them with twice their capacity. A message alone is as fast as before.
 *
 * @param isMeant whether a link is one of them, by its name
 */
record FasterLinks(SharingModel model, Predicate<String> isMeant) implements SharingModel {
    private static final double FACTOR = 2;

    /** Returns whether a model has such links on a cluster. */
    boolean exist(Cluster cluster, long seed) {
        return model.on(cluster, seed) instanceof AdjustableCapacity links
                && links.linkNames().stream().anyMatch(isMeant);
    }

    /** The links of nodes, or all others. */
    static FasterLinks ofClass(SharingModel model, boolean ofNodes) {
        return new FasterLinks(model, link -> link.startsWith("node ") == ofNodes);
    }

    /** The link that a culprit's name means: an end of a node, or a link between switches. */
    static FasterLinks named(SharingModel model, String culprit) {
        String node = culprit.substring(culprit.lastIndexOf(' ') + 1);
        String direction = culprit.startsWith("into ") ? " down" : " up";
        return new FasterLinks(
                model,
                culprit.startsWith("into node ") || culprit.startsWith("out of node ")
                        ? link -> link.startsWith("node " + node + " ") && link.endsWith(direction)
                        : culprit::equals);
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
                if (isMeant.test(names.get(link))) {
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
