package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The platform, the options that replace its parts, and where ranks run. */
public final class PlatformOptions {
    /** The platform file and the option that replaces its bandwidth sharing. */
    public static final class PlatformAndModel {
        @Option(names = "--platform", paramLabel = "FILE|NAME", description = "platform file (YAML), or a name")
        private @Nullable Path platform;

        @Option(
                names = "--model",
                paramLabel = "NAME[:k=v,...]",
                description = "bandwidth sharing, instead of the platform's")
        private @Nullable String model;

        public @Nullable Path platform() {
            return platform;
        }

        public @Nullable String model() {
            return model;
        }
    }

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

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    public boolean isGiven() {
        return platform.platform() != null;
    }

    /** @throws org.tailback.error.InputException if the file cannot be read */
    public PlatformChoice choice() {
        return PlatformChoice.of(platform.platform(), Registry.load());
    }

    public NodeOptions nodes() {
        return nodes;
    }

    /** Returns the parts that the command line replaces. */
    public Overrides overrides(long seed) {
        return others.with(platform.model(), nodes.rule(placement), seed);
    }
}
