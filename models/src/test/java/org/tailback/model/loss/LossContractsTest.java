package org.tailback.model.loss;

import org.junit.jupiter.api.Nested;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.NoLoss;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.LossModelContract;

/** What every loss model must do, asked of all of them. */
class LossContractsTest {
    abstract static class OnATree extends LossModelContract {
        @Override
        protected SharingModel model() {
            return FairTree.of(new double[] {1e8, 1.5e8, 2e8}, new double[] {2e-4, 4e-4, 6e-4});
        }

        @Override
        protected MessageCost cost() {
            return new PlogP(1e-4, GapFunction.perByte(1 / 1e8));
        }
    }

    @Nested
    class OfNone extends OnATree {
        @Override
        protected LossModel loss() {
            return new NoLoss();
        }
    }

    @Nested
    class OfTailDrop extends OnATree {
        @Override
        protected LossModel loss() {
            return new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANK, 0.002, 36e-6);
        }
    }

    @Nested
    class OfTailDropInRandomOrder extends OnATree {
        @Override
        protected LossModel loss() {
            return new TailDrop(0.2, TailDrop.Policy.ANY_START, TailDrop.Order.RANDOM, 0.002, 36e-6);
        }
    }
}
