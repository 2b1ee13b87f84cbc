package org.tailback.registry;

import java.util.List;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/**
 * The bandwidth-sharing models, message costs and loss models that can be found by name. Immutable. All listings are
 * sorted by name.
 */
public final class Registry {
    private static final Logger LOG = LoggerFactory.getLogger(Registry.class);

    private final Providers<SharingModelProvider> sharingModels;
    private final Providers<MessageCostProvider> messageCosts;
    private final Providers<LossModelProvider> lossModels;

    private Registry(
            Iterable<SharingModelProvider> sharingModels,
            Iterable<MessageCostProvider> messageCosts,
            Iterable<LossModelProvider> lossModels) {
        this.sharingModels =
                new Providers<>("bandwidth-sharing model", sharingModels, SharingModelProvider::description);
        this.messageCosts = new Providers<>("message cost", messageCosts, MessageCostProvider::description);
        this.lossModels = new Providers<>("loss model", lossModels, LossModelProvider::description);
    }

    /**
     * Everything that {@link ServiceLoader} finds with the class loader of this library.
     *
     * @throws IllegalArgumentException if two providers have the same name
     */
    public static Registry load() {
        return load(Registry.class.getClassLoader());
    }

    /** Everything that {@link ServiceLoader} finds with a class loader, as {@link #load()}. */
    public static Registry load(ClassLoader loader) {
        return of(
                ServiceLoader.load(SharingModelProvider.class, loader),
                ServiceLoader.load(MessageCostProvider.class, loader),
                ServiceLoader.load(LossModelProvider.class, loader));
    }

    /**
     * Exactly these providers.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public static Registry of(
            Iterable<SharingModelProvider> sharingModels,
            Iterable<MessageCostProvider> messageCosts,
            Iterable<LossModelProvider> lossModels) {
        return new Registry(sharingModels, messageCosts, lossModels);
    }

    /** The bandwidth-sharing models, sorted by name. */
    public List<Description> sharingModels() {
        return sharingModels.descriptions();
    }

    /** The message costs, sorted by name. */
    public List<Description> messageCosts() {
        return messageCosts.descriptions();
    }

    /** The loss models, sorted by name. */
    public List<Description> lossModels() {
        return lossModels.descriptions();
    }

    /** The names of the bandwidth-sharing models that know links inside nodes of GPUs, sorted. */
    public List<String> sharingModelsOfGpus() {
        return sharingModels().stream()
                .map(Description::name)
                .filter(name -> sharingModels.named(name, name).knowsGpus())
                .toList();
    }

    /**
     * The description of a bandwidth-sharing model.
     *
     * @param place where the name stands, for the message
     * @throws org.tailback.error.InputException if there is none; the message has the valid names and the nearest
     */
    public Description describeSharing(String name, String place) {
        return sharingModels.named(name, place).description();
    }

    /** The description of a message cost, as {@link #describeSharing}. */
    public Description describeCost(String name, String place) {
        return messageCosts.named(name, place).description();
    }

    /** The description of a loss model, as {@link #describeSharing}. */
    public Description describeLoss(String name, String place) {
        return lossModels.named(name, place).description();
    }

    /**
     * Makes a bandwidth-sharing model.
     *
     * @param settings its parameters
     * @throws org.tailback.error.InputException if there is no such model, it does not know a key, or a parameter is
     *     missing or out of its domain
     */
    public SharingModel sharing(String name, Settings settings) {
        return sharing(new ModelChoice(name, settings.place(), settings));
    }

    /** Makes a bandwidth-sharing model, as {@link #sharing(String, Settings)}. */
    public SharingModel sharing(ModelChoice choice) {
        SharingModelProvider provider = sharingModels.named(choice.name(), choice.place());
        rejectUnknown(provider.description(), choice.settings());
        return provider.create(choice.settings());
    }

    /** Makes a message cost, as {@link #sharing(String, Settings)}. */
    public MessageCost cost(String name, Settings settings) {
        return cost(new ModelChoice(name, settings.place(), settings));
    }

    /** Makes a message cost, as {@link #sharing(String, Settings)}. */
    public MessageCost cost(ModelChoice choice) {
        MessageCostProvider provider = messageCosts.named(choice.name(), choice.place());
        rejectUnknown(provider.description(), choice.settings());
        return provider.create(choice.settings());
    }

    /** Makes a loss model, as {@link #sharing(String, Settings)}. */
    public LossModel loss(String name, Settings settings) {
        return loss(new ModelChoice(name, settings.place(), settings));
    }

    /** Makes a loss model, as {@link #sharing(String, Settings)}. */
    public LossModel loss(ModelChoice choice) {
        LossModelProvider provider = lossModels.named(choice.name(), choice.place());
        rejectUnknown(provider.description(), choice.settings());
        return provider.create(choice.settings());
    }

    private static void rejectUnknown(Description description, Settings settings) {
        LOG.debug("Model {} with {}", description.name(), settings);
        description.retired().forEach((key, remedy) -> {
            if (settings.has(key)) {
                throw settings.problem(key, "'" + key + "' of " + description.name() + " is retired", remedy);
            }
        });
        settings.rejectUnknown(
                description.parameters().stream().map(Parameter::name).toList());
    }
}
