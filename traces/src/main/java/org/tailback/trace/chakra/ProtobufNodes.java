package org.tailback.trace.chakra;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/**
 * Nodes of a file in protobuf ({@code et_def.proto}): {@code GlobalMetadata}, then a sequence of {@code Node}, each
 * preceded by its length, optionally compressed with gzip. Attributes are interpreted by their values, independently of
 * the types in the schema.
 */
final class ProtobufNodes {
    // tags: the number of a field and its wire type
    private static final int METADATA_VERSION = 1 << 3 | ProtobufInput.BYTES;
    private static final int METADATA_ATTRIBUTE = 2 << 3 | ProtobufInput.BYTES;
    private static final int NODE_ID = 1 << 3 | ProtobufInput.VARINT;
    private static final int NODE_NAME = 2 << 3 | ProtobufInput.BYTES;
    private static final int NODE_TYPE = 3 << 3 | ProtobufInput.VARINT;
    private static final int NODE_START = 6 << 3 | ProtobufInput.VARINT;
    private static final int NODE_DURATION = 7 << 3 | ProtobufInput.VARINT;
    private static final int NODE_INPUTS = 8 << 3 | ProtobufInput.BYTES;
    private static final int NODE_ATTRIBUTE = 10 << 3 | ProtobufInput.BYTES;
    private static final int INPUTS_VALUES = 1 << 3 | ProtobufInput.BYTES;
    private static final int ATTRIBUTE_NAME = 1 << 3 | ProtobufInput.BYTES;
    private static final int ATTRIBUTE_BOOL_LIST = 28 << 3 | ProtobufInput.BYTES;
    private static final int ATTRIBUTE_STRING = 29 << 3 | ProtobufInput.BYTES;

    // field numbers: dependencies are single or packed; attributes from double to the last number are numeric
    private static final int NODE_CONTROL_DEPENDENCIES = 4;
    private static final int NODE_DATA_DEPENDENCIES = 5;
    private static final int ATTRIBUTE_DOUBLE = 3;
    private static final int ATTRIBUTE_FLOAT = 5;
    private static final int ATTRIBUTE_SINT32 = 15;
    private static final int ATTRIBUTE_SINT64 = 17;
    private static final int ATTRIBUTE_LAST_NUMBER = 27;

    private static final int LONGEST_MESSAGE = 1 << 28;

    private final Path file;
    private long position;

    private ProtobufNodes(Path file) {
        this.file = file;
    }

    static List<ChakraNode> read(Path file) {
        return new ProtobufNodes(file).nodes();
    }

    /**
     * Returns whether bytes may be the beginning of a file in this format. The file begins with metadata, which are
     * empty or begin with a version or an attribute. A node follows, which begins with its number or its name; it is
     * checked if the bytes include it.
     */
    static boolean mayBegin(byte[] leading) {
        int at = afterVarint(leading, 0);
        if (at > Math.min(5, leading.length)) {
            return false;
        }
        long length = 0;
        for (int i = at - 1; i >= 0; i--) {
            length = length << 7 | leading[i] & 0x7f;
        }
        if (length > LONGEST_MESSAGE || length > 0 && !isMetadata(leading, at, length)) {
            return false;
        }
        int node = afterVarint(leading, (int) Math.min(leading.length, at + length));
        return node >= leading.length ? length > 0 : leading[node] == NODE_ID || leading[node] == NODE_NAME;
    }

    /** Returns the position after a number; beyond the end of the bytes if the number does not end within them. */
    private static int afterVarint(byte[] bytes, int begin) {
        int at = begin;
        while (at < bytes.length && bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }

    /**
     * Returns whether bytes may be metadata. Metadata begin with a version, which is a text of printable characters, or
     * with an attribute, which is a message that begins with its name.
     */
    private static boolean isMetadata(byte[] leading, int at, long length) {
        if (length < 2 || at + 2 >= leading.length) {
            return false;
        }
        if (leading[at] == METADATA_ATTRIBUTE) {
            int attribute = afterVarint(leading, at + 1);
            return attribute < leading.length && leading[attribute] == ATTRIBUTE_NAME;
        }
        int end = at + 2 + leading[at + 1];
        return leading[at] == METADATA_VERSION
                && end > at + 2
                && end <= Math.min(at + length, leading.length)
                && IntStream.range(at + 2, end).allMatch(i -> leading[i] > ' ');
    }

    private List<ChakraNode> nodes() {
        List<ChakraNode> nodes = new ArrayList<>();
        try (InputStream content = new BufferedInputStream(SourceStream.decompressed(new FileSource(file)))) {
            if (message(content) == null) {
                throw InputException.at(file.toString(), "is empty", "A Chakra trace begins with its metadata");
            }
            for (byte[] message = message(content); message != null; message = message(content)) {
                nodes.add(node(new ProtobufInput(message, file.toString(), position - message.length)));
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
        return nodes;
    }

    private byte @Nullable [] message(InputStream content) throws IOException {
        int part = content.read();
        if (part < 0) {
            return null;
        }
        long length = part & 0x7f;
        position++;
        for (int shift = 7; part >= 0x80 && shift < 35; shift += 7) {
            part = content.read();
            if (part < 0) {
                throw cut("the length of the last message is cut off");
            }
            length |= (long) (part & 0x7f) << shift;
            position++;
        }
        if (length > LONGEST_MESSAGE) {
            throw cut("a message declares " + length + " bytes");
        }
        byte[] message = content.readNBytes((int) length);
        position += message.length;
        if (message.length < length) {
            throw cut("the last message has " + message.length + " of " + length + " bytes");
        }
        return message;
    }

    private InputException cut(String problem) {
        return InputException.at(file + ", byte " + position, problem, "Is the file complete and undamaged?");
    }

    private ChakraNode node(ProtobufInput in) {
        ChakraNode node = new ChakraNode(file.toString());
        while (in.next()) {
            switch (in.tag()) {
                case NODE_ID -> node.id = in.varint();
                case NODE_NAME -> node.name = in.text();
                case NODE_TYPE -> node.type((int) in.varint());
                case NODE_START -> node.startMicroseconds(in.varint());
                case NODE_DURATION -> node.microseconds(in.varint());
                case NODE_INPUTS -> inputs(node, in.message());
                case NODE_ATTRIBUTE -> attribute(node, in.message());
                default -> {
                    switch (in.field()) {
                        case NODE_CONTROL_DEPENDENCIES -> in.numbers(node.controlDependencies::add);
                        case NODE_DATA_DEPENDENCIES -> in.numbers(node.dependencies::add);
                        default -> in.skip();
                    }
                }
            }
        }
        return node;
    }

    private static void inputs(ChakraNode node, ProtobufInput in) {
        while (node.type == ChakraNode.METADATA && in.next()) {
            if (in.tag() == INPUTS_VALUES) {
                node.inputs = in.text();
            } else {
                in.skip();
            }
        }
    }

    private static void attribute(ChakraNode node, ProtobufInput in) {
        String name = "";
        while (in.next()) {
            switch (in.tag()) {
                case ATTRIBUTE_NAME -> name = in.text();
                case ATTRIBUTE_STRING -> node.attribute(name, in.text());
                case ATTRIBUTE_BOOL_LIST -> flags(node, name, in.message());
                default -> number(node, name, in);
            }
        }
    }

    private static void number(ChakraNode node, String name, ProtobufInput in) {
        int field = in.field();
        int type = field < ATTRIBUTE_DOUBLE || field > ATTRIBUTE_LAST_NUMBER ? -1 : in.wireType();
        switch (type) {
            case ProtobufInput.VARINT -> {
                long value = in.varint();
                boolean zigzag = field == ATTRIBUTE_SINT32 || field == ATTRIBUTE_SINT64;
                node.attribute(name, zigzag ? value >>> 1 ^ -(value & 1) : value);
            }
            case ProtobufInput.FIXED_64 -> {
                long bits = in.fixed64();
                node.attribute(name, field == ATTRIBUTE_DOUBLE ? Double.longBitsToDouble(bits) : bits);
            }
            case ProtobufInput.FIXED_32 -> {
                int bits = in.fixed32();
                node.attribute(name, field == ATTRIBUTE_FLOAT ? Float.intBitsToFloat(bits) : bits);
            }
            default -> in.skip();
        }
    }

    /** Reads a list of truth values: a message with a packed or repeated field 1. */
    private static void flags(ChakraNode node, String name, ProtobufInput in) {
        while (in.next()) {
            in.numbers(value -> node.element(name, value != 0));
        }
    }
}
