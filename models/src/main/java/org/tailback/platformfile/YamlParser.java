package org.tailback.platformfile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * Builder of settings from the events of snakeyaml-engine. It uses events instead of node trees, because the producer
 * of events has its own stack, so nesting can be limited before the call stack overflows. Duplicate keys and aliases
 * are rejected here.
 */
final class YamlParser {
    private final String text;
    private final String source;
    private final boolean made;
    private final boolean nulls;
    private final Iterator<Event> events;

    /**
     * Creates a parser of a text.
     *
     * @param made whether the text was generated from another text: locations then contain only the source
     * @param nulls whether nulls are allowed, as scalars
     */
    YamlParser(String text, String source, boolean made, boolean nulls) {
        this.made = made;
        this.nulls = nulls;
        this.text = text;
        this.source = source;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source)
                .setUseMarks(true)
                .setCodePointLimit(YamlSettings.MAX_BYTES)
                .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    Settings settings(String name) {
        next(); // stream start
        Event document = next();
        if (document.getEventId() == Event.ID.StreamEnd) {
            throw InputException.at(source, "the " + name + " is empty", "");
        }
        Event first = next();
        if (!(first instanceof MappingStartEvent)) {
            throw InputException.at(place(first), "expected a section (key: value lines)", "");
        }
        Settings settings = section((MappingStartEvent) first, name, 1);
        next(); // document end
        Event end = next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw InputException.at(place(end), "a " + name + " must be one YAML document, found a second", "");
        }
        return settings;
    }

    private Value value(Event event, String name, int depth) {
        if (depth > YamlSettings.MAX_DEPTH) {
            throw InputException.at(place(event), "more than " + YamlSettings.MAX_DEPTH + " levels of nesting", "");
        }
        if (event instanceof AliasEvent alias) {
            throw InputException.at(
                    place(event),
                    "found the alias '*" + alias.getAlias() + "'; aliases are not supported",
                    "Write the value out");
        }
        if (event instanceof ScalarEvent scalar) {
            rejectTag(scalar, scalar.getTag());
            if (!nulls && isNull(scalar)) {
                throw InputException.at(
                        place(event),
                        "expected a value for '" + name + "' (a string, number, list or section), found "
                                + (scalar.getValue().isEmpty() ? "none" : "'" + scalar.getValue() + "'"),
                        "Write " + (isJson() ? '"' + name + '"' : name) + ": VALUE, or remove it");
            }
            return Value.scalar(place(event), scalar.getValue());
        }
        return event instanceof MappingStartEvent mapping
                ? Value.section(section(mapping, name, depth))
                : list((CollectionStartEvent) event, name, depth);
    }

    private Settings section(MappingStartEvent start, String name, int depth) {
        rejectTag(start, start.getTag());
        Map<String, Value> values = new LinkedHashMap<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            if (!(event instanceof ScalarEvent keyEvent)) {
                throw InputException.at(place(event), "expected a key, a plain word or number", "");
            }
            rejectTag(keyEvent, keyEvent.getTag());
            String key = keyEvent.getValue();
            Value earlier = values.get(key);
            if (earlier != null) {
                throw InputException.at(
                        place(event),
                        "key '" + key + "' is defined twice, first at " + earlier.keyPlace(),
                        "Remove one of them");
            }
            values.put(key, value(next(), key, depth + 1).withKeyPlace(place(event)));
        }
        return new Settings(name, place(start), values);
    }

    private Value list(CollectionStartEvent start, String name, int depth) {
        rejectTag(start, start.getTag());
        List<Value> values = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            values.add(value(event, name, depth + 1));
        }
        return Value.list(place(start), values);
    }

    private void rejectTag(Event event, Optional<String> tag) {
        if (tag.isPresent()) {
            throw InputException.at(
                    place(event), "found the tag '" + tag.get() + "'", "Remove it: values need no tags");
        }
    }

    private static boolean isNull(ScalarEvent scalar) {
        return scalar.isPlain()
                && switch (scalar.getValue()) {
                    case "", "~", "null", "Null", "NULL" -> true;
                    default -> false;
                };
    }

    private Event next() {
        try {
            return events.next();
        } catch (MarkedYamlEngineException e) {
            String problem = e.getProblem().replaceAll("\\.? \\(Do not use .* for indentation\\)", "");
            String context = e.getContext() == null ? "" : ", " + e.getContext();
            String remedy = problem.contains("\\t(TAB)") ? "Indent with spaces" : "";
            throw syntaxError(e.getProblemMark().map(this::place).orElse(source), problem + context, remedy, e);
        } catch (ReaderException e) {
            String character = String.format("U+%04X", e.getCodePoint());
            throw syntaxError(place(e.getPosition()), "the character " + character + " is not allowed", "", e);
        } catch (YamlEngineException e) {
            throw syntaxError(source, String.valueOf(e.getMessage()), "", e);
        }
    }

    private static InputException syntaxError(String place, String problem, String remedy, Throwable cause) {
        InputException placed = InputException.at(place, "invalid YAML: " + problem, remedy);
        return new InputException(String.valueOf(placed.getMessage()), cause);
    }

    private boolean isJson() {
        return text.stripLeading().startsWith("{");
    }

    private String place(Event event) {
        return event.getStartMark().map(this::place).orElse(source);
    }

    private String place(Mark mark) {
        return made ? source : place(mark.getLine(), mark.getColumn());
    }

    /** Returns the location of a character given by its number of code points from the beginning of the text. */
    private String place(int position) {
        String before = text.substring(0, text.offsetByCodePoints(0, position));
        int line = (int) before.chars().filter(character -> character == '\n').count();
        return place(line, before.codePointCount(before.lastIndexOf('\n') + 1, before.length()));
    }

    private String place(int line, int column) {
        return source + ":" + (line + 1) + ":" + (column + 1);
    }
}
