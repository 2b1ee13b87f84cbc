package org.tailback.cli.fit;

import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.units.Quantity;
import picocli.CommandLine.Option;

/** Options for the protocols and outliers of {@code fit loggp}. */
final class LogGpFitOptions {
    @Option(names = "--change-factor", paramLabel = "X", description = "growth that is a protocol change (2)")
    private @Nullable Double changeFactor;

    @Option(names = "--look-ahead", paramLabel = "N", description = "points that must confirm a change (5)")
    private @Nullable Integer lookAhead;

    @Option(names = "--floor", paramLabel = "TIME", description = "deviations below are noise (0.15us)")
    private @Nullable String floor;

    @Option(names = "--minimum-points", paramLabel = "N", description = "fewest sizes of a protocol (6)")
    private @Nullable Integer minimumPoints;

    @Option(names = "--keep-outliers", description = "fit outliers, too")
    private boolean keepOutliers;

    /**
     * Returns the options, with the usual values of those that are not given.
     *
     * @throws InputException if one is out of its domain
     */
    LogGpOptions options() {
        LogGpOptions standard = LogGpOptions.DEFAULT;
        double seconds = standard.floor();
        if (floor != null) {
            seconds = Quantity.parseAt("--floor", floor, Quantity.Kind.SECONDS);
        }
        double factor = changeFactor == null ? standard.changeFactor() : changeFactor;
        int ahead = lookAhead == null ? standard.lookAhead() : lookAhead;
        int points = minimumPoints == null ? standard.minimumPoints() : minimumPoints;
        Require.that(factor >= 1 && factor < Double.POSITIVE_INFINITY, "--change-factor", "1 or more", factor);
        Require.that(ahead >= 2, "--look-ahead", "2 or more", ahead);
        Require.that(points >= 3, "--minimum-points", "3 or more", points);
        return new LogGpOptions(
                factor, ahead, seconds, points, standard.squareRoot(), standard.significance(), !keepOutliers);
    }
}
