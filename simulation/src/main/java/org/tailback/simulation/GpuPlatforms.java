package org.tailback.simulation;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.PlatformFile;
import org.tailback.stability.Beta;

/** Platforms whose ranks run on GPUs, for programs that require GPUs. */
@Beta
public final class GpuPlatforms {
    private GpuPlatforms() {}

    /** Returns the sorted names of the bundled platforms with GPUs. Reads all of their files. */
    public static List<String> names() {
        return BundledPlatforms.names().stream()
                .filter(name -> PlatformFile.parse(BundledPlatforms.text(name), name)
                        .cluster()
                        .hasGpus())
                .toList();
    }

    /**
     * Checks that ranks on a platform run on GPUs.
     *
     * @param what option or program that needs GPUs, such as {@code --collectives nccl}
     * @throws InputException if the ranks do not run on GPUs
     */
    public static void require(Platform platform, String what) {
        if (!platform.cluster().hasGpus()) {
            throw InputException.at(
                    what,
                    "its ranks are GPUs, and the nodes of the platform have none",
                    "Add 'gpus-per-node' to the platform's cluster, or choose a platform with GPUs: "
                            + String.join(", ", names()));
        }
    }
}
