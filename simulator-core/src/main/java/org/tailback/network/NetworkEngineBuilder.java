package org.tailback.network;

import com.google.common.base.Preconditions;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.EventKernel;
import org.tailback.loss.LossModel;
import org.tailback.sharing.SharingModel;

/** Builder of a {@link NetworkEngine}. */
public final class NetworkEngineBuilder {
    final EventKernel kernel;
    final Cluster cluster;
    final SharingModel sharing;
    final MessageCost cost;
    IntraNodePath intraNode = IntraNodePath.FREE;

    @Nullable
    LossModel loss;

    long seed = 1;
    int expectedMessages;
    double workDisturbance;

    NetworkEngineBuilder(EventKernel kernel, Cluster cluster, SharingModel sharing, MessageCost cost) {
        this.kernel = kernel;
        this.cluster = cluster;
        this.sharing = sharing;
        this.cost = cost;
    }

    /** Sets the path between ranks on one node; free by default. */
    public NetworkEngineBuilder intraNode(IntraNodePath path) {
        this.intraNode = path;
        return this;
    }

    /** Sets the model of the messages that time out; none by default. */
    public NetworkEngineBuilder loss(LossModel model) {
        this.loss = model;
        return this;
    }

    /** Sets the seed of models that draw random numbers; 1 by default. */
    public NetworkEngineBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Sets the disturbance of the work of each message; 0 by default. The disturbance increases or decreases the work
     * by a pseudo-random amount. The difference from an undisturbed run shows the number of significant digits of its
     * times.
     *
     * @param relative largest change relative to the work, 0 to 0.5
     */
    public NetworkEngineBuilder workDisturbance(double relative) {
        Preconditions.checkArgument(relative >= 0 && relative <= 0.5, "a disturbance must be 0 to 0.5: %s", relative);
        this.workDisturbance = relative;
        return this;
    }

    /**
     * Sets the expected number of messages in flight at once, >= 0, which determines the initial size of the tables.
     */
    public NetworkEngineBuilder expectedMessages(int value) {
        Preconditions.checkArgument(value >= 0, "expected messages must be >= 0: %s", value);
        this.expectedMessages = value;
        return this;
    }

    /** Copies the settings of another builder, with another clock. */
    NetworkEngineBuilder(EventKernel clock, NetworkEngineBuilder other) {
        this(clock, other.cluster, other.sharing, other.cost);
        intraNode = other.intraNode;
        loss = other.loss;
        seed = other.seed;
        expectedMessages = other.expectedMessages;
        workDisturbance = other.workDisturbance;
    }

    /**
     * Returns the network, without messages.
     *
     * @throws org.tailback.error.InputException if a model does not support this cluster
     */
    public NetworkEngine build() {
        return new NetworkEngine(this, new MessageTable(expectedMessages));
    }
}
