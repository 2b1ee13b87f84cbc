package org.tailback.cli.measure;

import java.nio.file.Path;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

/** A platform file as a network that can be measured. */
final class SimulatedPlatform {
    private SimulatedPlatform() {}

    static Platform of(Path file, long seed) {
        return PlatformFile.read(file).resolve(Overrides.NONE.withSeed(seed), Registry.load());
    }
}
