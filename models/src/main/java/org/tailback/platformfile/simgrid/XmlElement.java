package org.tailback.platformfile.simgrid;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.tailback.error.InputException;
import org.tailback.units.Quantity;

/**
 * An XML element with its attributes and its child elements.
 *
 * @param place source, line and column, for messages
 */
record XmlElement(String name, Map<String, String> attributes, List<XmlElement> children, String place) {
    /** Description of the omission in elements for which {@link #hasSeveralSpeeds} is true. */
    static final String FURTHER_SPEEDS = "other speeds of a host (the speed of its first state is used)";

    private static final int MAX_DEPTH = 64;

    /** Reads a text. Document types are skipped, so that no entity is declared and no external resource is read. */
    static XmlElement parse(String text, String source) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        XmlElement document = new XmlElement("document", Map.of(), new ArrayList<>(), source);
        Deque<XmlElement> open = new ArrayDeque<>(List.of(document));
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamReader.START_ELEMENT -> {
                        XmlElement element = element(reader, source);
                        open.getLast().children().add(element);
                        open.addLast(element);
                        if (open.size() > MAX_DEPTH) {
                            throw element.problem("elements are nested deeper than " + MAX_DEPTH, "");
                        }
                    }
                    case XMLStreamReader.END_ELEMENT -> open.removeLast();
                    case XMLStreamReader.ENTITY_REFERENCE ->
                        throw open.getLast()
                                .problem(
                                        "entities are not supported, found '&" + reader.getLocalName() + ";'",
                                        "Write it out");
                    default -> {}
                }
            }
        } catch (XMLStreamException e) {
            String message = String.valueOf(e.getMessage())
                    .replaceFirst("(?s).*Message: ", "")
                    .strip();
            throw InputException.at(place(source, e.getLocation()), "not readable as XML: " + message, "");
        }
        return document.children().get(0);
    }

    private static XmlElement element(XMLStreamReader reader, String source) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        String place = place(source, reader.getLocation());
        return new XmlElement(reader.getLocalName(), attributes, new ArrayList<>(), place);
    }

    private static String place(String source, Location location) {
        return source + ":" + location.getLineNumber() + ":" + location.getColumnNumber();
    }

    boolean has(String attribute) {
        return attributes.containsKey(attribute);
    }

    String text(String attribute, String otherwise) {
        return attributes.getOrDefault(attribute, otherwise);
    }

    String text(String attribute) {
        String value = attributes.get(attribute);
        if (value == null) {
            throw problem("<" + name + "> has no '" + attribute + "'", "Add " + attribute + "=\"…\"");
        }
        return value;
    }

    InputException problem(String what, String help) {
        return InputException.at(place, what, help);
    }

    // quantities, whose units are written without space in SimGrid and mostly as in Tailback

    /** Returns a bandwidth in bytes per second, > 0. */
    double bandwidth(String attribute) {
        double rate = read(attribute, text(attribute), Quantity.Kind.BYTES_PER_SECOND);
        if (!(rate > 0)) {
            throw problem("'" + attribute + "' must be > 0, found '" + text(attribute) + "'", "");
        }
        return rate;
    }

    /** Returns a latency in seconds; 0 if the attribute is missing. */
    double latency(String attribute) {
        return read(attribute, text(attribute, "0"), Quantity.Kind.SECONDS);
    }

    /** Returns the speed of a host in flop/s; of several speeds, the speed of the initial state. */
    double speed() {
        String[] speeds = text("speed").split(",", -1);
        String state = text("pstate", "0").strip();
        if (!state.matches("\\d{1,4}") || Integer.parseInt(state) >= speeds.length) {
            throw problem("'pstate' must be the number of a speed, found '" + state + "'", "");
        }
        return read("speed", speeds[Integer.parseInt(state)].strip(), Quantity.Kind.FLOPS_PER_SECOND);
    }

    /** Returns whether a host has a speed for each of several states. */
    boolean hasSeveralSpeeds() {
        return text("speed").contains(",");
    }

    /** Returns the number of cores, >= 1; 1 if the attribute is missing. */
    int cores() {
        String text = text("core", "1").strip();
        if (!text.matches("\\d{1,7}")) {
            throw problem("'core' must be a number of cores, found '" + text + "'", "");
        }
        return Math.max(1, Integer.parseInt(text));
    }

    /** Returns a number >= 0 in the form of a platform file. */
    String number(String attribute) {
        double number = read(attribute, text(attribute).strip(), Quantity.Kind.NUMBER);
        if (!(number >= 0)) {
            throw problem("'" + attribute + "' must be >= 0, found '" + text(attribute) + "'", "");
        }
        return SimGridPlatform.number(number);
    }

    private double read(String attribute, String text, Quantity.Kind kind) {
        return Quantity.parseAt(place + ": " + attribute, text, kind);
    }
}
