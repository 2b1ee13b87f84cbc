package org.tailback.study.jobs;

import com.google.common.math.IntMath;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Attribution of the seconds that a job lost to the other jobs.
 *
 * <p>Let v(S) be the makespan of job A if it runs together with the jobs S. Then A loses v(all others) - v(none). For
 * up to {@value JobsStudy#MOST_EXACT} jobs, the share of job B is its Shapley value. It is the mean of v(S with B) -
 * v(S) over all orders in which the other jobs may be added, where S is the set of jobs added before B. Shares add up
 * to the loss. A job without an effect on any set of jobs has a share of 0. Jobs with the same effect have the same
 * share. The cost is one run per subset of the jobs, 2^n.
 *
 * <p>With more jobs, the share of B is proportional to the mean of v(B) - v(none) and v(all) - v(all without B). These
 * are the effects of B as the first and as the last job of an order; each counts at least 0. The cost is n + n(n-1)/2
 * additional runs. Shares still add up to the loss.
 *
 * <p>Example: a job takes 1 s alone, 2 s with B, 2 s with C and 2 s with B and C. It loses 1 s, half a second to B and
 * half a second to C.
 *
 * <p>Source: L. S. Shapley, A value for n-person games, Contributions to the Theory of Games II, 1953.
 */
final class Blame {
    private final int jobs;
    /** Makespans of the jobs of each subset. */
    private final Map<BitSet, double[]> makespans = new LinkedHashMap<>();

    Blame(int jobs) {
        this.jobs = jobs;
    }

    boolean isExact() {
        return jobs <= JobsStudy.MOST_EXACT;
    }

    String rule() {
        return isExact()
                ? "Shapley value over all " + (1 << jobs) + " subsets of the jobs"
                : "mean of the effect of a job as the only other job and the effect of its removal";
    }

    /** Returns the subsets of jobs that must run, without the empty set and the set of all jobs. */
    List<BitSet> subsets() {
        if (isExact()) {
            return IntStream.range(1, (1 << jobs) - 1)
                    .mapToObj(mask -> BitSet.valueOf(new long[] {mask}))
                    .toList();
        }
        Set<BitSet> needed = new LinkedHashSet<>();
        for (int i = 0; i < jobs; i++) {
            needed.add(of(i));
            needed.add(changed(all(), i));
            for (int j = i + 1; j < jobs; j++) {
                needed.add(of(i, j));
            }
        }
        return List.copyOf(needed);
    }

    /** Adds the makespans of the jobs of a subset, by job; ignores makespans of other jobs. */
    void add(BitSet subset, double[] makespanOfJob) {
        makespans.put(subset, makespanOfJob);
    }

    /** Returns the makespan of a job without the other jobs, in seconds. */
    double alone(int job) {
        return makespan(of(job), job);
    }

    /** Returns the seconds that a job lost to each job; 0 for the job itself. */
    double[] parts(int loser) {
        return isExact() ? shapley(loser) : proportional(loser);
    }

    private double[] shapley(int loser) {
        double[] parts = new double[jobs];
        makespans.forEach((before, its) -> {
            for (int other = 0; before.get(loser) && other < jobs; other++) {
                if (!before.get(other)) {
                    parts[other] +=
                            weight(before.cardinality() - 1) * (makespan(changed(before, other), loser) - its[loser]);
                }
            }
        });
        return parts;
    }

    /**
     * Returns the fraction of the orders of the n other jobs in which exactly the jobs of a given set of size s precede
     * a given job: s! (n-s-1)! / n!.
     */
    private double weight(int size) {
        return 1.0 / (IntMath.binomial(jobs - 2, size) * (jobs - 1));
    }

    private double[] proportional(int loser) {
        double[] parts = new double[jobs];
        double alone = alone(loser);
        double all = makespan(all(), loser);
        double sum = 0;
        for (int other = 0; other < jobs; other++) {
            if (other != loser) {
                parts[other] = Math.max(0, makespan(of(loser, other), loser) - alone)
                        + Math.max(0, all - makespan(changed(all(), other), loser));
                sum += parts[other];
            }
        }
        for (int other = 0; other < jobs; other++) {
            parts[other] = other == loser ? 0 : (all - alone) * (sum > 0 ? parts[other] / sum : 1.0 / (jobs - 1));
        }
        return parts;
    }

    private double makespan(BitSet subset, int job) {
        double[] known = makespans.get(subset);
        if (known == null) {
            throw new IllegalStateException("no run of the jobs " + subset);
        }
        return known[job];
    }

    BitSet all() {
        return of(IntStream.range(0, jobs).toArray());
    }

    /** Returns a subset with a job added, or removed if the subset contains it. */
    private static BitSet changed(BitSet subset, int job) {
        BitSet changed = (BitSet) subset.clone();
        changed.flip(job);
        return changed;
    }

    static BitSet of(int... members) {
        BitSet set = new BitSet();
        IntStream.of(members).forEach(set::set);
        return set;
    }
}
