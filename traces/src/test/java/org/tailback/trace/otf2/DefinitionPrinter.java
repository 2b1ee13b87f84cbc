package org.tailback.trace.otf2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The definitions that are kept, as lines, and the same lines by the reference dumps. */
final class DefinitionPrinter {
    /** The fields that are kept of each definition, those that identify it first. */
    private static final Map<String, List<String>> FIELDS = Map.of(
            "ClockProperties", List.of("timerResolution", "globalOffset", "traceLength"),
            "Location", List.of("self", "locationType"),
            "Region", List.of("self", "name", "regionRole", "paradigm"),
            "Group", List.of("self", "groupType", "paradigm", "groupFlags", "members"),
            "Comm", List.of("self", "name", "group"),
            "InterComm", List.of("self", "groupA", "groupB"));

    private DefinitionPrinter() {}

    static List<String> lines(Otf2Archive archive) {
        Definitions all = archive.definitions();
        List<String> lines = new ArrayList<>();
        lines.add("Anchor " + archive.anchor());
        if (all.ticksPerSecond != 0) {
            lines.add(line("ClockProperties", all.ticksPerSecond, all.globalOffset, all.traceLength));
        }
        all.locations.values().forEach(each -> lines.add(line("Location", each.id(), each.type())));
        all.regions
                .values()
                .forEach(each ->
                        lines.add(line("Region", each.id(), name(all, each.name()), each.role(), each.paradigm())));
        all.groups
                .values()
                .forEach(each -> lines.add(line(
                        "Group",
                        each.id(),
                        each.type(),
                        each.paradigm(),
                        each.globalMembers(),
                        Arrays.stream(each.members())
                                .mapToObj(Long::toUnsignedString)
                                .collect(Collectors.joining(",")))));
        all.comms.values().forEach(each -> lines.add(line("Comm", each.id(), name(all, each.name()), each.group())));
        all.interComms.values().forEach(each -> lines.add(line("InterComm", each.id(), each.groupA(), each.groupB())));
        return lines;
    }

    private static String name(Definitions all, long id) {
        return "'" + all.string(id) + "'";
    }

    private static String line(String label, Object... values) {
        return label + " "
                + Arrays.stream(values)
                        .map(value -> value instanceof Long number ? Long.toUnsignedString(number) : value.toString())
                        .collect(Collectors.joining(" "));
    }

    /** Returns the lines of a reference dump; of several definitions of one id the last one counts. */
    static List<String> ofReference(List<String> dump, boolean oldRegions) {
        Map<String, String> strings = new HashMap<>();
        Map<String, String> lines = new LinkedHashMap<>();
        for (String text : dump) {
            String[] parts = text.split("\t", -1);
            Map<String, String> values = new HashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = Math.max(0, parts[i].indexOf('='));
                values.put(parts[i].substring(0, equals), parts[i].substring(Math.min(parts[i].length(), equals + 1)));
            }
            String label = parts[0];
            if (label.equals("String")) {
                strings.put(values.get("self"), values.get("string"));
            } else if (label.equals("Anchor")) {
                lines.put(
                        label,
                        "Anchor Anchor[eventChunkSize=" + values.get("chunkEvents") + ", definitionChunkSize="
                                + values.get("chunkDefs") + ", creator=" + values.get("creator") + "]");
            } else if (FIELDS.containsKey(label)) {
                lines.put(key(label, values), label + " " + kept(label, values, oldRegions));
            }
        }
        return lines.values().stream().map(line -> named(line, strings)).toList();
    }

    private static String key(String label, Map<String, String> values) {
        boolean isMpi = "4".equals(values.get("paradigm"));
        return label + " " + values.get("self") + (label.equals("Group") ? values.get("groupType") + isMpi : "");
    }

    private static String kept(String label, Map<String, String> values, boolean oldRegions) {
        return FIELDS.get(label).stream()
                .map(field -> {
                    String value = values.getOrDefault(field, "");
                    return switch (field) {
                        case "name" -> "name=" + value;
                        case "groupFlags" -> Boolean.toString((Long.parseLong(value) & 1) != 0);
                        case "groupType" ->
                            switch (value) {
                                case "4" -> "LOCATIONS";
                                case "5" -> "RANKS";
                                case "6" -> "SELF";
                                default -> "OTHER";
                            };
                        case "regionRole", "paradigm" -> oldRegions && label.equals("Region") ? "0" : value;
                        default -> value;
                    };
                })
                .collect(Collectors.joining(" "));
    }

    private static String named(String line, Map<String, String> strings) {
        int at = line.indexOf("name=");
        if (at < 0) {
            return line;
        }
        String id = line.substring(at + 5).split(" ", 2)[0];
        return line.replace("name=" + id, "'" + strings.getOrDefault(id, "") + "'");
    }
}
