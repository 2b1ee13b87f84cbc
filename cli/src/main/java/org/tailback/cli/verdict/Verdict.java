package org.tailback.cli.verdict;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.StatedError;
import org.tailback.units.Readable;

/**
 * Result in one sentence, with the recommendation if there is a choice.
 *
 * <p><b>Worked example</b> ({@code VerdictTest}). A takes 1.0 s, B 1.12 s. With an error of 10 % A is the choice:
 * {@code take A: 12 % faster than B, beyond the error of 10 %}. With an error of 15 % there is no choice: {@code No
 * verdict: A and B differ by 12 %, less than the error of 15 %}.
 *
 * @param opening beginning of the text: result, setting and error
 * @param sentence the recommendation, or the reason for a missing recommendation; the opening if there is no choice
 * @param choice name of the recommended alternative; null without a recommendation
 * @param beyond whether the choice is faster than all others by more than the error
 */
public record Verdict(
        @NoOutput String opening,
        String sentence,
        @Output(orNull = true) @Nullable String choice,
        boolean beyond) {
    private static final int MOST_NAMES = 3;

    /** Relative difference below which times are equal. */
    private static final double SAME = 1e-9;

    /**
     * Alternative of a verdict.
     *
     * @param name of the alternative in the sentence
     * @param seconds time of the alternative
     * @param interval of the time; null if only the error of ratios is known
     * @param stated error from which the interval follows; null if the interval follows from measured times
     */
    public record Candidate(
            String name,
            double seconds,
            @Nullable Interval interval,
            @Nullable StatedError stated) {
        public Candidate(String name, double seconds) {
            this(name, seconds, null);
        }

        public Candidate(String name, double seconds, @Nullable Interval interval) {
            this(name, seconds, interval, null);
        }

        /** Returns a candidate whose time has a stated error. */
        public static Candidate stated(String name, double seconds, StatedError stated) {
            return new Candidate(name, seconds, stated.interval(seconds), stated);
        }

        /** Returns a candidate on the same platform as the others, with a stated error of ratios. */
        public static Candidate ofRatio(String name, double seconds, StatedError stated) {
            return new Candidate(name, seconds, stated.intervalOfRatio(seconds), stated);
        }

        private boolean isBeyond(Candidate slower, double error) {
            return interval == null || slower.interval == null
                    ? seconds * (1 + error) < slower.seconds
                    : interval.high() < slower.interval.low();
        }
    }

    /** Returns whether the verdict chooses among several alternatives. */
    public boolean isDecision() {
        return !sentence.equals(opening);
    }

    /** Returns the decision, if there is one, and the opening, on separate lines for a page. */
    public String forPage() {
        return isDecision()
                ? sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + "\n" + opening
                : opening;
    }

    public static Verdict of(String opening) {
        return new Verdict(opening, opening, null, false);
    }

    /**
     * Returns the verdict for an alternative without retransmission timeouts: {@code A, 3 to 7 times as fast: B waits
     * for a timeout of 200 ms}.
     *
     * @param least smallest ratio of another alternative's time to the winner's, > 1
     * @param most largest ratio of another alternative's time to the winner's
     * @param timeout retransmission timeout, seconds
     */
    public static Verdict byTimeout(
            String opening, String winner, List<String> losers, double least, double most, double timeout) {
        return new Verdict(
                opening,
                winner + ", " + (Words.ratio(least).equals(Words.ratio(most)) ? "" : Words.ratio(least) + " to ")
                        + Words.ratio(most) + " times as fast: "
                        + names(losers) + (losers.size() == 1 ? " waits" : " wait")
                        + " for a timeout of "
                        + Readable.seconds(timeout),
                winner,
                true);
    }

    /**
     * Returns a verdict without a choice. The reason is a clause; {@code nominally} is a clause with the result without
     * regard to errors, or an empty text.
     */
    public static Verdict none(String opening, String reason, String nominally) {
        return new Verdict(
                opening,
                "No verdict: " + reason + (nominally.isEmpty() ? "" : ". Nominally " + nominally),
                null,
                false);
    }

    /**
     * Returns the choice among candidates: the fastest, if its lead over all others exceeds the error.
     *
     * @param error relative error of the ratio of two times, >= 0; NaN if all candidates have intervals
     * @param doubt reason why the error is not valid, as a clause; empty if it is valid
     */
    public static Verdict between(String opening, List<Candidate> candidates, double error, String doubt) {
        return between(opening, candidates, error, doubt, "faster");
    }

    /** Returns the choice by a quantity other than time; {@code better} is the word for smaller values. */
    public static Verdict between(
            String opening, List<Candidate> candidates, double error, String doubt, String better) {
        if (candidates.size() < 2) {
            return of(opening);
        }
        List<Candidate> all = candidates.stream()
                .sorted(Comparator.comparingDouble(Candidate::seconds))
                .toList();
        Candidate best = all.get(0);
        List<Candidate> slower =
                all.stream().filter(each -> isSlower(each, best)).toList();
        if (slower.isEmpty()) {
            return new Verdict(
                    opening, names(Lists.transform(all, Candidate::name)) + " take the same time", null, false);
        }
        // candidates with the time of the best are equivalent choices
        List<String> same = all.stream()
                .skip(1)
                .filter(each -> !isSlower(each, best))
                .map(Candidate::name)
                .toList();
        String ahead = ahead(best.seconds, slower.get(0).seconds, better) + slower.get(0).name;
        if (!doubt.isEmpty()) {
            return none(opening, doubt, best.name + " is " + ahead);
        }
        List<Candidate> tied =
                slower.stream().filter(each -> !best.isBeyond(each, error)).toList();
        if (tied.isEmpty()) {
            String orSame = same.isEmpty() ? "" : " (or " + names(same) + ", as fast)";
            return new Verdict(
                    opening,
                    "take " + best.name + orSame + ": " + ahead + ", beyond " + error(all, error),
                    best.name,
                    true);
        }
        double apart = tied.get(tied.size() - 1).seconds / best.seconds - 1;
        String others = tied.size() == slower.size() ? "" : "; others are slower by more";
        boolean areRows = best.name.startsWith("row 1 (");
        List<Candidate> equal =
                ImmutableList.<Candidate>builder().add(best).addAll(tied).build();
        String tie = areRows
                ? "rows 1 to " + (equal.size() + same.size()) + " tie within "
                : names(Lists.transform(equal, Candidate::name)) + " differ by ";
        return none(
                opening,
                tie
                        + (apart < 1 ? Words.percent(apart) : "a factor of " + Words.ratio(1 + apart))
                        + ", less than " + error(all, error) + others,
                "");
    }

    /** Returns the name of a row in a table sorted by time. In such a table ties are the first rows. */
    public static String row(int number, String name) {
        return "row " + number + " (" + name + ")";
    }

    private static boolean isSlower(Candidate it, Candidate best) {
        return it.seconds > best.seconds * (1 + SAME);
    }

    /** Returns the error that decides between the candidates, in words: {@code the error of 15 %}. */
    public static String error(List<Candidate> candidates, double error) {
        String intervals = candidates.stream().allMatch(each -> each.stated == null)
                ? "their 90 % intervals"
                : "the 90 % intervals of the others";
        return Double.isNaN(error)
                ? candidates.stream()
                        .map(each -> each.stated == null ? intervals : stated(each.stated))
                        .distinct()
                        .collect(Collectors.joining(" and "))
                : "the error of " + Words.percent(error);
    }

    /**
     * Returns {@code the error of 15 % stated in Martinasso and Mehaut 2011, section 5}, or {@code the coarse error of
     * nominal fat trees}.
     */
    public static String stated(StatedError error) {
        return error.isCoarse()
                ? "the coarse error of " + error.source()
                : "the error of " + Words.percent(error.relative()) + " stated in " + error.source();
    }

    /**
     * Returns {@code 12 % faster than}, {@code twice as fast as}, {@code 3.2 times as fast as}, or {@code no faster
     * than}.
     */
    private static String ahead(double less, double more, String better) {
        if (!(less > 0 && more > less)) {
            return (more > less ? "" : "no ") + better + " than ";
        }
        String percent = Words.percent(more / less - 1);
        if (!better.equals("faster") || more < 2 * less && !percent.equals("100 %")) {
            return percent + " " + better + " than ";
        }
        return (percent.equals("100 %") ? "twice" : Words.ratio(more / less) + " times") + " as fast as ";
    }

    /** Returns an enumeration of names: {@code A}, {@code A and B}, {@code A, B and C}, {@code A, B, C and 4 more}. */
    public static String names(List<String> names) {
        if (names.size() == 1) {
            return names.get(0);
        }
        int most = names.size() <= MOST_NAMES + 1 ? names.size() - 1 : MOST_NAMES;
        return names.stream().limit(most).collect(Collectors.joining(", "))
                + " and "
                + (most == names.size() - 1 ? names.get(most) : names.size() - most + " more");
    }
}
