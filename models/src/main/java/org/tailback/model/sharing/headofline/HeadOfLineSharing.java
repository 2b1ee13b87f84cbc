package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.model.sharing.headofline.RememberedSolutions.Solution;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.sharing.reach.ConnectedPart;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.Explanation;

/** The state of {@link HeadOfLine}: each change solves the connected part that it touches, or looks up its solution. */
final class HeadOfLineSharing extends LinkSharing {
    /** Bits of the number of a batch, of a distance, and of a node and lane: three of them fit a long. */
    private static final int BITS_OF_NUMBER = 21;

    static final int LARGEST_NUMBER = (1 << BITS_OF_NUMBER) - 1;

    /** Most messages of a part that is walked with full effort. */
    private static final int MOST_WALKED_FULLY = 256;

    /** Divisor of the effort for larger parts. */
    private static final int DIVISOR_OF_EFFORT = 160;

    /** Walks after which the effort of the next is half. */
    private static final int WALKS_OF_HALF_EFFORT = 4;

    /** Slots of the walk that explains a rate. */
    private static final int OBSERVED = 20_000;

    /** Most routes of a message; of more, so many that are spread evenly. */
    private static final int MOST_WAYS = 64;

    private final HeadOfLine model;
    private final int nodes;
    private final int[] way;
    private final DenseSet union;
    private final ConnectedPart reached;
    private final DenseSet flows = new DenseSet(16);
    private final Part part;
    private final Reduction reduction;
    private final PacketWalk walk;
    private final WalkEstimate estimate;
    private final PacketsLeft packetsLeft;
    private final HeadChain chain = new HeadChain();
    private final Symmetry symmetry = new Symmetry();
    private final RememberedSolutions known = new RememberedSolutions();
    /** Links, then queues in front of links, that the part at hand has. */
    private final DenseSet met;

    /** Their numbers in the part. */
    private final int[] place;

    private double widest;
    private long[] order = new long[16];
    /** By index in the order: the batch of the part. */
    private int[] firstOf = new int[16];
    /** By batch of the part, unless it is a further way: its number. */
    private int[] numberOf = new int[16];

    private final PastWalks past;
    /** Starts and ends. */
    private long changes;

    /** True once packets of a large part stood still: those of other large parts are likely to. */
    private boolean splitLargeOnes;

    private long walks;
    private long circles;
    private long inexact;
    private double sumOfErrors;

    HeadOfLineSharing(HeadOfLine model, Topology topology, int nodes) {
        super(
                topology,
                nodes,
                Math.min(topology.links(), topology.longestRoute() * (model.adaptive() ? MOST_WAYS : 1)));
        way = new int[topology.longestRoute()];
        union = new DenseSet(topology.links());
        this.model = model;
        this.nodes = nodes;
        part = new Part(model.lanes(), model.window());
        reduction = new Reduction(model.buffer());
        walk = new PacketWalk(model.buffer());
        estimate = new WalkEstimate(walk);
        past = new PastWalks(nodes * model.lanes());
        packetsLeft = new PacketsLeft(2 * topology.links(), nodes * model.lanes());
        reached = new ConnectedPart(crossings, topology.links(), false);
        met = new DenseSet(2 * topology.links());
        place = new int[2 * topology.links()];
    }

    /** The links of all ways of a message, those of the static route first. */
    @Override
    protected int route(int source, int destination, int[] into) {
        int length = topology.route(source, destination, into);
        int ways = ways(source, destination);
        if (ways == 1) {
            return length;
        }
        union.clear();
        for (int w = 0; w < ways; w++) {
            int hops = way(source, destination, w, ways);
            for (int k = 0; k < hops; k++) {
                union.add(way[k]);
            }
        }
        System.arraycopy(union.members(), 0, into, 0, union.size());
        return union.size();
    }

    private int ways(int source, int destination) {
        return model.adaptive() ? Math.min(MOST_WAYS, topology.ways(source, destination)) : 1;
    }

    /** Finds a way; returns its number of links. */
    private int way(int source, int destination, int number, int ways) {
        int of = (int) ((long) number * topology.ways(source, destination) / ways);
        return topology.route(source, destination, of, way);
    }

    @Override
    protected void opened(int batch, int source, int destination, double pace) {
        if (batch > LARGEST_NUMBER) {
            throw new InputException("head-of-line knows " + LARGEST_NUMBER + " different messages in flight at most."
                    + " Use max-min, or fewer messages");
        }
        super.opened(batch, source, destination, pace);
        packetsLeft.opened(batch);
        changes++;
    }

    @Override
    protected void resized(int batch, int by) {
        super.resized(batch, by);
        changes++;
    }

    @Override
    protected void closed(int batch) {
        super.closed(batch);
        changes++;
    }

    @Override
    protected void update() {
        reached.clear();
        flows.clear();
        DenseSet links = reached.links();
        for (int i = 0; i < changedLinks.size(); i++) {
            int link = changedLinks.get(i);
            if (!links.contains(link)) {
                int before = collect(link);
                settle(before);
            }
        }
        changedLinks.clear();
    }

    /** Adds the batches that are connected with a link to those reached; returns the index of the first of them. */
    private int collect(int link) {
        int first = flows.size();
        DenseSet links = reached.links();
        int firstLink = links.size();
        reached.add(link);
        reached.extend();
        for (int i = firstLink; i < links.size(); i++) {
            int[] onLink = crossings.on(links.get(i));
            for (int k = crossings.count(links.get(i)); --k >= 0; ) {
                flows.add(crossings.flowOf(onLink[k]));
            }
        }
        return first;
    }

    /** Sets the rates of the batches reached from an index on. */
    private void settle(int from) {
        int count = flows.size() - from;
        if (count == 1 && !part.hasWindow()) {
            int batch = flows.get(from);
            setRate(batch, Math.min(batches.pace(batch), narrowest(batch) / batches.size(batch)));
        } else if (count > 0) {
            sort(flows.members(), from, count);
            double[] rate = solution().rate();
            for (int i = 0; i < count; i++) {
                int batch = batchAt(i);
                double each = rate[part.stream[firstOf[i]]] * widest;
                setRate(batch, Math.min(each, Math.min(batches.pace(batch), narrowest(batch))));
            }
        }
    }

    /**
     * Orders batches by source, lane, distance to the destination in the order of node numbers, and pace, and makes a
     * part of them.
     */
    private void sort(int[] flows, int from, int count) {
        if (count > order.length) {
            order = new long[2 * count];
        }
        for (int i = 0; i < count; i++) {
            int batch = flows[from + i];
            int source = batches.source(batch);
            int distance = Math.floorMod(batches.destination(batch) - source, nodes);
            long group = (long) source * model.lanes() + lane(batch);
            order[i] = (group << BITS_OF_NUMBER | distance) << BITS_OF_NUMBER | batch;
        }
        Arrays.sort(order, 0, count);
        for (int i = 1; i < count; i++) {
            for (int k = i; k > 0 && order[k] >> BITS_OF_NUMBER == order[k - 1] >> BITS_OF_NUMBER; k--) {
                if (batches.pace(batchAt(k)) < batches.pace(batchAt(k - 1))) {
                    long swap = order[k];
                    order[k] = order[k - 1];
                    order[k - 1] = swap;
                }
            }
        }
        describe(count);
    }

    private int batchAt(int index) {
        return (int) order[index] & LARGEST_NUMBER;
    }

    private int lane(int batch) {
        return lane(batches.destination(batch), model.lanes());
    }

    /** Returns the lane of messages to a node: a hash, as routes often follow the node's number. */
    static int lane(int destination, int lanes) {
        return (destination * 0x9e3779b1 >>> 8) % lanes;
    }

    private void describe(int count) {
        widest = 0;
        for (int i = 0; i < count; i++) {
            int batch = batchAt(i);
            for (int k = 0; k < crossings.length(batch); k++) {
                double own = capacity[crossings.link(batch, k)];
                widest = Math.max(widest, k > 0 ? own * model.speedUp() : own);
            }
        }
        part.clear();
        met.clear();
        if (count > firstOf.length) {
            firstOf = new int[2 * count];
        }
        for (int i = 0; i < count; i++) {
            int batch = batchAt(i);
            boolean newSource = i == 0 || order[i] >> 2 * BITS_OF_NUMBER != order[i - 1] >> 2 * BITS_OF_NUMBER;
            part.beginBatch(newSource, lane(batch), batches.size(batch), batches.pace(batch) / widest);
            firstOf[i] = part.batches - 1;
            if (part.batches > numberOf.length) {
                numberOf = Arrays.copyOf(numberOf, 2 * part.batches);
            }
            numberOf[part.batches - 1] = batch;
            int ways = ways(batches.source(batch), batches.destination(batch));
            for (int w = 0; w < ways; w++) {
                if (w > 0) {
                    part.beginWay();
                }
                addWay(way(batches.source(batch), batches.destination(batch), w, ways));
            }
        }
        for (int i = 0; i < met.size(); i++) {
            int link = met.get(i);
            boolean inside = link >= capacity.length;
            part.setCapacity(
                    i, (inside ? capacity[link - capacity.length] * model.speedUp() : capacity[link]) / widest);
        }
        part.finish();
    }

    private void addWay(int hops) {
        int channel = 0;
        for (int k = 0; k < hops; k++) {
            if (k > 0 && model.speedUp() > 1) {
                addHop(capacity.length + way[k], channel);
            }
            addHop(way[k], channel);
            channel += topology.raisesChannel(way[k]) ? 1 : 0;
        }
    }

    private void addHop(int link, int channel) {
        if (met.add(link)) {
            place[link] = met.size() - 1;
        }
        part.addHop(place[link], channel);
    }

    /** Solves the part at hand, or looks its solution up; improves that of a short walk by another. */
    private Solution solution() {
        Part.Key key = part.key();
        Solution before = known.get(key);
        if (before != null && !before.mayImprove()) {
            return before;
        }
        double[] rate = new double[part.streams];
        reduction.apply(part);
        Solution solution;
        if (before == null && chain.solve(part, rate)) {
            solution = new Solution(perMessage(rate), 0, 0, false, false);
        } else if (before == null) {
            solution = walk(key.shape(), rate);
        } else {
            solution = before.mean(walk(key.shape() + (int) before.slots(), rate), model.precision());
        }
        known.put(key, solution);
        return solution;
    }

    private Solution walk(int seed, double[] rate) {
        int[] classes = symmetry.classes(part);
        boolean large = part.messages() > MOST_WALKED_FULLY;
        long most = large
                ? model.effort() / DIVISOR_OF_EFFORT
                : (long) model.effort() * WALKS_OF_HALF_EFFORT / (WALKS_OF_HALF_EFFORT + walks);
        if (large && splitLargeOnes) {
            part.split();
        }
        int[] groups = groups();
        double error = estimate.of(
                part,
                classes,
                model.precision(),
                most,
                seed,
                () -> packetsLeft.restore(walk, part, numberOf, met.members(), groups),
                rate);
        if (!part.isSplit && !part.isAdaptive) {
            packetsLeft.save(walk, part, numberOf, met.members(), groups);
        }
        walks++;
        splitLargeOnes |= large && part.isSplit;
        circles += part.isSplit ? 1 : 0;
        if (error > model.precision()) {
            inexact++;
            sumOfErrors += error;
            if (large && !part.isPaced && !part.hasWindow()) {
                past.mix(part, groups, classes, estimate.slots(), changes, widest, rate);
            }
        }
        boolean mayImprove = error > model.precision() && estimate.isContinued() && !large && !part.isSplit;
        return new Solution(perMessage(rate), estimate.slots(), error, mayImprove, part.isSplit);
    }

    /** By source: its node and lane as one number. */
    private int[] groups() {
        int[] groups = new int[part.sources];
        for (int i = 0, b = 0; b < part.batches; i++, b += part.ways[b]) {
            groups[part.source[firstOf[i]]] = (int) (order[i] >> 2 * BITS_OF_NUMBER);
        }
        return groups;
    }

    private double[] perMessage(double[] rate) {
        int[] messages = new int[rate.length];
        for (int b = 0; b < part.batches; b++) {
            messages[part.stream[b]] += part.messages(b);
        }
        for (int i = 0; i < rate.length; i++) {
            rate[i] /= messages[i];
        }
        return rate;
    }

    /** Walks again to see where the packets of the message's part wait. */
    @Override
    public Explanation explain(int flow) {
        int batch = batchToExplain(flow);
        double rate = rate(batch);
        reached.clear();
        flows.clear();
        collect(crossings.link(batch, 0));
        sort(flows.members(), 0, flows.size());
        Solution solution = known.get(part.key());
        if (solution != null && solution.isSplit()) {
            part.split();
        }
        int index = 0;
        while (batchAt(index) != batch) {
            index++;
        }
        double[] first = new double[part.firstHop[part.batches]];
        double[] full = new double[first.length];
        walk.observe(part, OBSERVED, first, full);
        double packets = rate / widest;
        int leader = firstOf[index];
        double[] waiting = new double[2 * capacity.length];
        double[] fullBehind = new double[waiting.length];
        DenseSet used = new DenseSet(waiting.length);
        for (int b = leader; b < leader + part.ways[leader]; b++) {
            for (int hop = part.entry[b]; hop <= part.lastHop(b); hop++) {
                int link = met.get(part.link[hop]);
                used.add(link);
                waiting[link] += first[hop];
                fullBehind[link] = full[hop];
            }
        }
        List<Explanation> waits = new ArrayList<>();
        for (int i = 0; i < used.size(); i++) {
            int link = used.get(i);
            boolean inside = link >= capacity.length;
            waits.add(Explanation.of(
                    (inside ? "first in its queue, before the output of " : "first in its queue, before ")
                            + topology.linkName(inside ? link - capacity.length : link),
                    waiting[link] / (packets * batches.size(batch)),
                    "slots a packet; from a walk of " + OBSERVED + " slots",
                    Explanation.leaf("part of the time in which the queue behind it is full", fullBehind[link])));
        }
        List<Explanation> terms = new ArrayList<>();
        terms.add(Explanation.leaf("a packet a slot", widest).asRate(topology.nodeBandwidth()));
        terms.add(new Explanation("round of the source", 1 / packets, "slots from packet to packet", waits));
        if (batches.pace(batch) < Double.POSITIVE_INFINITY) {
            terms.add(Explanation.leaf("own pace", batches.pace(batch)).asRate(topology.nodeBandwidth()));
        }
        return new Explanation("rate", rate, "a packet a slot / round of the source", terms)
                .asRate(topology.nodeBandwidth());
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (inexact > 0) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "head-of-line: for %d of %d patterns the walk of packets ended before its precision of %s: the"
                            + " standard error of rates is %.1f %% in the mean, and averages out where patterns follow"
                            + " each other; a higher 'effort' lowers it",
                    inexact,
                    walks,
                    model.precision(),
                    100 * sumOfErrors / inexact));
        }
        if (circles > 0) {
            warnings.add(
                    "head-of-line: in " + circles + " of " + walks + " patterns packets would wait for each other in"
                            + " a circle of full queues: packets that go round have queues of their own there");
        }
        return warnings;
    }
}
