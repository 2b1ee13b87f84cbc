package org.tailback.embed;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.LinkLoads;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/** Links of one network, and the capacities that differ from the capacities as built. */
final class Links {
    private final Messages messages;
    private final Map<Integer, Double> nodeCapacities = new TreeMap<>();
    private final Map<Integer, Double> linkCapacities = new TreeMap<>();

    /** Links by name, created at the first use of a link. */
    private @Nullable ImmutableMap<String, Link> byName;

    Links(Messages messages) {
        this.messages = messages;
    }

    ImmutableMap<String, Link> all() {
        if (byName == null) {
            ImmutableMap.Builder<String, Link> names = ImmutableMap.builder();
            int number = 0;
            for (org.tailback.sharing.Link link : messages.adjustable().links()) {
                names.put(link.name(), new Link(messages, this, number++, link.name()));
            }
            byName = names.buildOrThrow();
        }
        return byName;
    }

    Link named(String name) {
        Objects.requireNonNull(name, "name");
        Link link = all().get(name);
        if (link == null) {
            throw LinkLoads.unknown(name, all().keySet().asList());
        }
        return link;
    }

    void setNodeCapacity(int node, double fraction) {
        check(fraction);
        messages.adjustable().setNodeCapacity(node, fraction);
        nodeCapacities.put(node, fraction);
        messages.engine().capacityChanged();
    }

    void setLinkCapacity(int link, double fraction) {
        check(fraction);
        messages.adjustable().setLinkCapacity(link, fraction);
        linkCapacities.put(link, fraction);
        messages.engine().capacityChanged();
    }

    double linkCapacity(int link) {
        return linkCapacities.getOrDefault(link, 1.0);
    }

    /** Resets all links to their capacities as built. */
    void reset() {
        nodeCapacities.clear();
        linkCapacities.clear();
    }

    /** Copies the capacities of another network; {@link #adjust} applies them. */
    void takeOver(Links original) {
        nodeCapacities.putAll(original.nodeCapacities);
        linkCapacities.putAll(original.linkCapacities);
    }

    void adjust(BandwidthSharing sharing) {
        if (sharing instanceof AdjustableCapacity adjustable) {
            nodeCapacities.forEach(adjustable::setNodeCapacity);
            linkCapacities.forEach(adjustable::setLinkCapacity);
        }
    }

    private void check(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < Double.POSITIVE_INFINITY,
                "a capacity is a finite fraction > 0 of the capacity as built, not %s; to stop a node, make it fail",
                fraction);
        messages.checkMayChange();
    }
}
