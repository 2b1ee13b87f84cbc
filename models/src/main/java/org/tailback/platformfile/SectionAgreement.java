package org.tailback.platformfile;

import org.tailback.error.InputException;
import org.tailback.model.cost.SmpiCost;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;

/**
 * Checks that two sections that state the same quantity agree. Bandwidths are not among them: the network says what
 * links carry, the cost what one message gets by itself.
 */
final class SectionAgreement {
    private static final String LATENCY = "latency";
    private static final String LINK_LATENCY = "link-latency";
    /** Both sides are products of decimal numbers. */
    private static final double ROUNDING = 1e-9;

    private SectionAgreement() {}

    /**
     * Under SimGrid's network the latency between two nodes of one switch is that of two links.
     *
     * @throws InputException if the sections disagree, with both values and places
     */
    static void check(ModelChoice network, ModelChoice cost) {
        Settings links = network.settings();
        Settings messages = cost.settings();
        if (!cost.name().equals(SmpiCost.NAME) || !links.has(LINK_LATENCY)) {
            return;
        }
        double byLinks = 2 * links.seconds(LINK_LATENCY);
        double byCost = messages.seconds(LATENCY);
        if (Math.abs(byLinks - byCost) > ROUNDING * byLinks) {
            throw messages.problem(
                    LATENCY,
                    "the cost says 'latency: " + messages.text(LATENCY) + "' between two nodes, the network '"
                            + LINK_LATENCY + ": " + links.text(LINK_LATENCY) + "' (" + links.placeOf(LINK_LATENCY)
                            + "), and there are two links between two nodes",
                    "Make the latency twice the link's");
        }
    }
}
