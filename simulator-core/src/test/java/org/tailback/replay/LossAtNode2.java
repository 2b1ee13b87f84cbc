package org.tailback.replay;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.sharing.SharingModel;

/** Messages to rank 2 wait for 7 s. */
public final class LossAtNode2 implements LossModel {
    @Override
    public String name() {
        return "at-node-2";
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        return new LossProcess() {
            @Override
            public void started(int sender, int source, int destination, double time) {}

            @Override
            public void decide(EndingMessages ending) {
                for (int i = 0; i < ending.count(); i++) {
                    if (ending.receiver(i) == 2) {
                        ending.timeOut(i, 7);
                    }
                }
            }
        };
    }
}
