package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;

/** The platform, the options that replace its parts, and where ranks run. */
public final class PlatformOptions extends Options {
    /** The platform file and the option that replaces its bandwidth sharing. */
    public static final class PlatformAndModel extends Options {
        private final Given<@Nullable Path> platform =
                path("--platform", "FILE|NAME", "platform file (YAML), or a name");

        private final Given<@Nullable String> model =
                text("--model", "NAME[:k=v,...]", "bandwidth sharing, instead of the platform's");

        public @Nullable Path platform() {
            return platform.value();
        }

        public @Nullable String model() {
            return model.value();
        }
    }

    private final PlatformAndModel platform = with(new PlatformAndModel());

    private final Given<@Nullable String> placement = text(
            "--placement",
            "RULE",
            "where ranks run: round-robin-node, block, random[:SEED], file:PATH, … (see: tailback models)");

    private final OverrideOptions others = with(new OverrideOptions());
    private final NodeOptions nodes = with(new NodeOptions());

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
        return others.with(platform.model(), nodes.rule(placement.value()), seed);
    }
}
