package org.tailback.model.topology;

import org.tailback.cluster.Cluster;
import org.tailback.sharing.Link;

/**
 * A topology of machines with several GPUs, which are the nodes of the topology. GPUs of one machine communicate over
 * links such as NVLink, GPUs of different machines over network interfaces, one per GPU or per several GPUs.
 *
 * <pre>
 * inside, switch    out of GPU a, into GPU b                  each carries the local bandwidth (NVSwitch)
 * inside, mesh      the link a to b                           each carries 1 / (GPUs - 1) of it (NVLink cables)
 * between           network between the interfaces of a and b
 * </pre>
 *
 * <p><b>Rails.</b> Interface i of every machine is on rail i. In a rail-optimised network, the interfaces of a rail are
 * neighbours: leaf switches connect interface i of several machines, so a collective operation in which GPU i sends to
 * GPU i of another machine crosses one switch [1]. A message from rail i to rail j then either crosses the upper
 * switches, or moves over the local links to GPU j of the sender's machine first and uses that GPU's interface (PXN of
 * NCCL [2]).
 *
 * <p><b>Worked example</b> ({@code GpuTopologyTest}). 2 machines of 2 GPUs, local links of 10, interfaces of 1, rails.
 * A message from 0.0 to 1.1 uses the links out of GPU 0.0 and into GPU 0.1 and the interfaces 0.1 and 1.1; concurrently
 * with a message from 0.1 to 1.1, each gets 1/2.
 *
 * <p>[1] W. Wang, M. Ghobadi, K. Shakeri, Y. Zhang, N. Hasani: Rail-only: A Low-Cost High-Performance Network for
 * Training LLMs with Trillion Parameters, Hot Interconnects 2024. [2] NVIDIA, "Doubling all2all performance with NVIDIA
 * Collective Communication Library 2.12", 2022.
 *
 * @param regular network between the interfaces, numbered machine by machine
 * @param localBandwidth bandwidth of a GPU inside its machine, each direction, bytes per second
 * @param crossesInside true if messages change rails inside the sender's machine
 */
record GpuTopology(Topology regular, Cluster cluster, double localBandwidth, boolean mesh, boolean crossesInside)
        implements ForwardingTopology {
    private int gpus() {
        return cluster.gpusPerMachine();
    }

    private int interfaceOf(int node) {
        return node / cluster.gpusPerInterface();
    }

    /**
     * Writes the links inside a machine, which follow the network's links: in a mesh each GPU has one link for each GPU
     * number of the machine.
     */
    private int inside(int source, int destination, int[] into) {
        if (mesh) {
            into[0] = regular.links() + source * gpus() + destination % gpus();
            return 1;
        }
        into[0] = regular.links() + 2 * source;
        into[1] = regular.links() + 2 * destination + 1;
        return 2;
    }

    /** Returns the GPU of the sender's machine whose interface a message uses. */
    private int exit(int source, int destination) {
        boolean changesRail =
                source % gpus() / cluster.gpusPerInterface() != destination % gpus() / cluster.gpusPerInterface();
        return crossesInside && changesRail ? source / gpus() * gpus() + destination % gpus() : source;
    }

    @Override
    public int route(int source, int destination, int number, int[] into) {
        if (cluster.sameMachine(source, destination)) {
            return inside(source, destination, into);
        }
        int exit = exit(source, destination);
        int length = regular.route(interfaceOf(exit), interfaceOf(destination), number, into);
        if (exit == source) {
            return length;
        }
        int first = mesh ? 1 : 2;
        System.arraycopy(into, 0, into, first, length);
        return length + inside(source, exit, into);
    }

    @Override
    public int routes(int source, int destination) {
        return cluster.sameMachine(source, destination)
                ? 1
                : regular.routes(interfaceOf(exit(source, destination)), interfaceOf(destination));
    }

    @Override
    public int links() {
        return regular.links() + cluster.nodes() * (mesh ? gpus() : 2);
    }

    @Override
    public double capacity(int link) {
        return link < regular.links()
                ? regular.capacity(link)
                : mesh && gpus() > 1 ? localBandwidth / (gpus() - 1) : localBandwidth;
    }

    @Override
    public boolean everyRouteTakesNodeLinks() {
        return false;
    }

    /** Returns a link; interfaces are named by machine and number, as GPUs are. */
    @Override
    public Link link(int link) {
        if (link < regular.links()) {
            Link between = regular.link(link);
            Link.Owner owner = between.owner();
            return owner == null ? between : between.withOwner(interfaceOfGpus(owner));
        }
        int index = link - regular.links();
        if (mesh) {
            String neighbour = "to its neighbour " + index % gpus();
            return new Link(Link.Kind.LOCAL, gpu(index / gpus()), Link.Direction.OUT, neighbour);
        }
        boolean isOut = index % 2 == 0;
        Link.Direction direction = isOut ? Link.Direction.OUT : Link.Direction.IN;
        return new Link(Link.Kind.LOCAL, gpu(index / 2), direction, isOut ? "out" : "in");
    }

    private Link.Owner gpu(int node) {
        return new Link.Owner(node, 1, "GPU " + cluster.nodeName(node));
    }

    private Link.Owner interfaceOfGpus(Link.Owner owner) {
        if (owner.nodes() == 0) {
            return owner;
        }
        int perMachine = gpus() / cluster.gpusPerInterface();
        int machine = owner.node() / perMachine;
        if (machine >= cluster.machines().nodes()) {
            return new Link.Owner(-1, 0, "empty interface " + owner.node());
        }
        return new Link.Owner(
                owner.node() * cluster.gpusPerInterface(),
                cluster.gpusPerInterface(),
                "interface " + cluster.machines().nodeName(machine) + "." + owner.node() % perMachine);
    }

    @Override
    public int longestRoute() {
        return Math.max(2, regular.longestRoute() + 2);
    }

    @Override
    public double part(int link, int source, int destination) {
        return link < regular.links()
                ? regular.part(link, interfaceOf(exit(source, destination)), interfaceOf(destination))
                : 1;
    }
}
