package org.tailback.cli.option;

import com.google.common.base.Splitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Platforms;

/** Options for the platform, for the replacement of its parts, and for the placement of ranks. */
public final class PlatformOptions extends Options {
    /** Options for the platform file and for the model that replaces its bandwidth sharing. */
    public static final class PlatformAndModel extends Options {
        private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

        private final Given<@Nullable String> model = text("--model", "NAME[:k=v,...]");

        public @Nullable Path platform() {
            return platform.value();
        }

        public @Nullable String model() {
            return model.value();
        }

        /**
         * Returns the platform chosen by the options.
         *
         * @throws InputException if the file cannot be read
         */
        public Platforms choice() {
            return choice(platform.value());
        }

        /**
         * Returns the platform chosen by a user.
         *
         * @param path platform file or name of a platform; null for the default platform
         * @throws InputException if the file cannot be read
         */
        public static Platforms choice(@Nullable Path path) {
            if (path != null && path.toString().contains(",") && !Files.exists(path)) {
                throw InputException.at(
                        "--platform " + path,
                        "expected one platform, found several",
                        "'tailback compare' takes several");
            }
            return path == null ? Platforms.stars() : Platforms.read(path);
        }
    }

    private final PlatformAndModel platform = with(new PlatformAndModel());

    private final Given<@Nullable String> placement = text("--placement", "RULE");

    private final OverrideOptions others = with(new OverrideOptions());
    private final NodeOptions nodes = with(new NodeOptions());

    public boolean isGiven() {
        return platform.platform() != null;
    }

    /**
     * Returns the platform chosen by the options.
     *
     * @throws org.tailback.error.InputException if the file cannot be read
     */
    public Platforms choice() {
        return platform.choice();
    }

    /**
     * Returns the platforms of a command for several platforms, which are separated by commas.
     *
     * @throws org.tailback.error.InputException if a file cannot be read
     */
    public List<Platforms> choices() {
        Path given = platform.platform();
        return given == null || Files.exists(given)
                ? List.of(choice())
                : Splitter.on(',')
                        .splitToStream(given.toString())
                        .map(each -> PlatformAndModel.choice(Path.of(each)))
                        .toList();
    }

    public NodeOptions nodes() {
        return nodes;
    }

    /** Returns the parts of the platform that are replaced by the command line. */
    public Overrides overrides(long seed) {
        return others.with(platform.model(), nodes.rule(placement.value()), seed);
    }
}
