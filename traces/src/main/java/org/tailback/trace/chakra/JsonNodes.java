package org.tailback.trace.chakra;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.JsonErrors;
import org.tailback.trace.io.SourceStream;

/**
 * Nodes of a file in JSON, in either of two forms: the form of {@code chakra_jsonizer} (the protobuf messages as JSON
 * objects, one after the other, the metadata first), and the feeder's form ({@code {"workload_graph": [{"Id": …}]}},
 * with attributes as keys of a node).
 */
final class JsonNodes {
    private static final String GRAPH = "workload_graph";

    private final Path file;
    private final List<ChakraNode> nodes = new ArrayList<>();

    private JsonNodes(Path file) {
        this.file = file;
    }

    static List<ChakraNode> read(Path file) {
        JsonNodes reader = new JsonNodes(file);
        reader.read();
        return reader.nodes;
    }

    private void read() {
        try (InputStream content = new BufferedInputStream(SourceStream.decompressed(new FileSource(file)));
                JsonParser json = new JsonFactory().createParser(content)) {
            boolean first = true;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    throw wrong(json, "found " + token + " instead of an object");
                }
                int before = nodes.size();
                ChakraNode node = object(json);
                if (nodes.size() == before && (!first || node.type != 0)) { // neither the graph nor metadata
                    nodes.add(node);
                }
                first = false;
            }
        } catch (IOException e) {
            throw JsonErrors.of(file, e);
        }
    }

    private ChakraNode object(JsonParser json) throws IOException {
        ChakraNode node = new ChakraNode(file.toString());
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            field(json, node);
        }
        return node;
    }

    private void graph(JsonParser json) throws IOException {
        beginList(json, GRAPH);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            nodes.add(object(json));
        }
        if (json.currentToken() != JsonToken.END_ARRAY) {
            throw wrong(json, "an element of '" + GRAPH + "' is not an object");
        }
    }

    private void beginList(JsonParser json, String name) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(json, "'" + name + "' is not a list");
        }
    }

    private void field(JsonParser json, ChakraNode node) throws IOException {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
            case GRAPH -> graph(json);
            case "id", "Id" -> node.id = integer(json, name);
            case "name", "Name" -> node.name = json.getText();
            case "type", "NodeType" -> node.type(type(json, name));
            case "durationMicros", "duration_micros", "runtime" -> node.microseconds(number(json, name));
            case "startTimeMicros", "start_time_micros" -> node.startMicroseconds(number(json, name));
            case "inputs" -> inputs(json, node);
            case "dataDeps", "data_deps", "ctrlDeps", "ctrl_deps" -> {
                beginList(json, name);
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    (name.startsWith("ctrl") ? node.controlDependencies : node.dependencies).add(integer(json, name));
                }
            }
            case "attr" -> {
                beginList(json, name);
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    attribute(json, node);
                }
            }
            default -> value(json, name, node);
        }
    }

    /**
     * Reads a node's inputs: a text in {@code {"values": …}}, or a list of texts, of which only the first is used.
     */
    private static void inputs(JsonParser json, ChakraNode node) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean values = json.currentName().equals("values");
            if (json.nextToken() == JsonToken.START_ARRAY && values) {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    input(json, node);
                }
            } else if (values) {
                input(json, node);
            } else {
                json.skipChildren();
            }
        }
    }

    private static void input(JsonParser json, ChakraNode node) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING && node.inputs.isEmpty()) {
            node.inputs = json.getText();
        }
        json.skipChildren();
    }

    /** Reads an attribute of the protobuf form: an object with name and value. */
    private void attribute(JsonParser json, ChakraNode node) throws IOException {
        String attribute = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            if (key.equals("name")) {
                attribute = json.getText();
            } else if (json.currentToken() == JsonToken.START_OBJECT) {
                elements(json, attribute, node);
            } else {
                value(json, attribute, node);
            }
        }
    }

    private void elements(JsonParser json, String attribute, ChakraNode node) throws IOException {
        int depth = 1;
        while (depth > 0) {
            JsonToken token = json.nextToken();
            if (token == null) {
                throw wrong(json, "the file ends within an object");
            } else if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token.isBoolean()) {
                node.element(attribute, token == JsonToken.VALUE_TRUE);
            }
        }
    }

    /** Sets an attribute to the value at the parser's position. */
    private void value(JsonParser json, String attribute, ChakraNode node) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_ARRAY) {
            elements(json, attribute, node);
        } else if (token.isStructStart()) {
            json.skipChildren();
        } else if (token.isBoolean()) {
            node.attribute(attribute, token == JsonToken.VALUE_TRUE ? 1 : 0);
        } else if (attribute.equals("pg_name")) {
            node.attribute(attribute, json.getText());
        } else if (token.isNumeric() || isNumber(json.getText())) {
            node.attribute(attribute, number(json, attribute));
        }
    }

    private int type(JsonParser json, String name) throws IOException {
        int known = ChakraNode.TYPES.indexOf(json.getText());
        return known >= 0 ? known : (int) number(json, name);
    }

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]{1,19}(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");
    }

    /** Returns a number. JSON of protobuf represents numbers of 64 bits as text. */
    private double number(JsonParser json, String name) throws IOException {
        String text = json.getText();
        if (!isNumber(text)) {
            throw wrong(json, "'" + name + "' is " + text + ", a number is expected");
        }
        return Double.parseDouble(text);
    }

    private long integer(JsonParser json, String name) throws IOException {
        String text = json.getText();
        if (!text.matches("[0-9]{1,18}")) {
            throw wrong(json, "'" + name + "' is " + text + ", a whole number is expected");
        }
        return Long.parseLong(text);
    }

    private InputException wrong(JsonParser json, String problem) {
        return InputException.at(
                file + ":" + json.currentLocation().getLineNr() + ":"
                        + json.currentLocation().getColumnNr(),
                problem,
                "Expected the JSON of chakra_jsonizer, or {\"workload_graph\": [nodes]}");
    }
}
