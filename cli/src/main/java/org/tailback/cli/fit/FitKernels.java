package org.tailback.cli.fit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.kernel.KernelFit;

/** Command that fits the times of kernels by CPU to calls or calibration jobs. */
final class FitKernels extends FitKind {
    private final Given<@Nullable String> period = text("--period", "FROM..TO");

    @Override
    void fit() {
        String[] days = period.value() == null ? new String[0] : period.value().split("\\.\\.", -1);
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        if (period.value() != null) {
            try {
                from = begin(days[0]).getEpochSecond();
                until = begin(days[days.length - 1]).getEpochSecond() + 24 * 3600;
            } catch (DateTimeParseException e) {
                from = until;
            }
            if (from >= until || days.length > 2) {
                throw InputException.at(
                        "--period",
                        "expected FROM..TO, such as 2020-01-13..2020-01-27, found '" + period.value() + "'",
                        "");
            }
        }
        KernelFit.Result fitted = KernelFit.of(
                Utf8.read(file.value(), "file of kernels"), file.value().toString(), from, until);
        output(
                fitted.fragment(file.value().toString(), date()),
                fitted,
                out -> fitted.table().forEach(line -> out.print(line + "\n")),
                List.of());
    }

    private static Instant begin(String day) {
        return LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
