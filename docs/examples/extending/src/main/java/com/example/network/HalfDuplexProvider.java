package com.example.network;

import java.util.List;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link HalfDuplex} for platform files and command lines. */
public final class HalfDuplexProvider implements SharingModelProvider {
    @Override
    public Description description() {
        return new Description("half-duplex", "one cable for both directions, equal shares", "", List.of());
    }

    @Override
    public SharingModel create(Settings settings) {
        return new HalfDuplex();
    }
}
