package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The platform file and the option that replaces its bandwidth sharing. */
public final class PlatformAndModel {
    @Option(names = "--platform", paramLabel = "FILE|NAME", description = "platform file (YAML), or a name")
    private @Nullable Path platform;

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's")
    private @Nullable String model;

    /** Returns the platform file, or null. */
    public @Nullable Path platform() {
        return platform;
    }

    /** Returns the model instead of the platform's, or null. */
    public @Nullable String model() {
        return model;
    }
}
