package org.tailback.model.sharing.proportional;

import java.util.Locale;

/**
 * What a host's own queue does to acknowledgements: sets of parameters of {@link TcpProportional},
 * docs/models/tcp-proportional.md.
 */
public enum Regime {
    /** The queue is longer than the buffers of switches, and TCP does not see it: acknowledgements wait behind data. */
    LONG_QUEUE(0.0230, 0.0093, 0.329, 0.467),
    /** TCP sees the queue and keeps it short. */
    SHORT_QUEUE(0.0228, 0.0449, 0.0164, 0.627),
    /** The queue is long, and acknowledgements overtake data. */
    ACKNOWLEDGEMENTS_FIRST(0.0185, 0.0282, 0.0179, 0.629);

    private final double acknowledgementShare;
    private final double incomingGain;
    private final double receiverDelay;
    private final double contendedWeight;

    Regime(double acknowledgementShare, double incomingGain, double receiverDelay, double contendedWeight) {
        this.acknowledgementShare = acknowledgementShare;
        this.incomingGain = incomingGain;
        this.receiverDelay = receiverDelay;
        this.contendedWeight = contendedWeight;
    }

    /** The model with the parameters of this regime. */
    public TcpProportional model() {
        return new TcpProportional(acknowledgementShare, incomingGain, receiverDelay, contendedWeight);
    }

    /** The name in platform files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
