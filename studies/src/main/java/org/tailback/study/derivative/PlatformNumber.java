package org.tailback.study.derivative;

import com.google.common.base.Preconditions;
import java.util.function.DoubleFunction;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Platform;

/**
 * A number of a platform that can be changed.
 *
 * @param name such as {@code network.bandwidth}
 * @param value in its unit, not 0
 * @param unit {@code s}, {@code B/s} or empty for a plain number
 * @param platform returns the platform with another value; it shares those models that do not depend on the number
 */
@Fields({"name", "unit", "value"})
public record PlatformNumber(
        @Output(name = "parameter") String name, double value, String unit, DoubleFunction<Platform> platform) {
    public PlatformNumber {
        Preconditions.checkArgument(
                value != 0 && !Double.isNaN(value) && !Double.isInfinite(value),
                "%s must be finite and not 0: %s",
                name,
                value);
    }
}
