package org.tailback.model.sharing.myrinet;

import java.util.Locale;

/** What is done with a component whose state sets are too many to count. */
public enum Estimate {
    /**
     * Belief propagation ({@code CavityEstimate}): a tenth of a millisecond, penalties some 2 % off on average for the
     * dense components that need it. A few components are counted or sampled beside it, and the warnings say how far
     * off it was there.
     */
    CAVITY,
    /**
     * Random sampling, some 0.1 s a component, with a 95 % confidence interval of its own that is often +-10 % and
     * more: unbiased, but far less precise for the same time.
     */
    SAMPLING;

    /** The word for it in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
