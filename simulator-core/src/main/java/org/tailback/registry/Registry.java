package org.tailback.registry;

import java.util.List;
import java.util.ServiceLoader;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.sharing.SharingModel;

/**
 * Registry of bandwidth-sharing models, message costs and loss models by name. Immutable. All listings are sorted by
 * name.
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
     * Returns a registry of all providers that {@link ServiceLoader} finds with the class loader of this library.
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
     * @throws IllegalArgumentException if two providers have the same name
     */
    public static Registry of(
            Iterable<SharingModelProvider> sharingModels,
            Iterable<MessageCostProvider> messageCosts,
            Iterable<LossModelProvider> lossModels) {
        return new Registry(sharingModels, messageCosts, lossModels);
    }

    /** Returns the descriptions of the bandwidth-sharing models. */
    public List<Description> sharingModels() {
        return sharingModels.descriptions();
    }

    /** Returns the descriptions of the message costs. */
    public List<Description> messageCosts() {
        return messageCosts.descriptions();
    }

    /** Returns the descriptions of the loss models. */
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
     * Returns the description of a bandwidth-sharing model.
     *
     * @param place position of the name, for the message
     * @throws org.tailback.error.InputException if there is no such model; the message lists the valid names and
     *     suggests the nearest
     */
    public Description describeModel(String name, String place) {
        return sharingModels.describe(name, place);
    }

    /** Returns the description of a message cost, as {@link #describeModel} does. */
    public Description describeCost(String name, String place) {
        return messageCosts.describe(name, place);
    }

    /** Returns the description of a loss model, as {@link #describeModel} does. */
    public Description describeLoss(String name, String place) {
        return lossModels.describe(name, place);
    }

    /**
     * Creates a bandwidth-sharing model.
     *
     * @throws org.tailback.error.InputException if there is no such model, it has no such key, or a parameter is
     *     missing or out of its domain
     */
    public SharingModel model(ModelChoice choice) {
        return sharingModels.make(choice);
    }

    /** Creates a message cost, as {@link #model} does. */
    public MessageCost cost(ModelChoice choice) {
        return messageCosts.make(choice);
    }

    /** Creates a loss model, as {@link #model} does. */
    public LossModel loss(ModelChoice choice) {
        return lossModels.make(choice);
    }
}
