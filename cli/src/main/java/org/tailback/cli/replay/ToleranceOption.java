package org.tailback.cli.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.study.derivative.PlatformNumber;
import org.tailback.units.Quantity;

/**
 * A number of the platform and a range of its values, {@code NAME=FROM:TO:STEP}: in the number's unit, or {@code
 * 0.5x:2x:0.1x} as multiples of the current value. NAME is a name in the listing of derivatives, or the last word of
 * such a name if it is unique.
 */
record ToleranceOption(String text) {
    private static final int MOST_VALUES = 1000;

    PlatformNumber number(List<PlatformNumber> numbers) {
        int equals = text.lastIndexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals).strip();
        List<PlatformNumber> found = numbers.stream()
                .filter(each -> Stream.of(each.name().split(" = "))
                        .anyMatch(part -> part.equals(name) || part.endsWith("." + name)))
                .toList();
        if (equals < 0) {
            throw malformed("there is no '='");
        }
        if (found.size() != 1) {
            String names = numbers.stream().map(PlatformNumber::name).collect(Collectors.joining(", "));
            throw malformed((found.isEmpty() ? "no number" : "more than one number") + " is called '" + name
                    + "'. Numbers: " + names);
        }
        return found.get(0);
    }

    List<Double> values(PlatformNumber number) {
        String[] parts = text.substring(text.lastIndexOf('=') + 1).split(":", -1);
        if (parts.length != 3) {
            throw malformed("expected three values");
        }
        double from = value(parts[0], number);
        double to = value(parts[1], number);
        double step = value(parts[2], number);
        if (!(step > 0) || !(from > 0) || from > to || (to - from) / step > MOST_VALUES) {
            throw malformed("values must be above 0 and in ascending order, " + MOST_VALUES + " at most");
        }
        List<Double> values = new ArrayList<>();
        for (int i = 0; from + i * step <= to * (1 + 1e-9); i++) {
            values.add(from + i * step);
        }
        return values;
    }

    private double value(String part, PlatformNumber number) {
        String stripped = part.strip();
        if (stripped.endsWith("x")) {
            return number.value() * read(stripped.substring(0, stripped.length() - 1), Quantity.Kind.NUMBER);
        }
        if (List.of("s", "B/s").contains(number.unit()) && stripped.matches("[\\d.]+([eE][-+]?\\d+)?")) {
            throw malformed("'" + stripped + "' has no unit, and " + number.name() + " is in " + number.unit());
        }
        return read(
                stripped,
                switch (number.unit()) {
                    case "s" -> Quantity.Kind.SECONDS;
                    case "B/s" -> Quantity.Kind.BYTES_PER_SECOND;
                    default -> Quantity.Kind.NUMBER;
                });
    }

    private double read(String value, Quantity.Kind kind) {
        return Quantity.parseAt("--tolerance " + text, value, kind);
    }

    private InputException malformed(String why) {
        return InputException.at(
                "--tolerance " + text,
                why,
                "Give NAME=FROM:TO:STEP, such as cost.latency=10us:100us:10us or network.bandwidth=0.5x:2x:0.25x");
    }
}
