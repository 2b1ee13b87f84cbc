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

    @Override
    public Description description() {
        return new Description(
                NAME,
                "Racks of Ethernet nodes whose two directions disturb each other (asymmetric duplex)",
                "Zhu, Lastovetsky, Ali, Riesen, HeteroPar 2012, Algorithm 1",
                ImmutableList.of(
                        new Parameter("nic-bandwidth", "940 Mbit/s", "of a node's card, each direction (1/beta_N)"),
                        new Parameter("rack-bandwidth", "9400 Mbit/s", "of a rack's cable, each direction (1/beta_O)"),
                        new Parameter("asymmetric", "true", "false leaves out congestion of the other direction"),
                        new Parameter("clamp", "false", "true never gives a resource more than it has")));
    }

    @Override
    public SharingModel create(Settings settings) {
        HierarchicalEthernet standard = HierarchicalEthernet.DEFAULT;
        return new HierarchicalEthernet(
                settings.bytesPerSecond("nic-bandwidth", standard.nicBandwidth()),
                settings.bytesPerSecond("rack-bandwidth", standard.rackBandwidth()),
                settings.flag("asymmetric", standard.asymmetric()),
                settings.flag("clamp", standard.clamp()));
    }
}
