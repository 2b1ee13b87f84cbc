package org.tailback.study.rules;

/** Cells for tests, with an error of 10 %. */
final class RuleCells {
    private RuleCells() {}

    /** A cell whose best algorithm takes 1 s, and the library's own so many. */
    static RuleCell cell(int ranks, int ranksPerNode, long bytes, String best, String own, double ownSeconds) {
        return new RuleCell(ranks, ranksPerNode, bytes, best, 1, own, ownSeconds, "", 0.1);
    }

    static RuleCell cell(int ranks, long bytes, String best, String own, double ownSeconds) {
        return cell(ranks, 1, bytes, best, own, ownSeconds);
    }
}
