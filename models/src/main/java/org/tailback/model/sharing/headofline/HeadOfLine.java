package org.tailback.model.sharing.headofline;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;

/**
 * Sharing model of head-of-line blocking: the rates of packets in first-in, first-out queues with credits. It has no
 * fitted parameters and supports any topology.
 *
 * <p><b>Prediction.</b> A source serves the packets of its messages cyclically. Every link except the last of a route
 * ends in a queue. A link carries one packet at a time, selected at random among the queues whose first packet requests
 * it, provided that the queue at its end has room (credits). A packet that waits at the head of its queue blocks all
 * packets behind it. Therefore all messages of a source progress at the rate of the slowest one, and an incast also
 * slows messages to other destinations that share a queue with it.
 *
 * <p><b>Equations.</b> A slot is the time of a packet on the widest link. x(f) is the number of packets per slot of
 * message f, the same at all its hops, and W(q,f) the mean number of slots that a packet of f is first in queue q:
 *
 * <pre>
 * for a source s:                 sum over its messages of x(f) W(s,f) = 1, all x(f) equal
 * for a queue q behind a link:    sum over its messages of x(f) W(q,f) &lt;= 1
 * W(q,f) = 1 / E[room / (1 + K)]  room = 1 if the queue behind the requested link has room, otherwise 0
 * K = number of other queues whose first packet requests the same link
 * rate = x(f) * capacity of the widest link
 * </pre>
 *
 * <p>The mean is over the states of the network. A mean field would treat queues as independent and would not include
 * <em>lock step</em>: in symmetric patterns the sources' cycles reach an order in which no packet waits, so messages
 * between all pairs of n nodes have penalty n - 1, as under max-min. The model therefore follows individual packets.
 * Where messages wait at one link only, the state is the position of every source in its cycle, and small components
 * are solved exactly as a Markov chain ({@link HeadChain}). All other components are sampled packet by packet ({@link
 * PacketWalk}): a seeded simulation of the connected component, until the relative standard error of rates is below the
 * precision. Solutions are cached. The spread of runs with other seeds is the error of sampling.
 *
 * <p><b>Worked example</b> (in HeadOfLineTest), star: {@code a:0>1 b:0>2 c:3>2}. In state 1, a is next at node 0: a and
 * c move, and b is next. In state 2, b is next at node 0: b and c request the link to node 2, and each is selected with
 * probability 1/2. State 1 takes one slot and state 2 takes two slots on average: a round of node 0 takes 3 slots, and
 * a and b have penalty 3. c moves in state 1 and in half the slots of state 2: in 1/3 + 1/2 * 2/3 = 2/3 of all slots,
 * penalty 1.5. Under max-min the penalties are 2, 2, 2.
 *
 * <p>The penalties of {@code infiniband} describe the same effects: (c) of its formula (4) is a wait of 1 + 1/outdegree
 * slots for a competitor that is at the head in 1/outdegree of all slots, and (a) is lock step.
 *
 * <p><b>Parameters.</b> {@code lanes}: queues per link; a hash of the destination selects the lane of a message. {@code
 * buffer}: packets that a queue holds; below 4, messages are slower. {@code precision} and {@code effort}: limits of
 * the sampling. No parameter has to be fitted.
 *
 * <p><b>Links of different speeds, injection rates.</b> A link of capacity c carries a packet in at most a fraction c
 * of all slots. A message with an injection rate has packets to send at that rate only, and is skipped otherwise.
 *
 * <p><b>Assumptions; when not to use it.</b> Lossless networks with credits: InfiniBand, Myrinet, Omni-Path. TCP drops
 * packets instead, and networks that isolate victims, such as Slingshot, have no such blocking. A source serves
 * messages in the order of the distance from source to destination in node numbers, the order in which MPI libraries
 * post messages. Other orders reach lock step later or never, which slows messages between all pairs of nodes by a
 * factor of up to 1.7. On a dragonfly, packets use different queues (virtual channels) before and after a global link,
 * so no cycle of waiting packets exists. Where routes form cycles (torus, given links) and packets would deadlock,
 * packets that complete a cycle use separate queues.
 *
 * <p><b>Error.</b> The mean difference from a plain packet simulation on random patterns is 1.0 % on a tree of 64 nodes
 * and 0.5 % on smaller networks, mostly due to the noise of both simulations (docs/models/head-of-line.md). Each
 * sampling estimates its own standard error; a warning counts the samplings that did not reach their precision.
 *
 * <p><b>Cost.</b> After a change, the affected connected component is solved, unless the solution is cached: at most
 * {@code effort} visits to queues, about 10 ns each. Hops without competing packets are omitted ({@link Reduction}).
 * Rates are a function of the connected component and the seed only, independent of the order of starts and the
 * history. No link carries more than its capacity.
 *
 * @param topology links and routes
 * @param lanes number of queues per link, 1 to 64
 * @param buffer number of packets that a queue holds, 2 to 1024; a queue of one packet would have to be empty before
 *     the next packet could enter
 * @param precision relative standard error at which a sampling ends, 0.0001 to 1
 * @param effort maximum number of visits to queues per sampling, >= 1
 */
public record HeadOfLine(TopologyPlan topology, int lanes, int buffer, double precision, int effort)
        implements SharingModel {
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            lanes | 1 | >= 1 and <= 64 | queues per link, chosen by destination
            buffer | 16 | >= 2 and <= 1024 | packets that a queue holds; below 4 messages are slower
            precision | 0.005 | >= 0.0001 and <= 1 | relative standard error of rates at which packet-level sampling \
            ends
            effort | 100000 | >= 1 | maximum number of visits to queues per sampling, about 10 ns each""");

    public HeadOfLine {
        Objects.requireNonNull(topology, "topology");
        NUMBERS.check(lanes, buffer, precision, effort);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        if ((long) cluster.nodes() * lanes > NetworkPart.LARGEST_NUMBER) {
            throw new InputException("head-of-line supports at most " + NetworkPart.LARGEST_NUMBER
                    + " nodes times lanes, found " + cluster.nodes() + " nodes. Use max-min, or fewer lanes");
        }
        return new State(this, topology.on(cluster), cluster.nodes(), seed);
    }

    public static final class Provider implements SharingModelProvider {
        static final String NAME = "head-of-line";

        /** Parameters of earlier versions with their replacements. */
        private static final ImmutableMap<String, String> RETIRED = ImmutableMap.of(
                "isolated", "Use 'model: max-min', which replaces 'isolated: true'",
                "adaptive", "'routing: adaptive' of the topology spreads messages over all minimal routes",
                "window", "Remove it: windows of packets are no longer modelled",
                "speed-up", "Remove it: the speed-up of switches is no longer modelled");

        @Override
        public Description description() {
            return new Description(
                    NAME,
                    "Packets in queues with credits and head-of-line blocking, on any topology",
                    "Tailback's own (docs/models/head-of-line.md)",
                    TopologySettings.TABLE.and(NUMBERS).parameters(),
                    RETIRED);
        }

        @Override
        public SharingModel create(Settings settings) {
            return new HeadOfLine(
                    TopologySettings.read(settings),
                    NUMBERS.whole(settings, "lanes"),
                    NUMBERS.whole(settings, "buffer"),
                    NUMBERS.number(settings, "precision"),
                    NUMBERS.whole(settings, "effort"));
        }

        @Override
        public boolean knowsGpus() {
            return true;
        }
    }

    /**
     * Rates of one network under {@link HeadOfLine}: after each change, the affected connected component is solved, or
     * its solution is looked up.
     */
    private static final class State extends LinkSharing {
        private final NetworkPart network;
        private final PartSolver solver;

        State(HeadOfLine model, Topology topology, int nodes, long seed) {
            super(sharedOnly(topology), nodes, topology.longestRoute());
            network = new NetworkPart(model.lanes(), topology, nodes, this, capacity);
            solver = new PartSolver(model, network.part, seed);
        }

        @Override
        protected void opened(int batch) {
            if (batch > NetworkPart.LARGEST_NUMBER) {
                throw new InputException("head-of-line supports at most " + NetworkPart.LARGEST_NUMBER
                        + " different messages in flight. Use max-min, or fewer messages");
            }
        }

        @Override
        protected void solve(Part reached) {
            if (reached.size() == 1) {
                int batch = reached.batch(0);
                setRate(batch, Math.min(injectionRate(batch), narrowest(batch) / messages(batch)));
                return;
            }
            network.set(reached);
            double[] rate = solver.solution().rate();
            for (int i = 0; i < reached.size(); i++) {
                int batch = network.batch(i);
                double each = rate[network.part.stream[i]] * network.widest();
                setRate(batch, Math.min(each, Math.min(injectionRate(batch), narrowest(batch))));
            }
        }

        /** Samples again to locate the waiting packets of the message's component. */
        @Override
        protected Explanation why(int batch) {
            network.set(partOf(batch));
            solver.splitAsSolved();
            return new RoundExplanation(network, solver.walk(0), topology)
                    .of(batch, rate(batch), messages(batch), injectionRate(batch));
        }

        @Override
        public List<String> warnings() {
            return solver.warnings();
        }
    }
}
