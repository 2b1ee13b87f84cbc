package org.tailback.cli.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Interval;

/**
 * What a result says in one sentence, and what to take where there is a choice.
 *
 * <p><b>Worked example</b> ({@code VerdictTest}). A takes 1.0 s, B 1.12 s. With an error of 10 % A is the choice:
 * {@code take A: 12 % faster than B, beyond the error of 10 %}. With an error of 15 % there is none: {@code cannot
 * tell, because A and B differ by 12 %, less than the error of 15 %}.
 *
 * @param opening what the text begins with: result, place and error
 * @param sentence what to take, or why that cannot be told; the opening where there is no choice
 * @param choice name of what to take; null without one
 * @param beyond whether the choice is faster than all others by more than the error
 */
public record Verdict(
        @NoOutput String opening,
        String sentence,
        @Output(orNull = true) @Nullable String choice,
        boolean beyond) {
    private static final int MOST_NAMES = 3;

    /** Times that differ by less, relatively, are the same. */
    private static final double SAME = 1e-9;

    /**
     * Something to take.
     *
     * @param name as the sentence says it
     * @param seconds that it takes
     * @param interval of the time; null if only the error of ratios is known
     */
    public record Candidate(
            String name, double seconds, @Nullable Interval interval) {
        public Candidate(String name, double seconds) {
            this(name, seconds, null);
        }

        private boolean isBeyond(Candidate slower, double error) {
            return interval == null || slower.interval == null
                    ? seconds * (1 + error) < slower.seconds
                    : interval.high() < slower.interval.low();
        }
    }

    /** Returns whether there were several things to take. */
    public boolean isDecision() {
        return !sentence.equals(opening);
    }

    public static Verdict of(String opening) {
        return new Verdict(opening, opening, null, false);
    }

    /**
     * Returns the verdict that the reason, a clause, forbids a choice; {@code predicted} is what is said all the same.
     */
    public static Verdict cannotTell(String opening, String reason, String predicted) {
        return new Verdict(
                opening,
                "cannot tell, because " + reason + (predicted.isEmpty() ? "" : "; predicted: " + predicted),
                null,
                false);
    }

    /**
     * Returns the choice among candidates: the fastest, if it is ahead of all others by more than the error.
     *
     * @param error relative error of the ratio of two times, >= 0; NaN where all have intervals
     * @param doubt a clause that says why there is no choice; empty if the error holds
     */
    public static Verdict between(String opening, List<Candidate> candidates, double error, String doubt) {
        return between(opening, candidates, error, doubt, "faster");
    }

    /** Returns the same of another quantity than time, whose smaller values are {@code better}. */
    public static Verdict between(
            String opening, List<Candidate> candidates, double error, String doubt, String better) {
        if (candidates.size() < 2) {
            return of(opening);
        }
        List<Candidate> all = candidates.stream()
                .sorted(Comparator.comparingDouble(Candidate::seconds))
                .toList();
        Candidate best = all.get(0);
        // what takes the same time as the best is as good a choice, unless nothing else is there
        List<Candidate> slowerOnes =
                all.stream().filter(each -> isSlower(each, best)).toList();
        List<String> same = all.stream()
                .skip(1)
                .filter(each -> !isSlower(each, best))
                .map(Candidate::name)
                .toList();
        List<Candidate> sorted = slowerOnes.isEmpty()
                ? all
                : Stream.concat(Stream.of(best), slowerOnes.stream()).toList();
        String orSame = slowerOnes.isEmpty() || same.isEmpty()
                ? ""
                : " (or " + (same.size() == 1 ? same.get(0) : names(same)) + ", as fast)";
        Candidate next = sorted.get(1);
        String ahead = ahead(best.seconds, next.seconds, better) + next.name;
        if (!doubt.isEmpty()) {
            return cannotTell(opening, doubt, best.name + " is " + ahead);
        }
        List<Candidate> equal = sorted.stream()
                .filter(each -> each == best || !best.isBeyond(each, error))
                .toList();
        if (equal.size() == 1) {
            return new Verdict(
                    opening, "take " + best.name + orSame + ": " + ahead + ", beyond " + error(error), best.name, true);
        }
        double apart = equal.get(equal.size() - 1).seconds / best.seconds - 1;
        String slower = equal.size() == sorted.size() ? "" : "; others are slower beyond it";
        return cannotTell(
                opening,
                names(equal.stream().map(Candidate::name).toList())
                        + (apart > SAME
                                ? " differ by " + Words.percent(apart) + ", less than " + error(error)
                                : " take the same time")
                        + slower,
                "");
    }

    private static boolean isSlower(Candidate it, Candidate best) {
        return it.seconds > best.seconds * (1 + SAME);
    }

    private static String error(double error) {
        return Double.isNaN(error) ? "their 90 % intervals" : "the error of " + Words.percent(error);
    }

    /** Returns {@code 12 % faster than}, {@code 3.2 times as fast as}, or {@code no faster than}. */
    private static String ahead(double less, double more, String better) {
        return less > 0 && more >= 2 * less && better.equals("faster")
                ? Words.ratio(more / less) + " times as fast as "
                : (less > 0 && more > less ? Words.percent(more / less - 1) : "no") + " " + better + " than ";
    }

    /** Returns names in a row: {@code A and B}, {@code A, B and C}, {@code A, B, C and 4 more}. */
    public static String names(List<String> names) {
        int most = names.size() <= MOST_NAMES + 1 ? names.size() - 1 : MOST_NAMES;
        return names.stream().limit(most).collect(Collectors.joining(", "))
                + " and "
                + (most == names.size() - 1 ? names.get(most) : names.size() - most + " more");
    }
}
