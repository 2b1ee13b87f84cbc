package org.tailback.cloudsimplus;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cloudsimplus.allocationpolicies.VmAllocationPolicy;
import org.cloudsimplus.allocationpolicies.VmAllocationPolicySimple;
import org.cloudsimplus.brokers.DatacenterBroker;
import org.cloudsimplus.brokers.DatacenterBrokerSimple;
import org.cloudsimplus.cloudlets.network.CloudletExecutionTask;
import org.cloudsimplus.cloudlets.network.CloudletReceiveTask;
import org.cloudsimplus.cloudlets.network.CloudletSendTask;
import org.cloudsimplus.cloudlets.network.NetworkCloudlet;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.datacenters.network.NetworkDatacenter;
import org.cloudsimplus.hosts.network.NetworkHost;
import org.cloudsimplus.network.switches.EdgeSwitch;
import org.cloudsimplus.resources.Pe;
import org.cloudsimplus.resources.PeSimple;
import org.cloudsimplus.vms.network.NetworkVm;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;

/**
 * Two machines send to a third over ports of 100 MB/s: with CloudSim Plus's own edge switch, and with a
 * {@link ContentionSwitch}. Each pair of cloudlets, sender and receiver, is one transfer.
 */
public final class TwoTransfers {
    private static final long MIPS = 1000;
    private static final long BANDWIDTH_MEGABITS = 800;
    /** Computed by every cloudlet before it sends or receives: 0.01 s of one core. */
    private static final long FIRST_WORK = 10;

    private static final double SHORTEST_TIME = 1e-4;

    /** Which switch joins the hosts. */
    public enum SwitchKind {
        /** CloudSim Plus's own. */
        STOCK,
        /** With contention. */
        CONTENTION
    }

    /** Senders on hosts 0 and 1, both receivers on host 2. */
    private static final int[] HOST_OF_MACHINE = {0, 1, 2, 2};

    private TwoTransfers() {}

    /**
     * Runs both transfers.
     *
     * @param firstBytes what machine 0 sends to machine 2
     * @param secondBytes what machine 1 sends to machine 3, on the same host as machine 2
     * @return when each receiver has its data, in seconds from the instant at which both were sent
     */
    public static List<Double> run(SwitchKind kind, long firstBytes, long secondBytes) {
        CloudSimPlus simulation = new CloudSimPlus(SHORTEST_TIME);
        List<NetworkHost> hosts = new ArrayList<>();
        for (int cores : new int[] {1, 1, 2}) {
            hosts.add(host(cores));
        }
        NetworkDatacenter datacenter = new NetworkDatacenter(simulation, hosts, placement(hosts));
        EdgeSwitch edge = kind == SwitchKind.STOCK
                ? new EdgeSwitch(simulation, datacenter)
                : new ContentionSwitch(
                        simulation,
                        datacenter,
                        Network.builder(Cluster.of(hosts.size(), 1))
                                .model("max-min:bandwidth=100MB/s")
                                .cost("hockney:latency=0s,bandwidth=100MB/s"));
        edge.setDownlinkBandwidth(BANDWIDTH_MEGABITS);
        datacenter.addSwitch(edge);
        hosts.forEach(edge::connectHost);

        DatacenterBroker broker = new DatacenterBrokerSimple(simulation);
        List<NetworkVm> machines = new ArrayList<>();
        for (int i = 0; i < HOST_OF_MACHINE.length; i++) {
            NetworkVm machine = new NetworkVm(i, MIPS, 1);
            machine.setRam(256).setBw(BANDWIDTH_MEGABITS / 2).setSize(1000);
            machines.add(machine);
        }
        broker.submitVmList(machines);

        List<CloudletReceiveTask> receives = new ArrayList<>();
        List<NetworkCloudlet> all = new ArrayList<>();
        long[] bytes = {firstBytes, secondBytes};
        for (int i = 0; i < 2; i++) {
            NetworkCloudlet sender = cloudlet(machines.get(i), broker);
            NetworkCloudlet receiver = cloudlet(machines.get(2 + i), broker);
            CloudletSendTask send = new CloudletSendTask(1);
            send.setMemory(1);
            sender.addTask(send);
            send.addPacket(receiver, bytes[i]);
            CloudletReceiveTask receive = new CloudletReceiveTask(1, machines.get(i));
            receive.setMemory(1);
            receive.setExpectedPacketsToReceive(1);
            receiver.addTask(receive);
            receives.add(receive);
            all.add(sender);
            all.add(receiver);
        }
        broker.submitCloudletList(all);
        simulation.start();
        double start = FIRST_WORK / (double) MIPS;
        return receives.stream().map(receive -> receive.getFinishTime() - start).toList();
    }

    private static VmAllocationPolicy placement(List<NetworkHost> hosts) {
        return new VmAllocationPolicySimple(
                (policy, machine) -> Optional.of(hosts.get(HOST_OF_MACHINE[(int) machine.getId()])));
    }

    private static NetworkHost host(int count) {
        List<Pe> cores = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cores.add(new PeSimple(MIPS));
        }
        return new NetworkHost(1024, BANDWIDTH_MEGABITS, 10_000, cores);
    }

    private static NetworkCloudlet cloudlet(NetworkVm machine, DatacenterBroker broker) {
        NetworkCloudlet cloudlet = new NetworkCloudlet(1);
        cloudlet.addTask(new CloudletExecutionTask(0, FIRST_WORK));
        cloudlet.setVm(machine).setBroker(broker);
        return cloudlet;
    }

    /** Prints what comes out. */
    public static void main(String[] args) {
        for (SwitchKind kind : SwitchKind.values()) {
            for (long second : new long[] {100_000_000, 300_000_000}) {
                System.out.printf(
                        Locale.ROOT,
                        "%-10s  100 MB and %d MB: %s%n",
                        kind,
                        second / 1_000_000,
                        run(kind, 100_000_000, second));
            }
        }
    }
}
