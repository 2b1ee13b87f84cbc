package com.example.network;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/**
 * Half-duplex ports: what leaves a node and what enters it share one cable equally, so penalty = max over both nodes of
 * (messages leaving + messages entering).
 */
public final class HalfDuplex implements SharingModel {
    @Override
    public String name() {
        return "half-duplex";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(cluster.nodes());
    }

    /** The messages in flight of one network; the link that couples messages at a node has the node's number. */
    private static final class State extends PartSharing {
        State(int nodes) {
            super(nodes, 2);
        }

        @Override
        protected int crosses(int source, int destination, int[] links) {
            links[0] = source;
            links[1] = destination;
            return 2;
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.size(); i++) {
                int batch = part.batch(i);
                setRate(batch, 1.0 / Math.max(messagesOn(source(batch)), messagesOn(destination(batch))));
            }
        }

        /** A message alone has rate 1: a second of uncontended transfer per second. */
        @Override
        public double referenceRate(int source, int destination) {
            return 1;
        }

        @Override
        protected Explanation why(int batch) {
            return Explanation.of(
                    "rate",
                    rate(batch),
                    "1 / max(messages at the source, messages at the destination)",
                    Explanation.leaf("messages at the source", messagesOn(source(batch))),
                    Explanation.leaf("messages at the destination", messagesOn(destination(batch))));
        }
    }

    /** Makes the model of its settings. */
    public static final class Provider implements SharingModelProvider {
        @Override
        public Description description() {
            return new Description("half-duplex", "one cable for both directions, equal shares", "", List.of());
        }

        @Override
        public SharingModel create(Settings settings) {
            return new HalfDuplex();
        }
    }
}
