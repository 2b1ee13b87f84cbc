package org.tailback.example.cloudsimplus;

import java.util.function.Predicate;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.CloudSimTag;
import org.cloudsimplus.core.events.SimEvent;
import org.cloudsimplus.datacenters.network.NetworkDatacenter;
import org.cloudsimplus.hosts.network.NetworkHost;
import org.cloudsimplus.network.HostPacket;
import org.cloudsimplus.network.switches.EdgeSwitch;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;

/**
 * An edge switch on which packets between its hosts share the ports while they are in flight, as a model of Tailback
 * says. CloudSim's own switches compute a packet's delay once, when it is sent, and share a port only among the packets
 * of one call.
 *
 * <p>The network is pulled: one event of CloudSim at a time stands for the next instant at which anything changes.
 * CloudSim has no event shorter than its minimum time between events: give {@code new CloudSimPlus(1e-4)} or less, and
 * expect dates to be that coarse.
 */
public final class ContentionSwitch extends EdgeSwitch {
    /** Nothing of CloudSim's own has this number. */
    private static final int NETWORK_DUE = 717_001;

    private static final int UPDATES = 3;

    private final Network network;

    /**
     * @param ports nodes for the hosts that will be connected, >= 1
     * @param model name and parameters of a bandwidth-sharing model
     * @param cost name and parameters of a message cost
     */
    public ContentionSwitch(
            CloudSimPlus simulation, NetworkDatacenter datacenter, int ports, String model, String cost) {
        super(simulation, datacenter);
        network = Network.builder(Cluster.of(ports, 1)).model(model).cost(cost).build();
    }

    /** The network under the switch, for its state and results. */
    public Network network() {
        return network;
    }

    @Override
    public void processEvent(SimEvent event) {
        if (event.getTag() == CloudSimTag.NETWORK_EVENT_UP) {
            catchUp(getSimulation().clock());
            send((HostPacket) event.getData());
            armNext();
        } else if (event.getTag() == NETWORK_DUE) {
            // the date that was meant: the clock may show it up to a rounding
            catchUp((Double) event.getData());
            armNext();
        } else {
            super.processEvent(event);
        }
    }

    /** Hosts ask this before they hand a packet to the switch: nothing, as the network counts the whole route. */
    @Override
    public double downlinkTransferDelay(HostPacket packet, int simultaneousPackets) {
        return 0;
    }

    private void catchUp(double seconds) {
        network.advanceTo(Math.max(network.now(), seconds));
    }

    private void send(HostPacket packet) {
        NetworkHost destination = getVmHost(packet.getVmPacket().getDestination());
        packet.setDestination(destination);
        network.send(node(packet.getSource()), node(destination), packet.getSize(), delivery -> {
            destination.addReceivedNetworkPacket(packet);
            // hosts look at their packets after they have updated their cloudlets: they need another update to act on
            // them
            for (int i = 1; i <= UPDATES; i++) {
                double soon = i * getSimulation().getMinTimeBetweenEvents();
                schedule(getDatacenter(), soon, CloudSimTag.VM_UPDATE_CLOUDLET_PROCESSING);
            }
        });
    }

    private int node(NetworkHost host) {
        int index = getHostList().indexOf(host);
        if (index < 0) {
            throw new IllegalStateException(host + " is not connected to this switch");
        }
        return index;
    }

    private void armNext() {
        Predicate<SimEvent> earlier = event -> event.getTag() == NETWORK_DUE;
        getSimulation().cancelAll(this, earlier);
        double next = network.nextInstant();
        if (next < Double.POSITIVE_INFINITY) {
            double delay =
                    Math.max(next - getSimulation().clock(), getSimulation().getMinTimeBetweenEvents());
            schedule(this, delay, NETWORK_DUE, next);
        }
    }
}
