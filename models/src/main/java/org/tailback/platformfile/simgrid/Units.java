package org.tailback.platformfile.simgrid;

import org.tailback.units.Quantity;

/** SimGrid's quantities, whose units are written without space and mostly as here. */
final class Units {
    private Units() {}

    /** Returns bytes per second. */
    static double bandwidth(XmlElement element, String attribute) {
        return read(element, attribute, element.text(attribute), Quantity.Kind.BYTES_PER_SECOND);
    }

    /** Returns seconds; 0 if the attribute is not there. */
    static double latency(XmlElement element, String attribute) {
        return read(element, attribute, element.text(attribute, "0"), Quantity.Kind.SECONDS);
    }

    /** Returns flop/s; the first of several. */
    static double speed(XmlElement element) {
        String first = element.text("speed").split(",")[0].strip();
        return read(element, "speed", first, Quantity.Kind.FLOPS_PER_SECOND);
    }

    private static double read(XmlElement element, String attribute, String text, Quantity.Kind kind) {
        return Quantity.parseAt(element.place() + ": " + attribute, text, kind);
    }
}
