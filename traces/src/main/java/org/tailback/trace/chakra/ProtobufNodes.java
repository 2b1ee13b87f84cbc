package org.tailback.trace.chakra;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/**
 * The nodes of a file in protobuf ({@code et_def.proto}): {@code GlobalMetadata}, then {@code Node} after {@code Node},
 * each with its length in front, the whole perhaps compressed by gzip. Attributes are taken by their value, whichever
 * of the schema's types holds it.
 */
final class ProtobufNodes {
    private static final int METADATA_VERSION = 1;
    private static final int METADATA_ATTRIBUTE = 2;

    private static final int NODE_ID = 1;
    private static final int NODE_NAME = 2;
    private static final int NODE_TYPE = 3;
    private static final int NODE_CONTROL_DEPENDENCIES = 4;
    private static final int NODE_DATA_DEPENDENCIES = 5;
    private static final int NODE_START = 6;
    private static final int NODE_DURATION = 7;
    private static final int NODE_INPUTS = 8;
    private static final int NODE_ATTRIBUTE = 10;

    private static final int INPUTS_VALUES = 1;

    private static final int ATTRIBUTE_NAME = 1;
    private static final int ATTRIBUTE_DOUBLE = 3;
    private static final int ATTRIBUTE_FLOAT = 5;
    private static final int ATTRIBUTE_SINT32 = 15;
    private static final int ATTRIBUTE_SINT64 = 17;
    private static final int ATTRIBUTE_BOOL_LIST = 28;
    private static final int ATTRIBUTE_STRING = 29;
    /** Last field of a number; later fields are texts, bytes and lists. */
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
     * True if bytes may be the beginning of such a file: metadata, which begin with a version or with an attribute or
     * are empty, and as far as it can be seen a node behind them, which begins with its number or its name.
     */
    static boolean mayBegin(byte[] leading) {
        int at = 0;
        long length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (at == leading.length) {
                return false;
            }
            int part = leading[at++];
            length |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                break;
            }
        }
        if (length > LONGEST_MESSAGE || length > 0 && !isMetadata(leading, at, length)) {
            return false;
        }
        long next = at + length;
        while (next < leading.length && leading[(int) next] < 0) {
            next++;
        }
        next++;
        return next >= leading.length
                ? length > 0
                : leading[(int) next] == (NODE_ID << 3 | ProtobufInput.VARINT)
                        || leading[(int) next] == (NODE_NAME << 3 | ProtobufInput.BYTES);
    }

    /** A version is a text of a few printable characters, an attribute a message whose first field is its name. */
    private static boolean isMetadata(byte[] leading, int at, long length) {
        if (length < 2 || at + 2 >= leading.length) {
            return false;
        }
        if (leading[at] == (METADATA_ATTRIBUTE << 3 | ProtobufInput.BYTES)) {
            int first = at + 1;
            while (first < leading.length && leading[first] < 0) {
                first++;
            }
            return first + 1 < leading.length && leading[first + 1] == (ATTRIBUTE_NAME << 3 | ProtobufInput.BYTES);
        }
        int version = leading[at + 1];
        if (leading[at] != (METADATA_VERSION << 3 | ProtobufInput.BYTES)
                || version < 1
                || version > length - 2
                || at + 2 + version > leading.length) {
            return false;
        }
        for (int i = at + 2; i < at + 2 + version; i++) {
            if (leading[i] <= ' ') {
                return false;
            }
        }
        return true;
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
            throw cut("a message claims " + length + " bytes");
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
            switch (in.field()) {
                case NODE_ID -> {
                    if (in.is(ProtobufInput.VARINT)) {
                        node.id = in.varint();
                    }
                }
                case NODE_NAME -> {
                    if (in.is(ProtobufInput.BYTES)) {
                        node.name = in.text();
                    }
                }
                case NODE_TYPE -> {
                    if (in.is(ProtobufInput.VARINT)) {
                        node.type((int) in.varint());
                    }
                }
                case NODE_CONTROL_DEPENDENCIES -> dependencies(in, node.controlDependencies);
                case NODE_DATA_DEPENDENCIES -> dependencies(in, node.dependencies);
                case NODE_START -> {
                    if (in.is(ProtobufInput.VARINT)) {
                        node.startMicroseconds(in.varint());
                    }
                }
                case NODE_INPUTS -> {
                    if (in.is(ProtobufInput.BYTES) && node.type == ChakraNode.METADATA) {
                        inputs(node, in.message());
                    }
                }
                case NODE_DURATION -> {
                    if (in.is(ProtobufInput.VARINT)) {
                        node.microseconds(in.varint());
                    }
                }
                case NODE_ATTRIBUTE -> {
                    if (in.is(ProtobufInput.BYTES)) {
                        attribute(node, in.message());
                    }
                }
                default -> in.skip();
            }
        }
        return node;
    }

    private static void inputs(ChakraNode node, ProtobufInput in) {
        while (in.next()) {
            if (in.field() == INPUTS_VALUES && in.wireType() == ProtobufInput.BYTES) {
                node.inputs = in.text();
            } else {
                in.skip();
            }
        }
    }

    private static void dependencies(ProtobufInput in, LongStream.Builder dependencies) {
        if (in.wireType() == ProtobufInput.VARINT) {
            dependencies.add(in.varint());
        } else if (in.is(ProtobufInput.BYTES)) {
            ProtobufInput packed = in.message();
            while (packed.hasMore()) {
                dependencies.add(packed.varint());
            }
        }
    }

    private static void attribute(ChakraNode node, ProtobufInput in) {
        String name = "";
        while (in.next()) {
            int field = in.field();
            if (field == ATTRIBUTE_NAME && in.wireType() == ProtobufInput.BYTES) {
                name = in.text();
            } else if (field == ATTRIBUTE_STRING && in.wireType() == ProtobufInput.BYTES) {
                node.attribute(name, in.text());
            } else if (field == ATTRIBUTE_BOOL_LIST && in.wireType() == ProtobufInput.BYTES) {
                flags(node, name, in.message());
            } else if (field >= ATTRIBUTE_DOUBLE && field <= ATTRIBUTE_LAST_NUMBER) {
                number(node, name, in);
            } else {
                in.skip();
            }
        }
    }

    private static void number(ChakraNode node, String name, ProtobufInput in) {
        int field = in.field();
        switch (in.wireType()) {
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

    /** A list of truth values: a message with a packed or repeated field 1. */
    private static void flags(ChakraNode node, String name, ProtobufInput in) {
        while (in.next()) {
            if (in.wireType() == ProtobufInput.VARINT) {
                node.element(name, in.varint() != 0);
            } else if (in.is(ProtobufInput.BYTES)) {
                ProtobufInput packed = in.message();
                while (packed.hasMore()) {
                    node.element(name, packed.varint() != 0);
                }
            }
        }
    }
}
