package org.tailback.study.hpl;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amount of work of HPL runs, by the name of the run. */
public final class HplWork {
    private static final Pattern ORDER = Pattern.compile("hpl:(?:.*,)?n=([0-9]{1,9})(?:,.*)?");

    private HplWork() {}

    /**
     * Returns the number of floating-point operations that HPL counts, (2/3) n^3 + (3/2) n^2.
     *
     * @param workload name of the workload, such as {@code hpl:n=1000,nb=100,p=2,q=4}
     * @return number of operations; NaN if the name does not denote a run of HPL with its order n
     */
    public static double flops(String workload) {
        Matcher order = ORDER.matcher(workload);
        if (!order.matches()) {
            return Double.NaN;
        }
        double n = Double.parseDouble(order.group(1));
        return (2.0 / 3 * n + 1.5) * n * n;
    }
}
