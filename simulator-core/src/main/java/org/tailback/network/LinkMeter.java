package org.tailback.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.observe.LinkLoad;
import org.tailback.observe.LinkLoads;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;
import org.tailback.sharing.part.DenseSet;

/**
 * Meter of the loads of the links of one network, from an instant on. O(links of a route) for each change of a batch's
 * rate or size; several changes at one instant count as one. O(links) for a change of capacities.
 */
public final class LinkMeter {
    private final EventKernel kernel;
    private final AdjustableCapacity network;
    private final int links;
    /**
     * Columns by link: capacity, present rate, number of batches, time of the last change, work carried, integral load.
     */
    private final double[] capacity;

    private final double[] carries;
    private final int[] users;
    private final double[] since;
    private final double[] carried;
    private final double[] busy;
    private final double[] peak;
    private final LoadSeries series;

    // arrays indexed by batch: its links, the share of its rate on each, and the rate included in their loads
    private int[] @Nullable [] route = {};
    private double[][] parts = {};
    private double[] shown = {};
    private final DenseSet touched = new DenseSet(16);

    /** Time of the measurement at which the clock is 0, in seconds. */
    private double offset;

    private boolean capacitiesChanged;
    private double stopped = Double.NaN;

    LinkMeter(EventKernel kernel, BandwidthSharing sharing) {
        this.kernel = kernel;
        network = known(sharing);
        links = network.links().size();
        offset = -kernel.now();
        capacity = new double[links];
        Arrays.setAll(capacity, network::capacity);
        if (!isPossible(sharing)) {
            throw new InputException("the model does not define the traffic of its links: give it bandwidths, and"
                    + " minimal or valiant routing");
        }
        carries = new double[links];
        users = new int[links];
        since = new double[links];
        carried = new double[links];
        busy = new double[links];
        peak = new double[links];
        series = new LoadSeries(links);
    }

    /**
     * Returns the links of a model's state.
     *
     * @throws InputException if the state has no links
     */
    public static AdjustableCapacity known(BandwidthSharing sharing) {
        if (sharing instanceof AdjustableCapacity links) {
            return links;
        }
        throw new InputException(
                "the network's model has no links with capacities: use a model with links, such as max-min");
    }

    /** Returns whether a model's state has links with known loads. O(links). */
    public static boolean isPossible(BandwidthSharing sharing) {
        return sharing instanceof AdjustableCapacity network
                && IntStream.range(0, network.links().size()).noneMatch(link -> Double.isNaN(network.capacity(link)));
    }

    /** Returns the share of a message's rate that a link carries; 0 if the link is not on its route. */
    static double part(BandwidthSharing sharing, int link, int source, int destination) {
        AdjustableCapacity network = known(sharing);
        for (int each : network.linksBetween(source, destination)) {
            if (each == link) {
                return network.part(link, source, destination);
            }
        }
        return 0;
    }

    /** Adds a message that has joined a batch. */
    void open(int batch, int source, int destination) {
        if (batch >= route.length) {
            route = Columns.fit(route, batch);
            parts = Columns.fit(parts, batch);
            shown = Columns.fit(shown, batch);
        }
        if (route[batch] == null) {
            int[] its = network.linksBetween(source, destination);
            route[batch] = its;
            parts[batch] = Arrays.stream(its)
                    .mapToDouble(link -> network.part(link, source, destination))
                    .toArray();
            for (int link : its) {
                users[link]++;
            }
        }
        touched.add(batch);
    }

    /** Removes a message from a batch. A batch without messages ends. */
    void left(int batch, int left) {
        if (left > 0) {
            touched.add(batch);
            return;
        }
        carry(batch, 0);
        for (int link : route(batch)) {
            if (--users[link] == 0) {
                carries[link] = 0;
            }
        }
        route[batch] = null;
    }

    void rateChanged(int batch) {
        touched.add(batch);
    }

    void capacitiesChanged() {
        capacitiesChanged = true;
    }

    void clockSetBack(double seconds) {
        offset += seconds;
    }

    /** Stops the measurement because the network has ended. */
    void stop() {
        stopped = seconds();
    }

    /** Applies the changes of an instant after all of them are known. */
    void settle(IntToDoubleFunction rateOf) {
        for (int i = 0; i < touched.size(); i++) {
            int batch = touched.get(i);
            if (batch < route.length && route[batch] != null) {
                carry(batch, rateOf.applyAsDouble(batch));
            }
        }
        touched.clear();
        if (capacitiesChanged) {
            capacitiesChanged = false;
            for (int link = 0; link < links; link++) {
                settleLink(link);
                capacity[link] = network.capacity(link);
            }
        }
    }

    /** Sets the rate of a batch that its links carry from now on. */
    void carry(int batch, double rate) {
        double more = rate - shown[batch];
        if (more == 0) {
            return;
        }
        shown[batch] = rate;
        int[] its = route(batch);
        for (int i = 0; i < its.length; i++) {
            settleLink(its[i]);
            carries[its[i]] = Math.max(0, carries[its[i]] + parts[batch][i] * more);
        }
    }

    private int[] route(int batch) {
        int[] its = route[batch];
        if (its == null) {
            throw new IllegalStateException("batch " + batch + " is not in flight");
        }
        return its;
    }

    private void settleLink(int link) {
        double now = seconds();
        double seconds = now - since[link];
        if (seconds > 0 && carries[link] > 0) {
            double load = carries[link] / capacity[link];
            carried[link] += carries[link] * seconds;
            busy[link] += load * seconds;
            peak[link] = Math.max(peak[link], load);
            series.add(link, since[link], now, load);
        }
        since[link] = now;
    }

    /** Returns the time since the measurement began, in seconds. */
    public double seconds() {
        return Double.isNaN(stopped) ? kernel.now() + offset : stopped;
    }

    /** Returns the present load of a link, relative to its capacity. */
    public double load(int link) {
        return carries[link] / capacity[link];
    }

    /** Returns the mean load of a link since the measurement began; 0 at that instant. */
    public double mean(int link) {
        settleLink(link);
        double seconds = seconds();
        return seconds > 0 ? busy[link] / seconds : 0;
    }

    /** Returns the loads up to now. O(links). */
    public LinkLoads loads() {
        List<Link> names = network.links();
        List<LinkLoad> all = new ArrayList<>();
        for (int link = 0; link < links; link++) {
            double mean = mean(link);
            all.add(new LinkLoad(
                    names.get(link).name(), capacity[link], carried[link], mean, peak[link], series.of(link)));
        }
        return new LinkLoads(seconds(), series.width(), all);
    }
}
