package org.tailback.embed;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.kernel.SteppedKernel;
import org.tailback.loss.LossModel;
import org.tailback.platform.Platform;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.stability.Beta;
import umontreal.ssj.simevents.Simulator;

/**
 * Builder of a {@link Network}. Models can be given by name, as on the command line, with their parameters: {@code
 * model("infiniband")}, {@code cost("hockney:latency=1us,bandwidth=3GB/s")}; names are looked up among the models on
 * the class path.
 */
public final class NetworkBuilder {
    private final Platform.Builder platform;
    private final List<NetworkObserver> observers = new ArrayList<>();
    private @Nullable EventKernel kernel;
    private @Nullable Registry registry;
    private long seed = 1;

    NetworkBuilder(Platform.Builder platform) {
        this.platform = platform;
    }

    /**
     * Sets the registry in which names are looked up from now on; by default the models on the class path. One {@link
     * Registry#load} for many networks avoids repeated searches of the class path.
     */
    @Beta
    public NetworkBuilder registry(Registry models) {
        registry = Objects.requireNonNull(models, "models");
        return this;
    }

    private Registry registry() {
        Registry found = registry == null ? Registry.load() : registry;
        registry = found;
        return found;
    }

    private static ModelChoice parsed(String nameAndParameters) {
        return ModelChoice.parse(Objects.requireNonNull(nameAndParameters, "nameAndParameters"));
    }

    /**
     * Sets the bandwidth-sharing model, by name and parameters.
     *
     * @throws org.tailback.error.InputException if there is no such model, or a parameter is unknown, missing or out of
     *     its domain
     */
    public NetworkBuilder model(String nameAndParameters) {
        return model(registry().model(parsed(nameAndParameters)));
    }

    /** Sets the bandwidth-sharing model. */
    public NetworkBuilder model(SharingModel model) {
        platform.model(Objects.requireNonNull(model, "model"));
        return this;
    }

    /** Sets the message cost, by name and parameters, as {@link #model(String)} does. */
    public NetworkBuilder cost(String nameAndParameters) {
        return cost(registry().cost(parsed(nameAndParameters)));
    }

    /** Sets the message cost. */
    public NetworkBuilder cost(MessageCost cost) {
        platform.cost(Objects.requireNonNull(cost, "cost"));
        return this;
    }

    /**
     * Sets the loss model, by name and parameters, as {@link #model(String)} does; by default the platform's loss
     * model, if it has one.
     */
    public NetworkBuilder loss(String nameAndParameters) {
        return loss(registry().loss(parsed(nameAndParameters)));
    }

    /** Sets the loss model; by default the platform's loss model, if it has one. */
    public NetworkBuilder loss(LossModel loss) {
        platform.loss(Objects.requireNonNull(loss, "loss"));
        return this;
    }

    /** Sets the path of messages inside a node; by default the path of the platform, or a free path. */
    public NetworkBuilder intraNode(IntraNodePath path) {
        platform.intraNode(Objects.requireNonNull(path, "path"));
        return this;
    }

    /** Sets the clock to the clock of an SSJ simulation, which its owner starts and stops. */
    public NetworkBuilder on(Simulator simulator) {
        return on(SsjKernel.of(Objects.requireNonNull(simulator, "simulator")));
    }

    /**
     * Sets the clock to another event-driven host, or to a {@link SteppedKernel} shared with other networks. Without a
     * clock the network has a separate {@link SteppedKernel}, advanced by {@link Network#advanceTo}.
     */
    public NetworkBuilder on(EventKernel host) {
        kernel = Objects.requireNonNull(host, "host");
        return this;
    }

    /** Sets the seed of models that draw random numbers; 1 by default. */
    public NetworkBuilder seed(long value) {
        seed = value;
        return this;
    }

    /** Adds an observer of all individual messages by their handles. */
    @Beta
    public NetworkBuilder observer(NetworkObserver observer) {
        observers.add(Objects.requireNonNull(observer, "observer"));
        return this;
    }

    /**
     * Returns the network, without messages.
     *
     * @throws IllegalStateException if model or cost is missing
     * @throws org.tailback.error.InputException if a model does not support this cluster, or the other models
     */
    public Network build() {
        return new Network(platform.build(), kernel == null ? SteppedKernel.create() : kernel, seed, observers);
    }
}
