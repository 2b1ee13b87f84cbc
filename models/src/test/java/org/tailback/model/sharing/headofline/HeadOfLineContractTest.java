package org.tailback.model.sharing.headofline;

import java.util.Map;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class HeadOfLineContractTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new HeadOfLine.Provider()
                .create(Settings.ofScalars("head-of-line", "test", Map.of("effort", "3200000", "precision", "0.01")));
    }

    @Override
    protected int dynamicGraphs() {
        return 25;
    }

    /** Rates depend on the order of turns, and so on node numbers. */
    @Override
    protected boolean isExact() {
        return false;
    }
}
