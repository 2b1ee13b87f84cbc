package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The platform file and the options that replace its parts. */
public final class PlatformOptions {
    @Mixin
    private final PlatformAndModel platform = new PlatformAndModel();

    @Option(
            names = "--placement",
            paramLabel = "RULE",
            description =
                    "where ranks run: round-robin-node, block, random[:SEED], file:PATH, … (see: tailback models)")
    private @Nullable String placement;

    @Mixin
    private final OverrideOptions others = new OverrideOptions();

    /** Returns the platform file, or null. */
    public @Nullable Path platform() {
        return platform.platform();
    }

    /** Returns the parts that the command line replaces. */
    public Overrides overrides(long seed) {
        return others.with(platform.model(), placement, seed);
    }
}
