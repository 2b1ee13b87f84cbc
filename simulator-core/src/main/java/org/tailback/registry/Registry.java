package org.tailback.registry;

import java.util.List;
import java.util.ServiceLoader;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.sharing.SharingModel;

/**
 * The bandwidth-sharing models, message costs and loss models that can be found by name. Immutable. All listings are
 * sorted by name.
 */
public final class Registry {
    private final Providers<SharingModel, SharingModelProvider> sharingModels;
    private final Providers<MessageCost, MessageCostProvider> messageCosts;
    private final Providers<LossModel, LossModelProvider> lossModels;

    private Registry(
            Iterable<SharingModelProvider> sharingModels,
            Iterable<MessageCostProvider> messageCosts,
            Iterable<LossModelProvider> lossModels) {
        this.sharingModels = new Providers<>("bandwidth-sharing model", sharingModels);
        this.messageCosts = new Providers<>("message cost", messageCosts);
        this.lossModels = new Providers<>("loss model", lossModels);
    }

    /**
     * Returns all providers that {@link ServiceLoader} finds with the class loader of this library.
     *
     * @throws IllegalArgumentException if two providers have the same name
     */
    public static Registry load() {
        ClassLoader loader = Registry.class.getClassLoader();
        return of(
                ServiceLoader.load(SharingModelProvider.class, loader),
                ServiceLoader.load(MessageCostProvider.class, loader),
                ServiceLoader.load(LossModelProvider.class, loader));
    }

    /**
     * Returns a registry of exactly these providers.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public static Registry of(
            Iterable<SharingModelProvider> sharingModels,
            Iterable<MessageCostProvider> messageCosts,
            Iterable<LossModelProvider> lossModels) {
        return new Registry(sharingModels, messageCosts, lossModels);
    }

    /** Describes the bandwidth-sharing models. */
    public List<Description> sharingModels() {
        return sharingModels.descriptions();
    }

    /** Describes the message costs. */
    public List<Description> messageCosts() {
        return messageCosts.descriptions();
    }

    /** Describes the loss models. */
    public List<Description> lossModels() {
        return lossModels.descriptions();
    }

    /** Returns the names of the bandwidth-sharing models that support links inside nodes of GPUs. */
    public List<String> sharingModelsOfGpus() {
        return sharingModels().stream()
                .map(Description::name)
                .filter(name -> sharingModels.named(name, name).knowsGpus())
                .toList();
    }

    /**
     * Describes a bandwidth-sharing model.
     *
     * @param place where the name stands, for the message
     * @throws org.tailback.error.InputException if there is none; the message has the valid names and the nearest
     */
    public Description describeModel(String name, String place) {
        return sharingModels.describe(name, place);
    }

    /** Describes a message cost, as {@link #describeModel}. */
    public Description describeCost(String name, String place) {
        return messageCosts.describe(name, place);
    }

    /** Describes a loss model, as {@link #describeModel}. */
    public Description describeLoss(String name, String place) {
        return lossModels.describe(name, place);
    }

    /**
     * Makes a bandwidth-sharing model.
     *
     * @throws org.tailback.error.InputException if there is no such model, it has no such key, or a parameter is
     *     missing or out of its domain
     */
    public SharingModel model(ModelChoice choice) {
        return sharingModels.make(choice);
    }

    /** Makes a message cost, as {@link #model}. */
    public MessageCost cost(ModelChoice choice) {
        return messageCosts.make(choice);
    }

    /** Makes a loss model, as {@link #model}. */
    public LossModel loss(ModelChoice choice) {
        return lossModels.make(choice);
    }
}
