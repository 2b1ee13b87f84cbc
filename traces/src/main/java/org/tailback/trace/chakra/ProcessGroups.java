package org.tailback.trace.chakra;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * The members of process groups: {@code comm_group.json} beside the trace, {@code {"0": [0, 1], "1": [2, 3]}}, as
 * ASTRA-sim reads it. A collective without a group is one of all ranks.
 */
final class ProcessGroups {
    private final Path file;
    private final int ranks;
    private final Map<String, int[]> members = new HashMap<>();
    private final boolean present;

    ProcessGroups(Path file, int ranks) {
        this.file = file;
        this.ranks = ranks;
        this.present = Files.isRegularFile(file);
        if (present) {
            read();
        }
    }

    /**
     * Returns the members of the group of a collective, null for all ranks.
     *
     * @throws InputException if they are not known
     */
    int @Nullable [] of(ChakraNode node) {
        if (node.group.isEmpty()) {
            return null;
        }
        int[] group = members.get(node.group);
        if (group == null) {
            throw InputException.at(
                    node.place(),
                    "the members of its process group '" + node.group + "' are not known: "
                            + (present ? file + " does not have it" : "there is no " + file),
                    "Write them there, as {\"" + node.group + "\": [0, 1, 2]}");
        }
        return group;
    }

    private void read() {
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(json, "found no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.START_ARRAY) {
                    throw wrong(json, "the group '" + name + "' is no list of ranks");
                }
                Set<Integer> group = new LinkedHashSet<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
                            || json.getLongValue() < 0
                            || json.getLongValue() >= ranks
                            || !group.add(json.getIntValue())) {
                        throw wrong(
                                json,
                                "the group '" + name + "' has the rank " + json.getText()
                                        + "; each must be a number from 0 to " + (ranks - 1) + ", once");
                    }
                }
                members.put(name, Ints.toArray(group));
            }
        } catch (JsonProcessingException e) {
            throw new InputException(
                    file + ":" + e.getLocation().getLineNr() + ": is not JSON (" + e.getOriginalMessage() + ")", e);
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read (" + e + ")", e);
        }
    }

    private InputException wrong(JsonParser json, String problem) {
        return InputException.at(
                file + ":" + json.currentLocation().getLineNr(), problem, "Expected {\"NAME\": [rank, rank], …}");
    }
}
