package org.tailback.model.sharing.hierarchical;

import com.google.common.collect.ImmutableList;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link HierarchicalEthernet}. */
public final class HierarchicalEthernetProvider implements SharingModelProvider {
    static final String NAME = "hierarchical-ethernet";
    private static final String NIC = "nic-bandwidth";
    private static final String RACK = "rack-bandwidth";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "Racks of Ethernet nodes whose two directions disturb each other (asymmetric duplex)",
                "Zhu, Lastovetsky, Ali, Riesen, HeteroPar 2012, Algorithm 1",
                ImmutableList.of(
                        new Parameter(
                                NIC,
                                "what the cost says",
                                "capacity of a node's card, each direction (1/beta_N); without it a card carries what the"
                                        + " cost says of one message"),
                        new Parameter(
                                RACK,
                                "10 x nic-bandwidth",
                                "capacity of a rack's cable, each direction (1/beta_O); needs nic-bandwidth"),
                        new Parameter("asymmetric", "true", "false leaves out congestion of the other direction"),
                        new Parameter("clamp", "false", "true never gives a resource more than it has")));
    }

    @Override
    public SharingModel create(Settings settings) {
        boolean relative = !settings.has(NIC);
        if (relative && settings.has(RACK)) {
            throw settings.problem(
                    RACK, "'" + RACK + "' needs the bandwidth of a node's card too", "Add '" + NIC + "'");
        }
        HierarchicalEthernet standard = HierarchicalEthernet.DEFAULT;
        double nic = relative ? standard.nicBandwidth() : settings.bytesPerSecond(NIC);
        return new HierarchicalEthernet(
                nic,
                settings.bytesPerSecond(RACK, nic * (standard.rackBandwidth() / standard.nicBandwidth())),
                settings.flag("asymmetric", standard.asymmetric()),
                settings.flag("clamp", standard.clamp()),
                relative);
    }
}
