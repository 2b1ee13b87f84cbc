package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.study.derivative.Derivative;
import org.tailback.study.derivative.Tolerance;

/**
 * How the time of a replay changes with its platform.
 *
 * @param derivatives by each number of the platform, that with the largest elasticity first
 * @param tolerances the time over ranges of numbers; empty if not asked for
 * @param warnings what they do not know
 */
record DerivativeReport(
        List<Derivative> derivatives,
        @Output(name = "tolerance", ifAny = true) List<Tolerance> tolerances,
        @NoOutput List<String> warnings) {
    DerivativeReport {
        derivatives = ImmutableList.copyOf(derivatives);
        tolerances = ImmutableList.copyOf(tolerances);
        warnings = ImmutableList.copyOf(warnings);
    }
}
