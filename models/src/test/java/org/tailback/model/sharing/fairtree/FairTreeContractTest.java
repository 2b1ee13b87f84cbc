package org.tailback.model.sharing.fairtree;

import java.util.Random;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class FairTreeContractTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return FairTree.of(new double[] {3, 5, 8}, new double[0]);
    }

    /** Swaps the two halves of subtrees. */
    @Override
    protected int[] symmetry(Random random) {
        int mask = random.nextInt(8);
        int[] relabelled = new int[8];
        for (int node = 0; node < 8; node++) {
            relabelled[node] = node ^ mask;
        }
        return relabelled;
    }
}
