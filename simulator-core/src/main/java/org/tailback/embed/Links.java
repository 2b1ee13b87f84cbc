package org.tailback.embed;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.network.LinkMeter;
import org.tailback.observe.LinkLoads;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/** The links of one network, and its capacities that differ from those as built. */
final class Links {
    private final Messages messages;
    private final String model;
    private final Map<Integer, Double> nodeCapacities = new TreeMap<>();
    private final Map<Integer, Double> linkCapacities = new TreeMap<>();
    /** Made when a link is asked for. */
    private @Nullable ImmutableMap<String, Link> byName;

    Links(Messages messages, String model) {
        this.messages = messages;
        this.model = model;
    }

    ImmutableMap<String, Link> all() {
        if (byName == null) {
            ImmutableMap.Builder<String, Link> names = ImmutableMap.builder();
            int number = 0;
            for (org.tailback.sharing.Link link : adjustable().links()) {
                names.put(link.name(), new Link(this, number++, link.name()));
            }
            byName = names.buildOrThrow();
        }
        return byName;
    }

    boolean areKnown() {
        return messages.engine().sharing() instanceof AdjustableCapacity;
    }

    Link named(String name) {
        Objects.requireNonNull(name, "name");
        Link link = all().get(name);
        if (link == null) {
            throw LinkLoads.unknown(name, all().keySet().asList());
        }
        return link;
    }

    private AdjustableCapacity adjustable() {
        if (messages.engine().sharing() instanceof AdjustableCapacity known) {
            return known;
        }
        throw Link.none(model);
    }

    void setNodeCapacity(int node, double fraction) {
        check(fraction);
        messages.checkMayChange();
        adjustable().setNodeCapacity(node, fraction);
        nodeCapacities.put(node, fraction);
        messages.engine().capacityChanged();
    }

    void setCapacity(int link, double fraction) {
        check(fraction);
        messages.checkMayChange();
        adjustable().setLinkCapacity(link, fraction);
        linkCapacities.put(link, fraction);
        messages.engine().capacityChanged();
    }

    double capacity(int link) {
        return linkCapacities.getOrDefault(link, 1.0);
    }

    double bytesPerSecond(int link) {
        return adjustable().capacity(link);
    }

    void fail(int link, LinkFailure rule) {
        Objects.requireNonNull(rule, "rule");
        messages.checkMayChange();
        messages.failLink(link, rule == LinkFailure.LOSES_MESSAGES);
    }

    void repair(int link) {
        messages.checkMayChange();
        messages.engine().failures().repairLink(link);
    }

    boolean hasFailed(int link) {
        return messages.engine().failures().ofLink(link);
    }

    double load(int link) {
        return messages.engine().carriedBy(link) / bytesPerSecond(link);
    }

    double utilisation(int link) {
        return meter().mean(link);
    }

    LinkMeter meter() {
        LinkMeter meter = messages.engine().linkMeter();
        Preconditions.checkState(
                meter != null, "the links are not measured: call measureLinks() when the measurement begins");
        return Objects.requireNonNull(meter);
    }

    /** All links are as built. */
    void reset() {
        nodeCapacities.clear();
        linkCapacities.clear();
    }

    /** Takes over the capacities of another network; {@link #adjust} puts them into force. */
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

    private static void check(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < Double.POSITIVE_INFINITY,
                "a capacity is a finite fraction above 0 of what it was, not %s; let a node fail to stop it",
                fraction);
    }
}
