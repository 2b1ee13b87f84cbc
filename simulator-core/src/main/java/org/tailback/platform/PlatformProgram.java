package org.tailback.platform;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.program.ParallelProgram;

/** A program that is another one on each platform, as what it does there follows from the platform. */
public interface PlatformProgram extends ParallelProgram {
    /**
     * Returns the program for a platform; itself if it is the same on all.
     *
     * @param placement where its ranks run; null for the platform's rule
     * @param seed of what is random in it
     */
    ParallelProgram on(Platform platform, @Nullable Placement placement, long seed);
}
