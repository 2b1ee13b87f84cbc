package org.tailback.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;

/**
 * Layout with one line per field of the outermost object and one line per item of its arrays; deeper levels share a
 * line.
 */
final class JsonLayout extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1;

    private static void lineOr(String space, JsonGenerator generator) throws IOException {
        JsonStreamContext inside = generator.getOutputContext();
        boolean isOuterArray = inside.getNestingDepth() == 2 && inside.inArray();
        generator.writeRaw(inside.getNestingDepth() == 1 ? "\n  " : isOuterArray ? "\n    " : space);
    }

    @Override
    public void beforeObjectEntries(JsonGenerator generator) throws IOException {
        lineOr("", generator);
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(',');
        lineOr(" ", generator);
    }

    @Override
    public void writeEndObject(JsonGenerator generator, int entries) throws IOException {
        generator.writeRaw(generator.getOutputContext().getNestingDepth() == 1 && entries > 0 ? "\n}" : "}");
    }

    @Override
    public void beforeArrayValues(JsonGenerator generator) throws IOException {
        lineOr("", generator);
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(',');
        lineOr(" ", generator);
    }

    @Override
    public void writeEndArray(JsonGenerator generator, int values) throws IOException {
        generator.writeRaw(generator.getOutputContext().getNestingDepth() == 2 && values > 0 ? "\n  ]" : "]");
    }
}
