package org.tailback.model.sharing.infiniband;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Locale;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link InfiniBand}. */
public final class InfiniBandProvider implements SharingModelProvider {
    static final String NAME = "infiniband";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "InfiniBand penalty graph: one switch, credit-based flow control with back pressure",
                "Martinasso, Mehaut, Euro-Par 2011, formula (4)",
                ImmutableList.of(new Parameter(
                        "competitor-rule",
                        InfiniBand.DEFAULT.competitorRule().word(),
                        "item (b), single messages against shared sources: floor, exact or none")));
    }

    @Override
    public SharingModel create(Settings settings) {
        ImmutableList<String> words = Arrays.stream(CompetitorRule.values())
                .map(CompetitorRule::word)
                .collect(ImmutableList.toImmutableList());
        String word = settings.choice(
                "competitor-rule", words, InfiniBand.DEFAULT.competitorRule().word());
        return new InfiniBand(CompetitorRule.valueOf(word.toUpperCase(Locale.ROOT)));
    }
}
