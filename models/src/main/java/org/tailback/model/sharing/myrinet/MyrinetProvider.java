package org.tailback.model.sharing.myrinet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.Arrays;
import java.util.Locale;
import org.tailback.model.sharing.ParameterDomain;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link Myrinet}. */
public final class MyrinetProvider implements SharingModelProvider {
    static final String NAME = "myrinet";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "Myrinet Stop & Go: a card sends one message and receives one at a time; no parameter to fit",
                "Vienne, Martinasso, Vincent, Mehaut, IEEE Cluster 2008, section V.B",
                ImmutableList.of(
                        new Parameter(
                                "state-limit",
                                Long.toString(Myrinet.DEFAULT.stateLimit()),
                                "most states for exact counting of a component; beyond it is estimated, >= 16"),
                        new Parameter(
                                "estimate",
                                Myrinet.DEFAULT.estimate().word(),
                                "beyond: cavity (belief propagation, fast) or sampling (unbiased, slow, less precise)"),
                        new Parameter(
                                "samples",
                                Integer.toString(Myrinet.DEFAULT.samples()),
                                "independent samples of a sampled estimate, >= 2")));
    }

    @Override
    public SharingModel create(Settings settings) {
        int limit = (int) Myrinet.DEFAULT.stateLimit();
        ImmutableList<String> words =
                Arrays.stream(Estimate.values()).map(Estimate::word).collect(ImmutableList.toImmutableList());
        String word =
                settings.choice("estimate", words, Myrinet.DEFAULT.estimate().word());
        return new Myrinet(
                ParameterDomain.integer(settings, "state-limit", limit, Range.atLeast(16)),
                Estimate.valueOf(word.toUpperCase(Locale.ROOT)),
                ParameterDomain.integer(settings, "samples", Myrinet.DEFAULT.samples(), Range.atLeast(2)));
    }
}
