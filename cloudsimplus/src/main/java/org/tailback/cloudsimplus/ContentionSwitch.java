package org.tailback.cloudsimplus;

import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.CloudSimTag;
import org.cloudsimplus.core.events.SimEvent;
import org.cloudsimplus.datacenters.network.NetworkDatacenter;
import org.cloudsimplus.hosts.network.NetworkHost;
import org.cloudsimplus.network.HostPacket;
import org.cloudsimplus.network.switches.EdgeSwitch;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;

/**
 * An edge switch on which packets between its hosts share the ports while they are in flight, according to a model of
 * Tailback. CloudSim's own switches compute a packet's delay once, when it is sent, and share a port only among the
 * packets of one call. Times have the resolution of its {@link CloudSimClock}.
 */
public final class ContentionSwitch extends EdgeSwitch {
    private static final int UPDATES = 3;

    private final CloudSimClock clock = new CloudSimClock(this);
    private final Network network;

    /**
     * Creates a switch without hosts.
     *
     * @param network network of the switch; its nodes are the hosts, in the order in which they are connected
     */
    public ContentionSwitch(CloudSimPlus simulation, NetworkDatacenter datacenter, NetworkBuilder network) {
        super(simulation, datacenter);
        this.network = network.on(clock.kernel()).build();
    }

    /** Returns the network of the switch, for its state and results. */
    public Network network() {
        return network;
    }

    @Override
    public void processEvent(SimEvent event) {
        clock.process(event, this::act);
    }

    private void act(SimEvent event) {
        if (event.getTag() == CloudSimTag.NETWORK_EVENT_UP) {
            send((HostPacket) event.getData());
        } else {
            super.processEvent(event);
        }
    }

    /** Returns 0, because the network models the whole route; hosts call it before they pass a packet to the switch. */
    @Override
    public double downlinkTransferDelay(HostPacket packet, int simultaneousPackets) {
        return 0;
    }

    private void send(HostPacket packet) {
        NetworkHost destination = getVmHost(packet.getVmPacket().getDestination());
        packet.setDestination(destination);
        network.send(node(packet.getSource()), node(destination), packet.getSize(), delivery -> {
            destination.addReceivedNetworkPacket(packet);
            // hosts examine packets after they have updated their cloudlets, so they need another update
            for (int i = 1; i <= UPDATES; i++) {
                double soon = i * getSimulation().getMinTimeBetweenEvents();
                schedule(getDatacenter(), soon, CloudSimTag.VM_UPDATE_CLOUDLET_PROCESSING);
            }
        });
    }

    private int node(NetworkHost host) {
        int index = getHostList().indexOf(host);
        if (index < 0) {
            throw new IllegalStateException(host + " is not connected to the switch");
        }
        return index;
    }
}
