package org.tailback.extrapolation;

import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Search for laws of numbers. The simplest kind of law is a constant, a multiple of a term, or an iteration or
 * coordinate plus a constant. The next kind is a function of the number of ranks plus a constant. The last kinds are a
 * multiple of a term plus a constant, and the sum of multiples of two terms. Coefficients are whole numbers. No law
 * falls below 0 as the number of ranks increases. The search returns all laws of the simplest kind that explains every
 * observation exactly. It takes O(terms^2) fits.
 *
 * @param samples observations of the number
 */
record NumberLaws(List<Sample> samples, List<Term> terms, double[][] at) {
    /**
     * Returns the laws of the simplest kind that explain all samples; empty if no law does.
     *
     * @param samples observations of the number, at least one
     * @param sizes functions of the number of ranks, without the constant 1
     * @param variables functions of the iteration or rank on which the samples depend, without the constant 1
     * @param unconfirmed list that receives unconfirmed laws: laws with as many coefficients as observations, which
     *     exist for any observations
     */
    static List<NumberLaw> of(
            List<Sample> samples, List<Term> sizes, List<Term> variables, List<NumberLaw> unconfirmed) {
        List<Term> terms = new ArrayList<>();
        for (Term size : Iterables.concat(List.of(Term.ONE), sizes)) {
            for (Term variable : Iterables.concat(List.of(Term.ONE), variables)) {
                terms.add(size.times(variable));
            }
        }
        List<NumberLaw> laws = new ArrayList<>();
        for (Term term : terms) {
            multiple(term, samples).ifPresent(laws::add);
            if (variables.contains(term)) {
                shifted(term, samples).ifPresent(laws::add);
            }
        }
        if (laws.isEmpty()) {
            sizes.forEach(size -> shifted(size, samples).ifPresent(laws::add));
        }
        if (!laws.isEmpty()) {
            return laws;
        }
        double[][] at = terms.stream()
                .map(term -> samples.stream()
                        .mapToDouble(sample -> term.at(sample.context()))
                        .toArray())
                .toArray(double[][]::new);
        NumberLaws sums = new NumberLaws(samples, terms, at);
        for (int a = 1; a < at.length; a++) {
            sums.sum(a, 0, laws, unconfirmed);
        }
        boolean isNone = laws.isEmpty() && unconfirmed.isEmpty();
        for (int a = 1; a < at.length && isNone; a++) {
            for (int b = 1; b < a; b++) {
                sums.sum(a, b, laws, unconfirmed);
            }
        }
        return laws;
    }

    /** Returns the multiple of a term that explains all samples; empty if no multiple does. */
    static Optional<NumberLaw> multiple(Term term, List<Sample> samples) {
        double coefficient = samples.stream()
                .filter(sample -> sample.value() != 0 && term.at(sample.context()) != 0)
                .findFirst()
                .map(sample -> sample.value() / term.at(sample.context()))
                .orElse(0.0);
        return Optional.of(NumberLaw.of(Math.rint(coefficient), term))
                .filter(law -> isWhole(coefficient) && law.explains(samples));
    }

    /** Returns whether a coefficient is a whole number: 14,000 divided by a side is a law, but half a side is not. */
    private static boolean isWhole(double coefficient) {
        return Math.abs(coefficient - Math.rint(coefficient)) < 1e-9 * Math.max(1, Math.abs(coefficient));
    }

    private static Optional<NumberLaw> shifted(Term term, List<Sample> samples) {
        double constant = samples.get(0).value() - term.at(samples.get(0).context());
        return Optional.of(new NumberLaw(1, term, constant, Term.ONE))
                .filter(law -> constant != 0 && constant == Math.rint(constant) && law.explains(samples));
    }

    /**
     * Adds the sum of multiples of two terms that explains all samples. The sum is confirmed if a third observation
     * agrees with it, and unconfirmed otherwise.
     */
    private void sum(int a, int b, List<NumberLaw> confirmed, List<NumberLaw> unconfirmed) {
        double[] atA = at[a];
        double[] atB = at[b];
        int second = 1;
        while (second < atA.length && !areIndependent(atA, atB, 0, second)) {
            second++;
        }
        if (second == atA.length) {
            return;
        }
        double determinant = atA[0] * atB[second] - atA[second] * atB[0];
        double v0 = samples.get(0).value();
        double vs = samples.get(second).value();
        double ofA = (v0 * atB[second] - vs * atB[0]) / determinant;
        double ofB = (atA[0] * vs - atA[second] * v0) / determinant;
        boolean growsA = terms.get(a).grows();
        boolean growsB = terms.get(b).grows();
        boolean falls = ofA < 0 && growsA && !growsB || ofB < 0 && growsB && !growsA;
        if (isWhole(ofA) && isWhole(ofB) && !falls) {
            NumberLaw law = new NumberLaw(Math.rint(ofA), terms.get(a), Math.rint(ofB), terms.get(b));
            if (law.explains(samples)) {
                (isThird(atA, atB, second) ? confirmed : unconfirmed).add(law);
            }
        }
    }

    private static boolean areIndependent(double[] atA, double[] atB, int s, int t) {
        double scale = Math.abs(atA[s] * atB[t]) + Math.abs(atA[t] * atB[s]);
        return Math.abs(atA[s] * atB[t] - atA[t] * atB[s]) > 1e-9 * scale;
    }

    private static boolean isThird(double[] atA, double[] atB, int second) {
        for (int s = 1; s < atA.length; s++) {
            if ((atA[s] != atA[0] || atB[s] != atB[0]) && (atA[s] != atA[second] || atB[s] != atB[second])) {
                return true;
            }
        }
        return false;
    }
}
