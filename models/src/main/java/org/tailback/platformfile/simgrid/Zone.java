package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/** A zone: what lies in it and how it is connected. Hosts, routers and zones in it are its points. */
final class Zone {
    /** From one point to another; the gateways are where a zone at its end is entered, empty for hosts and routers. */
    record Route(String from, String to, String fromGateway, String toGateway, List<SimGridLink> links) {}

    /**
     * Links of a point of a cluster or star to and from its switch.
     *
     * @param gateway where a zone is entered, empty for hosts and routers
     */
    record HostLinks(List<SimGridLink> up, List<SimGridLink> down, String gateway) {
        static final HostLinks NONE = new HostLinks(List.of(), List.of(), "");
    }

    final String id;
    final String routing;
    final @Nullable Zone parent;
    final String place;
    /** Routes by their ends, {@code from>to}. */
    final Map<String, Route> routes = new LinkedHashMap<>();

    final List<String> points = new ArrayList<>();
    /** Routes between points in this zone or in zones of it that go before all others, by their ends. */
    final Map<String, Route> bypasses = new HashMap<>();
    /** For zones with the routing Cluster or Star. */
    final Map<String, HostLinks> hostLinks = new HashMap<>();

    @Nullable
    SimGridLink backbone;

    @Nullable
    TorusLinks torus;

    Zone(String id, String routing, @Nullable Zone parent, String place) {
        this.id = id;
        this.routing = routing;
        this.parent = parent;
        this.place = place;
    }

    /** Returns this zone and those around it, the outermost first. */
    List<Zone> around() {
        List<Zone> zones = new ArrayList<>();
        for (Zone zone = this; zone != null; zone = zone.parent) {
            zones.add(0, zone);
        }
        return zones;
    }

    InputException problem(String what) {
        return InputException.at(place, "zone '" + id + "': " + what, "");
    }
}
