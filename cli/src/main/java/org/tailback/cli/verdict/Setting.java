package org.tailback.cli.verdict;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.StatedError;
import org.tailback.platform.Use;
import org.tailback.platform.Validity;
import org.tailback.table.ShortNames;

/**
 * Placement of a program and origin of the platform's numbers, as part of a sentence.
 *
 * @param platform name of the platform
 * @param basis origin of most of the platform's numbers
 * @param interval of the predicted time; null if the error is unknown
 * @param outside differences between the run and the domain of the numbers, one clause each
 * @param nodes number of used nodes
 * @param ranksPerNode number of ranks on the node with the most ranks
 * @param inside share of messages that stay on their node; NaN if unknown
 * @param stated errors of the platform's predictions according to their source
 */
public record Setting(
        String platform,
        Validity.Basis basis,
        @Nullable Interval interval,
        List<String> outside,
        int nodes,
        int ranksPerNode,
        double inside,
        List<StatedError> stated) {
    /**
     * Returns the setting of a run.
     *
     * @param outside differences from the domain of the numbers: {@link Platform#outside}, and the program's
     *     differences
     */
    public static Setting of(
            String name, Platform platform, Use use, List<String> outside, double inside, @Nullable Interval interval) {
        return new Setting(
                name,
                platform.validity().basis(),
                interval,
                outside,
                use.count(Use.NODES),
                use.count(Use.RANKS_A_NODE),
                inside,
                platform.validity().errors());
    }

    /**
     * Returns a phrase: {@code 16 per node on 4 nodes of leonardo (measured), 75 % of messages stay on their node}.
     */
    public String text() {
        return ranksPerNode + " per node on " + Words.count(nodes, "node") + " of " + numbers() + messages();
    }

    /** Returns the platform and its numbers: {@code leonardo (measured)}, {@code star (nominal, error unknown)}. */
    public String numbers() {
        return ShortNames.stem(platform) + " (" + basis.label() + error() + ")";
    }

    private String error() {
        if (!outside.isEmpty()) {
            return ", extrapolated";
        }
        StatedError bound = bound();
        return bound != null
                ? bound.isCoarse()
                        ? ", measured messages took " + Words.ratio(bound.low()) + " to " + Words.ratio(bound.high())
                                + " times as long"
                        : ", error below " + Words.percent(bound.relative())
                : interval == null ? ", error unknown" : "";
    }

    /** Returns the stated error that bounds predictions instead of an interval; null if there is none. */
    public @Nullable StatedError bound() {
        return interval != null || !outside.isEmpty()
                ? null
                : stated.stream().filter(StatedError::isBound).findFirst().orElse(null);
    }

    /**
     * Returns an alternative of a verdict, with the error of its time: the user's error, the error of measured times,
     * or a stated error.
     *
     * @param measured interval of the time; null if unknown
     * @param isOfOnePlatform whether all alternatives run on this platform; the error of ratios is then valid
     * @param modelError the user's relative error, >= 0; NaN if not given
     */
    public Verdict.Candidate candidate(
            String name, double seconds, @Nullable Interval measured, boolean isOfOnePlatform, double modelError) {
        StatedError bound = bound();
        return !Double.isNaN(modelError)
                ? new Verdict.Candidate(name, seconds)
                : bound == null
                        ? new Verdict.Candidate(name, seconds, measured)
                        : isOfOnePlatform
                                ? Verdict.Candidate.ofRatio(name, seconds, bound)
                                : Verdict.Candidate.stated(name, seconds, bound);
    }

    /** Returns whether an error was measured for platforms of the same kind, not for the platform itself. */
    public static boolean isCoarse(@Nullable StatedError bound) {
        return bound != null && bound.isCoarse();
    }

    private String messages() {
        return Double.isNaN(inside)
                ? ""
                : inside == 0
                        ? ", every message between nodes"
                        : ", " + (inside == 1 ? "all" : Words.percent(inside) + " of")
                                + (ranksPerNode == 1
                                        ? " messages from ranks to themselves"
                                        : " messages stay on their node");
    }

    /** Returns the reason why the interval is not valid, as a clause; empty if it is valid. */
    public String doubt() {
        return interval == null && bound() == null ? unknown() : "";
    }

    /** Returns the reason for an unknown error as a clause, with the stated errors of the source of the numbers. */
    public String unknown() {
        String name = ShortNames.stem(platform);
        return outside.isEmpty()
                ? "the error of " + name + " is unknown (set --model-error"
                        + (stated.isEmpty()
                                ? ")"
                                : "; stated: "
                                        + stated.stream().map(StatedError::text).collect(Collectors.joining("; "))
                                        + ")")
                : name + " is extrapolated (" + outside.get(0) + ")";
    }

    /** Returns the share of a part in the whole; NaN if the whole is 0. */
    public static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }
}
