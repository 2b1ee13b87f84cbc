package org.tailback.platformfile.simgrid;

import org.tailback.units.Quantity;

/** SimGrid's quantities, whose units are written without space and mostly as here. */
final class Units {
    private Units() {}

    /** Returns bytes per second. */
    static double bandwidth(XmlElement element, String attribute) {
        double rate = read(element, attribute, element.text(attribute), Quantity.Kind.BYTES_PER_SECOND);
        if (!(rate > 0)) {
            throw element.problem("'" + attribute + "' must be > 0, found '" + element.text(attribute) + "'", "");
        }
        return rate;
    }

    /** Returns seconds; 0 if the attribute is not there. */
    static double latency(XmlElement element, String attribute) {
        return read(element, attribute, element.text(attribute, "0"), Quantity.Kind.SECONDS);
    }

    /** Returns flop/s; of several that of the state in which the host begins. */
    static double speed(XmlElement element) {
        String[] speeds = element.text("speed").split(",");
        String state = element.text("pstate", "0").strip();
        if (!state.matches("\\d{1,4}") || Integer.parseInt(state) >= speeds.length) {
            throw element.problem("'pstate' must be the number of a speed, found '" + state + "'", "");
        }
        return read(element, "speed", speeds[Integer.parseInt(state)].strip(), Quantity.Kind.FLOPS_PER_SECOND);
    }

    /** What is left out where {@link #hasSeveralSpeeds}. */
    static final String FURTHER_SPEEDS = "further speeds of a host (that of its first state counts)";

    /** Returns whether a host has a speed for each of several states. */
    static boolean hasSeveralSpeeds(XmlElement element) {
        return element.text("speed").contains(",");
    }

    /** Returns the number of cores, >= 1; 1 if the attribute is not there. */
    static int cores(XmlElement element) {
        String text = element.text("core", "1").strip();
        if (!text.matches("\\d{1,7}")) {
            throw element.problem("'core' must be a number of cores, found '" + text + "'", "");
        }
        return Math.max(1, Integer.parseInt(text));
    }

    /** Returns a number >= 0. */
    static String number(XmlElement element, String attribute) {
        double number = read(element, attribute, element.text(attribute).strip(), Quantity.Kind.NUMBER);
        if (!(number >= 0)) {
            throw element.problem("'" + attribute + "' must be >= 0, found '" + element.text(attribute) + "'", "");
        }
        return SimGridPlatform.number(number);
    }

    private static double read(XmlElement element, String attribute, String text, Quantity.Kind kind) {
        return Quantity.parseAt(element.place() + ": " + attribute, text, kind);
    }
}
