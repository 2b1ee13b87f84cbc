package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.study.derivative.Derivative;

/**
 * How the time of a replay changes with its platform.
 *
 * @param derivatives by each number of the platform, that with the largest elasticity first
 * @param warnings what they do not know
 */
record DerivativeReport(List<Derivative> derivatives, List<String> warnings) {
    DerivativeReport {
        derivatives = ImmutableList.copyOf(derivatives);
        warnings = ImmutableList.copyOf(warnings);
    }
}
