package org.tailback.trace.chakra;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.JsonErrors;

/**
 * Members of process groups, defined in {@code comm_group.json} next to the trace, {@code {"0": [0, 1], "1": [2, 3]}},
 * or by a rank's metadata as written by PyTorch. The names "" and "0" stand for all ranks unless they are defined.
 */
final class ProcessGroups {
    private static final String METADATA = "## process_group:init ##";

    private final Path file;
    private final int ranks;
    private final WritingLosses counts;
    private final Map<String, int[]> ofFile = new HashMap<>();
    private final Map<String, int[]> ofRank = new HashMap<>();
    private final Map<String, Group> resolved = new HashMap<>();
    /** Groups of all ranks. Ranks with different metadata may have different groups of the same name. */
    private final Map<List<?>, Group> groups = new HashMap<>();

    private final boolean present;

    /**
     * A process group.
     *
     * @param number number of the group, from 0
     * @param members ranks of the members; null for all ranks
     */
    record Group(int number, String name, int @Nullable [] members, int size) {
        boolean contains(int rank) {
            return members == null || Ints.contains(members, rank);
        }

        int[] ranks() {
            return members == null ? IntStream.range(0, size).toArray() : members;
        }

        String text() {
            return "'" + name + "'" + (members == null ? " (all ranks)" : "");
        }
    }

    ProcessGroups(Path file, int ranks, WritingLosses counts) {
        this.file = file;
        this.ranks = ranks;
        this.counts = counts;
        this.present = Files.isRegularFile(file);
        if (present) {
            read();
        }
    }

    /**
     * Begins a rank with the groups defined by its nodes.
     *
     * @throws InputException if a definition is not valid
     */
    void begin(List<ChakraNode> nodes) {
        ofRank.clear();
        resolved.clear();
        for (ChakraNode node : nodes) {
            if (node.type == ChakraNode.METADATA && node.name.equals(METADATA) && !node.inputs.isEmpty()) {
                define(node);
            }
        }
        ofRank.forEach((name, members) -> {
            int[] other = ofFile.get(name);
            if (other != null && !Arrays.equals(other, members)) {
                counts.count("process group whose ranks in the metadata (" + METADATA + ") differ from those in "
                        + file.getFileName() + ", which is used");
            }
        });
    }

    /**
     * Returns the group of a node.
     *
     * @throws InputException if the group's members are unknown
     */
    Group of(ChakraNode node) {
        return resolved.computeIfAbsent(node.group, name -> {
            int[] members = ofFile.containsKey(name) ? ofFile.get(name) : ofRank.get(name);
            if (members == null && !name.isEmpty() && !name.equals("0")) {
                throw InputException.at(
                        node.place(),
                        "the members of its process group '" + name + "' are not known: "
                                + (present ? file + " does not define it" : "there is no " + file)
                                + ", and the rank has no metadata node " + METADATA + " with it",
                        "Write them there, as {\"" + name + "\": [0, 1, 2]}");
            }
            if (members == null || members.length == 0) {
                return groups.computeIfAbsent(List.of(), unused -> new Group(groups.size(), name, null, ranks));
            }
            return groups.computeIfAbsent(
                    List.of(name, Ints.asList(members)),
                    unused -> new Group(groups.size(), name, members, members.length));
        });
    }

    private void read() {
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(json, "found no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.START_ARRAY) {
                    throw wrong(json, "the group '" + name + "' is not a list of ranks");
                }
                ofFile.put(
                        name,
                        members(
                                json,
                                rank -> wrong(
                                        json,
                                        "the group '" + name + "' has the rank " + rank
                                                + "; each must be a number from 0 to " + (ranks - 1) + ", once")));
            }
        } catch (IOException e) {
            throw JsonErrors.of(file, e);
        }
    }

    private InputException wrong(JsonParser json, String problem) {
        return InputException.at(
                file + ":" + json.currentLocation().getLineNr(), problem, "Expected {\"NAME\": [rank, rank], …}");
    }

    /** Reads a list of objects with {@code pg_name} and {@code ranks}, in Python's syntax of quotes and brackets. */
    private void define(ChakraNode node) {
        int begin = node.inputs.indexOf('{');
        int end = node.inputs.lastIndexOf('}');
        String text = end < begin || begin < 0 ? "" : node.inputs.substring(begin, end + 1);
        String list = "[" + (text.contains("\\\"") ? text.replace("\\\"", "\"") : text) + "]";
        try (JsonParser json = new JsonFactory().createParser(list)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.START_OBJECT) {
                definition(json, node);
            }
        } catch (IOException e) {
            throw InputException.at(
                    node.place(),
                    "its process groups cannot be read: " + JsonErrors.problem(e),
                    "Expected [{\"pg_name\": \"0\", \"ranks\": [0, 1]}, …]");
        }
    }

    private void definition(JsonParser json, ChakraNode node) throws IOException {
        String name = "";
        int[] members = {};
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            if (key.equals("pg_name")) {
                name = json.getText();
            } else if (key.equals("ranks") && json.currentToken() == JsonToken.START_ARRAY) {
                members = members(
                        json,
                        rank -> InputException.at(
                                node.place(),
                                "a process group has the rank " + rank,
                                "Each must be a number from 0 to " + (ranks - 1)
                                        + ", once: are there files of all ranks?"));
            } else {
                json.skipChildren();
            }
        }
        ofRank.put(name, members);
    }

    /** Reads a list of ranks. {@code wrong} creates the error for an element that is not a rank or occurs twice. */
    private int[] members(JsonParser json, Function<String, InputException> wrong) throws IOException {
        Set<Integer> group = new LinkedHashSet<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Integer rank = Ints.tryParse(json.getText());
            if (rank == null || rank < 0 || rank >= ranks || !group.add(rank)) {
                throw wrong.apply(json.getText());
            }
        }
        return Ints.toArray(group);
    }
}
