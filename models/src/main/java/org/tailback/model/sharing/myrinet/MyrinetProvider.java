package org.tailback.model.sharing.myrinet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
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
                ImmutableList.of(new Parameter(
                        "state-limit",
                        Long.toString(Myrinet.DEFAULT.stateLimit()),
                        "most states for exact counting of a component; beyond it is estimated, >= 16")),
                ImmutableMap.of(
                        "estimate",
                        "Components beyond state-limit are estimated by belief propagation (cavity); sampling is retired",
                        "samples",
                        "Nothing is sampled any more: raise state-limit where estimates are not precise enough"));
    }

    @Override
    public SharingModel create(Settings settings) {
        int limit = (int) Myrinet.DEFAULT.stateLimit();
        return new Myrinet(ParameterDomain.integer(settings, "state-limit", limit, Range.atLeast(16)));
    }
}
