package org.tailback.study.derivative;

import com.google.common.base.Preconditions;
import java.util.function.DoubleFunction;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.units.Readable;

/**
 * A number of a platform that can be changed.
 *
 * @param name name of the number, such as {@code network.bandwidth}
 * @param value value of the number in its unit, not 0
 * @param unit {@code s}, {@code B/s} or empty for a plain number
 * @param platform function that returns the platform with another value; the platforms share the models that do not
 *     depend on the number
 */
@Fields("name unit value")
public record PlatformNumber(
        @Output(name = "parameter") String name, double value, String unit, DoubleFunction<Platform> platform) {
    public PlatformNumber {
        Preconditions.checkArgument(
                value != 0 && !Double.isNaN(value) && !Double.isInfinite(value),
                "%s must be finite and not 0: %s",
                name,
                value);
    }

    /** Returns a human-readable value of a number with its unit: {@code s}, {@code B/s} or none. */
    public static String text(double value, String unit) {
        return switch (unit) {
            case "s" -> Readable.seconds(value);
            case "B/s" -> Readable.rate(value);
            default -> digits(value, 4);
        };
    }

    /** Returns a plain number rounded to significant digits; {@code unknown} if the number is not finite. */
    public static String digits(double value, int digits) {
        return Double.isFinite(value) ? Readable.number(value, digits) : "unknown";
    }
}
