package org.tailback.replay;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.kernel.EventKernel;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;

/** What the builders of {@link Replay} and {@link ScheduleReplay} gather alike. */
final class ReplaySettings {
    final Platform platform;

    @Nullable
    EventKernel kernel;

    @Nullable
    Placement placement;

    @Nullable
    Observer observer;

    long seed = 1;
    boolean pairStatistics;
    double workDisturbance;

    ReplaySettings(Platform platform) {
        this.platform = platform;
    }
}
