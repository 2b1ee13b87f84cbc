package org.tailback.study.workload;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

/**
 * A workload on a platform: what another process needs to replay the same.
 *
 * @param workload the trace
 * @param platform the content of the platform file
 * @param overrides what replaces parts of the platform
 */
public record RunDescription(WorkloadDescription workload, PlatformFile platform, Overrides overrides)
        implements Serializable {
    /**
     * Returns the platform with some placement of no meaning: placements are sent beside it, so that only this process
     * reads their files.
     *
     * @throws InputException if it cannot be used
     */
    public Platform platformToPlaceOn(Registry registry) {
        return platform.resolve(overrides.withPlacement("round-robin-node"), registry);
    }

    /**
     * Returns the same for processes with another working folder.
     *
     * @throws InputException if there is none
     */
    public static RunDescription absolute(@Nullable RunDescription description) {
        if (description == null) {
            throw new InputException("only this process can perform the runs, because their programs and platforms"
                    + " are not made from files. Use the engine 'local'");
        }
        return new RunDescription(description.workload.absolute(), description.platform, description.overrides);
    }
}
