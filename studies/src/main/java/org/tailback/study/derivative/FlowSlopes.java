package org.tailback.study.derivative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.platform.Platform;
import org.tailback.sharing.BandwidthSharing;

/**
 * The slopes of the ends of messages that share the network or the memory of a node. The replay says when messages
 * start, end and change their rates. How rates depend on a number is asked of two more states of the sharing model,
 * with a larger and a smaller number, which have the same messages.
 *
 * <p>An instant is settled when a later one begins. Starts and ends in the network keep their order, and those in a
 * node, as each may matter to all later ones. An instant with several events of different slopes, and rates whose
 * slopes differ above and below the number, leave no range in which the slopes hold.
 */
final class FlowSlopes {
    private static final int LARGER = 0;
    private static final int SMALLER = 1;
    /** As in the network: a pace that differs by less from the reference rate is no pace. */
    private static final double PACE_ROUNDING = 1e-12;
    /** Instants that differ by less are one. */
    private static final double SIMULTANEOUS = 1e-13;
    /** Part of a rate by which the mean of its variations may differ from it; of a smooth one by STEP squared. */
    private static final double KINK = 1e-9;

    private final Variation variation;
    private final int numbers;
    private final HoldingRange range;
    private final MessageCost cost;
    private final BandwidthSharing plain;
    private final IntraNodePath inside;
    private final double[] insideSlopes;
    /** By larger and smaller, and number: the state that knows works, and the same where it must know messages. */
    private final BandwidthSharing[][] states = new BandwidthSharing[2][];

    private final boolean[] varies;
    private Flow[] flows = new Flow[0];
    private final List<Integer> entering = new ArrayList<>();
    private int[] changed = new int[16];
    private int changedCount;
    /** The present instant at the nodes, then in the network; live if something happened there. */
    private final Moment[] instants;

    private final boolean[] live;
    private boolean pending;
    private double pendingTime;

    FlowSlopes(Variation variation, HoldingRange range, long seed) {
        this.variation = variation;
        this.numbers = variation.numbers;
        this.range = range;
        Platform platform = variation.platform;
        cost = platform.cost();
        inside = platform.intraNode();
        plain = platform.sharing().on(platform.cluster(), seed);
        insideSlopes = variation.slopes(any -> Math.log(any.intraNode().bytesPerSecond()));
        Platform[][] varied = {variation.larger, variation.smaller};
        varies = new boolean[numbers];
        for (int side = 0; side < 2; side++) {
            states[side] = new BandwidthSharing[numbers];
            for (int i = 0; i < numbers; i++) {
                varies[i] = varied[side][i].sharing() != platform.sharing() || changesPaces(i);
                states[side][i] = varies[i] ? varied[side][i].sharing().on(platform.cluster(), seed) : plain;
            }
        }
        instants = new Moment[platform.cluster().nodes() + 1];
        live = new boolean[instants.length];
    }

    /** Returns whether rates depend on the paces of messages, and these on the number. */
    private boolean changesPaces(int number) {
        if (variation.platform.cluster().nodes() < 2 || plain.work(0, 1, 1, 1) != plain.work(0, 1, 1, 2)) {
            return false;
        }
        for (long bytes = 1; bytes <= 1 << 30; bytes *= 32) {
            if (variation.slopes(Variation.Part.GAP, bytes)[number] != 0
                    || variation.slopes(Variation.Part.WIRE_BYTES, bytes)[number] != 0) {
                return true;
            }
        }
        return false;
    }

    /** The slopes of the delay of a message's start. */
    double[] startDelay(int source, int destination, long bytes) {
        double[] slopes = new double[numbers];
        for (int i = 0; i < numbers; i++) {
            slopes[i] = Variation.difference(
                    variation.larger[i].cost().startDelay(bytes, states[LARGER][i].pathLatency(source, destination)),
                    variation.smaller[i].cost().startDelay(bytes, states[SMALLER][i].pathLatency(source, destination)));
        }
        return slopes;
    }

    /** A message starts to move. */
    Flow started(int message, int source, int destination, long bytes, Moment start) {
        settleBefore(start.time);
        if (message >= flows.length) {
            flows = Arrays.copyOf(flows, Math.max(message + 1, 2 * flows.length));
        }
        if (flows[message] == null) {
            flows[message] = new Flow(numbers);
        }
        Flow flow = flows[message];
        flow.source = source;
        flow.destination = destination;
        flow.since.set(start);
        flow.hasRate = false;
        flow.waits = false;
        Arrays.fill(flow.left, 0);
        if (source == destination) {
            insideNode(flow, bytes);
        } else {
            inNetwork(flow, bytes);
        }
        if (flow.kind != Flow.Kind.ALONE) {
            happens(flow, start);
            if (flow.kind == Flow.Kind.NETWORK) {
                entering.add(message);
            }
        }
        return flow;
    }

    private void insideNode(Flow flow, long bytes) {
        flow.alone = bytes / inside.bytesPerSecond();
        for (int i = 0; i < numbers; i++) {
            flow.scale[i] = flow.alone > 0 ? insideSlopes[i] : 0;
            flow.aloneSlope[i] = -flow.alone * flow.scale[i];
        }
        flow.kind = inside.shared() && flow.alone > 0 ? Flow.Kind.NODE : Flow.Kind.ALONE;
    }

    private void inNetwork(Flow flow, long bytes) {
        double gap = cost.gap(bytes);
        double wire = cost.wireBytes(bytes);
        double work = plain.work(flow.source, flow.destination, wire, gap);
        flow.alone = alone(plain, flow, work, gap);
        flow.kind = work > 0 ? Flow.Kind.NETWORK : Flow.Kind.ALONE;
        double[] gapSlopes = variation.slopes(Variation.Part.GAP, bytes);
        double[] wireSlopes = variation.slopes(Variation.Part.WIRE_BYTES, bytes);
        for (int i = 0; i < numbers; i++) {
            if (varies[i] || gapSlopes[i] != 0 || wireSlopes[i] != 0) {
                double larger = vary(flow, LARGER, i, variation.larger[i].cost(), bytes);
                double smaller = vary(flow, SMALLER, i, variation.smaller[i].cost(), bytes);
                flow.aloneSlope[i] = work > 0 ? Variation.difference(larger, smaller) : gapSlopes[i];
                flow.scale[i] = -Variation.difference(flow.work[LARGER][i], flow.work[SMALLER][i]) / work;
            } else {
                flow.aloneSlope[i] = 0;
                flow.scale[i] = 0;
            }
        }
    }

    /** Sets work and pace of a message under another number, and returns the time that it then takes alone. */
    private double vary(Flow flow, int side, int number, MessageCost varied, long bytes) {
        BandwidthSharing state = states[side][number];
        double gap = varied.gap(bytes);
        double work = state.work(flow.source, flow.destination, varied.wireBytes(bytes), gap);
        flow.work[side][number] = work;
        flow.pace[side][number] = isPaced(state, flow, work, gap) ? work / gap : Double.POSITIVE_INFINITY;
        return alone(state, flow, work, gap);
    }

    private static boolean isPaced(BandwidthSharing state, Flow flow, double work, double gap) {
        return gap * state.referenceRate(flow.source, flow.destination) > work * (1 + PACE_ROUNDING);
    }

    private static double alone(BandwidthSharing state, Flow flow, double work, double gap) {
        return isPaced(state, flow, work, gap)
                ? gap
                : Math.max(gap, work / state.referenceRate(flow.source, flow.destination));
    }

    /** The replay gives a message another rate. */
    void rateChanged(int message, double penalty) {
        Flow flow = flows[message];
        flow.next = 1 / (penalty * flow.alone);
        change(message);
    }

    private void change(int message) {
        if (!flows[message].isChanged) {
            flows[message].isChanged = true;
            changed = changedCount < changed.length ? changed : Arrays.copyOf(changed, 2 * changedCount);
            changed[changedCount++] = message;
        }
    }

    /** The data of a message have moved. */
    void ended(int message, double time) {
        settleBefore(time);
        Flow flow = flows[message];
        Moment end = flow.end;
        if (flow.kind == Flow.Kind.ALONE) {
            end.set(flow.since);
            end.advance(time, flow.aloneSlope);
            return;
        }
        if (!flow.hasRate) {
            settle();
        }
        end.time = time;
        double moved = time - flow.since.time;
        for (int i = 0; i < numbers; i++) {
            end.slope[i] = flow.since.slope[i] + (flow.left[i] - flow.rateSlope[i] * moved) / flow.rate;
        }
        happens(flow, end);
        if (flow.kind == Flow.Kind.NETWORK) {
            for (int i = 0; i < numbers; i++) {
                if (varies[i]) {
                    states[LARGER][i].flowEnded(message);
                    states[SMALLER][i].flowEnded(message);
                }
            }
        }
    }

    /** Rates of messages in the network or in a node change at an instant. */
    private void happens(Flow flow, Moment when) {
        int place = place(flow);
        if (live[place]) {
            range.together(when.time, instants[place].slope, when.slope);
            return;
        }
        live[place] = true;
        if (instants[place] == null) {
            instants[place] = new Moment(numbers);
        } else {
            range.order(instants[place], when);
        }
        instants[place].set(when);
        if (!pending) {
            pending = true;
            pendingTime = when.time;
        }
    }

    private int place(Flow flow) {
        return flow.kind == Flow.Kind.NODE ? flow.source : instants.length - 1;
    }

    private void settleBefore(double time) {
        if (pending && time > pendingTime * (1 + SIMULTANEOUS)) {
            settle();
        }
    }

    /** Applies all changes of the present instant. */
    private void settle() {
        pending = false;
        for (int i = 0; i < numbers; i++) {
            if (varies[i]) {
                recompute(LARGER, i);
                recompute(SMALLER, i);
            }
        }
        entering.clear();
        for (int i = 0; i < changedCount; i++) {
            Flow flow = flows[changed[i]];
            flow.isChanged = false;
            settle(flow, instants[place(flow)]);
        }
        changedCount = 0;
        Arrays.fill(live, false);
    }

    private void recompute(int side, int number) {
        BandwidthSharing state = states[side][number];
        for (int message : entering) {
            Flow flow = flows[message];
            state.flowStarted(message, flow.source, flow.destination, flow.pace[side][number]);
        }
        state.recompute((message, rate) -> {
            Flow flow = flows[message];
            if (flow.varied[side][number] != rate) {
                flow.varied[side][number] = rate;
                change(message);
            }
        });
    }

    private void settle(Flow flow, Moment instant) {
        if (flow.hasRate) {
            double moved = instant.time - flow.since.time;
            for (int i = 0; i < numbers; i++) {
                flow.left[i] -= flow.rateSlope[i] * moved + flow.rate * (instant.slope[i] - flow.since.slope[i]);
            }
            flow.since.set(instant);
        }
        flow.hasRate = true;
        flow.rate = flow.next;
        for (int i = 0; i < numbers; i++) {
            if (flow.kind == Flow.Kind.NETWORK && varies[i]) {
                double larger = flow.varied[LARGER][i] / flow.work[LARGER][i];
                double smaller = flow.varied[SMALLER][i] / flow.work[SMALLER][i];
                flow.rateSlope[i] = Variation.difference(larger, smaller);
                if (Math.abs(larger + smaller - 2 * flow.rate) > KINK * flow.rate) {
                    range.corner(i);
                }
            } else {
                flow.rateSlope[i] = flow.rate * flow.scale[i];
            }
        }
    }
}
