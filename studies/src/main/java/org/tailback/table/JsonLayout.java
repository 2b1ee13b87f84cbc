package org.tailback.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;

/**
 * Layout with a line for every field of the outermost object and for every item of the arrays in it; everything else
 * within a line.
 */
final class JsonLayout implements PrettyPrinter {
    private int depth;
    private boolean outerArray;

    private void lineOrSpace(JsonGenerator generator, boolean separator) throws IOException {
        if (depth == 1) {
            generator.writeRaw("\n  ");
        } else if (depth == 2 && outerArray) {
            generator.writeRaw("\n    ");
        } else if (separator) {
            generator.writeRaw(' ');
        }
    }

    @Override
    public void writeRootValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw('\n');
    }

    @Override
    public void writeStartObject(JsonGenerator generator) throws IOException {
        generator.writeRaw('{');
        depth++;
    }

    @Override
    public void beforeObjectEntries(JsonGenerator generator) throws IOException {
        lineOrSpace(generator, false);
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(',');
        lineOrSpace(generator, true);
    }

    @Override
    public void writeEndObject(JsonGenerator generator, int entries) throws IOException {
        if (depth == 1 && entries > 0) {
            generator.writeRaw('\n');
        }
        depth--;
        generator.writeRaw('}');
    }

    @Override
    public void writeStartArray(JsonGenerator generator) throws IOException {
        generator.writeRaw('[');
        depth++;
        outerArray |= depth == 2;
    }

    @Override
    public void beforeArrayValues(JsonGenerator generator) throws IOException {
        lineOrSpace(generator, false);
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(',');
        lineOrSpace(generator, true);
    }

    @Override
    public void writeEndArray(JsonGenerator generator, int values) throws IOException {
        if (depth == 2) {
            outerArray = false;
            if (values > 0) {
                generator.writeRaw("\n  ");
            }
        }
        depth--;
        generator.writeRaw(']');
    }
}
