package org.tailback.fit.collective;

import java.util.List;

/** A table of times in a log of benchmarks, which takes the lines after its title. */
interface BenchmarkTable {
    /**
     * Takes a line that is no row of numbers.
     *
     * @return false if it is not of this table, and ends it if it is a comment
     * @throws org.tailback.error.InputException with the place, if it contradicts the run
     */
    boolean text(String line, String place);

    /**
     * Takes a row of numbers.
     *
     * @return the cells; empty without data, for which libraries return at once
     * @throws LeftOut if the row cannot be used
     * @throws org.tailback.error.InputException with the place, if it is malformed
     */
    List<MeasuredCollective> row(String[] words, String place) throws LeftOut;

    /** A row that is left out and counted. */
    final class LeftOut extends Exception {
        private static final long serialVersionUID = 1;

        /** @param why completes "rows left out" */
        LeftOut(String why) {
            super(why, null, false, false);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
