package org.tailback.model.sharing.proportional;

import java.util.Locale;

/**
 * What a host's own queue does to acknowledgements: sets of parameters of {@link TcpProportional},
 * docs/models/tcp-proportional.md.
 */
public enum Regime {
    /** The queue is longer than the buffers of switches, and TCP does not see it: acknowledgements wait behind data. */
    LONG_QUEUE(0.0343, 0.0422, 0.341, 0.489),
    /** TCP sees the queue and keeps it short: nothing waits there. */
    SHORT_QUEUE(0.0303, 0.0881, 0, 0.7995),
    /** The queue is long, and acknowledgements overtake data. */
    ACKNOWLEDGEMENTS_FIRST(0.0229, 0.0614, 0.0225, 0.726);

    private final double acknowledgementShare;
    private final double unevenness;
    private final double receiverDelay;
    private final double contendedWeight;

    Regime(double acknowledgementShare, double unevenness, double receiverDelay, double contendedWeight) {
        this.acknowledgementShare = acknowledgementShare;
        this.unevenness = unevenness;
        this.receiverDelay = receiverDelay;
        this.contendedWeight = contendedWeight;
    }

    /** The model with the parameters of this regime. */
    public TcpProportional model() {
        return new TcpProportional(acknowledgementShare, unevenness, receiverDelay, contendedWeight);
    }

    /** The name in platform files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
