package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a Paje trace and checks every rule of the format. */
final class PajeRules {
    private static final Pattern FIELD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    int states;
    int links;

    private record Definition(String name, Map<String, String> fields) {}

    private final Map<String, Definition> definitions = new HashMap<>();
    private final Map<String, String> types = new HashMap<>(Map.of("0", "container"));
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, Set<String>> values = new HashMap<>();
    private final Map<String, String> containers = new HashMap<>();
    private final Set<String> destroyed = new HashSet<>();
    private final Map<String, Integer> depth = new HashMap<>();
    private final Map<String, String> openLinks = new HashMap<>();
    private double time = Double.NEGATIVE_INFINITY;

    static PajeRules check(String text) {
        PajeRules rules = new PajeRules();
        rules.read(text.split("\n"));
        assertThat(rules.openLinks).as("links without end").isEmpty();
        assertThat(rules.depth.values()).as("states left").containsOnly(0);
        assertThat(rules.destroyed).isEqualTo(rules.containers.keySet());
        return rules;
    }

    private void read(String[] lines) {
        int i = 0;
        while (i < lines.length && lines[i].startsWith("%")) {
            assertThat(lines[i]).startsWith("%EventDef ");
            String[] words = lines[i++].split(" ");
            Map<String, String> fields = new LinkedHashMap<>();
            while (!lines[i].equals("%EndEventDef")) {
                String[] field = lines[i++].substring(1).strip().split(" ");
                assertThat(Set.of("date", "int", "double", "hex", "string", "color"))
                        .contains(field[1]);
                assertThat(fields.put(field[0], field[1])).isNull();
            }
            i++;
            assertThat(definitions.put(words[2], new Definition(words[1], fields)))
                    .isNull();
        }
        for (; i < lines.length; i++) {
            line(lines[i]);
        }
    }

    private void line(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        Definition definition = definitions.get(words.get(0));
        assertThat(definition).as(line).isNotNull();
        assertThat(words).as(line).hasSize(definition.fields().size() + 1);
        Map<String, String> fields = new HashMap<>();
        int position = 1;
        for (Map.Entry<String, String> field : definition.fields().entrySet()) {
            String word = words.get(position++);
            fields.put(field.getKey(), word);
            switch (field.getValue()) {
                case "date", "double" -> assertThat(word).as(line).matches("-?\\d+(\\.\\d+)?");
                case "color" -> assertThat(word).as(line).matches("[01]\\.\\d [01]\\.\\d [01]\\.\\d");
                default -> assertThat(word).as(line).isNotEmpty();
            }
        }
        if (fields.containsKey("Time")) {
            double date = Double.parseDouble(fields.get("Time"));
            assertThat(date).as("in the order of time: %s", line).isGreaterThanOrEqualTo(time);
            time = date;
        }
        event(definition.name(), fields, line);
    }

    private void define(String kind, Map<String, String> fields, String line) {
        assertThat(types.get(fields.get("Type"))).as(line).isEqualTo("container");
        assertThat(types.put(fields.get("Alias"), kind)).as(line).isNull();
        parents.put(fields.get("Alias"), fields.get("Type"));
    }

    private void checkOn(String kind, Map<String, String> fields, String line) {
        String type = fields.get("Type");
        assertThat(types.get(type)).as(line).isEqualTo(kind);
        String container = fields.get("Container");
        assertThat(containers.get(container)).as(line).isEqualTo(parents.get(type));
        assertThat(destroyed).as(line).doesNotContain(container);
    }

    private void event(String name, Map<String, String> fields, String line) {
        switch (name) {
            case "PajeDefineContainerType" -> define("container", fields, line);
            case "PajeDefineStateType" -> define("state", fields, line);
            case "PajeDefineVariableType" -> define("variable", fields, line);
            case "PajeDefineEventType" -> define("event", fields, line);
            case "PajeDefineLinkType" -> {
                define("link", fields, line);
                assertThat(types.get(fields.get("StartContainerType"))).isEqualTo("container");
                assertThat(types.get(fields.get("EndContainerType"))).isEqualTo("container");
            }
            case "PajeDefineEntityValue" -> {
                assertThat(types.get(fields.get("Type"))).as(line).isEqualTo("state");
                assertThat(values.computeIfAbsent(fields.get("Type"), key -> new HashSet<>())
                                .add(fields.get("Alias")))
                        .as(line)
                        .isTrue();
            }
            case "PajeCreateContainer" -> {
                assertThat(types.get(fields.get("Type"))).as(line).isEqualTo("container");
                assertThat(fields.get("Container").equals("0") || containers.containsKey(fields.get("Container")))
                        .as(line)
                        .isTrue();
                assertThat(containers.put(fields.get("Alias"), fields.get("Type")))
                        .as(line)
                        .isNull();
            }
            case "PajeDestroyContainer" -> {
                assertThat(containers.get(fields.get("Name"))).as(line).isEqualTo(fields.get("Type"));
                assertThat(destroyed.add(fields.get("Name"))).as(line).isTrue();
            }
            case "PajePushState" -> {
                checkOn("state", fields, line);
                assertThat(values.get(fields.get("Type"))).as(line).contains(fields.get("Value"));
                depth.merge(fields.get("Container"), 1, Integer::sum);
                states++;
            }
            case "PajePopState" -> {
                checkOn("state", fields, line);
                assertThat(depth.merge(fields.get("Container"), -1, Integer::sum))
                        .as(line)
                        .isNotNegative();
            }
            case "PajeSetVariable" -> checkOn("variable", fields, line);
            case "PajeNewEvent" -> checkOn("event", fields, line);
            case "PajeStartLink" -> {
                checkOn("link", fields, line);
                assertThat(containers.get(fields.get("StartContainer")))
                        .as(line)
                        .isEqualTo("R");
                assertThat(openLinks.put(fields.get("Key"), fields.get("Value")))
                        .as(line)
                        .isNull();
                links++;
            }
            case "PajeEndLink" -> {
                checkOn("link", fields, line);
                assertThat(containers.get(fields.get("EndContainer"))).as(line).isEqualTo("R");
                assertThat(openLinks.remove(fields.get("Key"))).as(line).isEqualTo(fields.get("Value"));
            }
            default -> throw new AssertionError(line);
        }
    }
}
