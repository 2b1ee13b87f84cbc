package org.tailback.platformfile;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.loss.LossModel;
import org.tailback.loss.NoLoss;
import org.tailback.model.cost.SmpiCost;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/**
 * Models chosen by a platform file and the overrides.
 *
 * @param root settings of the file
 */
record ChosenModels(Settings root, Overrides overrides, Registry registry) {
    private static final String LATENCY = "latency";
    private static final String LINK_LATENCY = "link-latency";

    ModelChoice sharing() {
        return ModelSection.choose(root, "network", "--model", overrides.model(), registry::describeModel);
    }

    CostSection.Chosen cost() {
        return CostSection.choose(root, overrides, registry);
    }

    ModelChoice loss() {
        return overrides.loss() == null && !root.has("loss")
                ? new ModelChoice(NoLoss.NAME, root.place(), Settings.empty("loss", root.place()))
                : ModelSection.choose(root, "loss", "--loss", overrides.loss(), registry::describeLoss);
    }

    /** Returns the costs for larger programs; a cost on the command line applies to all programs. */
    List<CostSection.Regime> regimes() {
        return overrides.cost() == null ? CostSection.regimes(root, overrides.eagerLimit(), registry) : List.of();
    }

    /** Returns the sharing model after a check that it supports the cluster. */
    SharingModel sharingOn(Cluster cluster) {
        ModelChoice choice = sharing();
        SharingModel model = registry.model(choice);
        if (cluster.hasGpus() && !registry.sharingModelsOfGpus().contains(choice.name())) {
            throw InputException.at(
                    choice.place(),
                    "model " + choice.name() + " does not support links inside a node of GPUs",
                    "Use one of " + String.join(", ", registry.sharingModelsOfGpus()));
        }
        requireWorking(choice, () -> model.on(cluster, overrides.seed()));
        return model;
    }

    /** Returns the loss model after a check that it supports the cluster. */
    LossModel lossOn(Cluster cluster, SharingModel sharing, MessageCost cost) {
        ModelChoice choice = loss();
        LossModel model = registry.loss(choice);
        requireWorking(choice, () -> model.on(cluster, sharing, cost, overrides.seed()));
        return model;
    }

    private static void requireWorking(ModelChoice choice, Runnable use) {
        try {
            use.run();
        } catch (InputException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith(choice.place().replaceFirst(":\\d+:\\d+$", ":"))) {
                throw e;
            }
            throw InputException.at(choice.place(), message, "");
        }
    }

    /**
     * Checks that network and cost agree: under SimGrid's network, the latency between two nodes of one switch is the
     * latency of two links. Bandwidths may differ: the network's bandwidth is the capacity of links, the cost's
     * bandwidth the injection rate.
     */
    void requireOneLatency() {
        Settings links = sharing().settings();
        ModelChoice cost = cost().choice();
        if (!cost.name().equals(SmpiCost.NAME) || !links.has(LINK_LATENCY)) {
            return;
        }
        Settings messages = cost.settings();
        double byLinks = 2 * links.seconds(LINK_LATENCY);
        // both values are products of decimal numbers
        if (Math.abs(byLinks - messages.seconds(LATENCY)) > 1e-9 * byLinks) {
            throw messages.problem(
                    LATENCY,
                    "the cost has 'latency: " + messages.text(LATENCY) + "' between two nodes, the network '"
                            + LINK_LATENCY + ": " + links.text(LINK_LATENCY) + "' (" + links.placeOf(LINK_LATENCY)
                            + "), and there are two links between two nodes",
                    "Set the latency to twice the link's latency");
        }
    }
}
