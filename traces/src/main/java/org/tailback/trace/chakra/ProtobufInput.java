package org.tailback.trace.chakra;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Fields of one protobuf message in its wire format (https://protobuf.dev/programming-guides/encoding). A field is read
 * by {@link #next}, then by the method for its type, or skipped.
 */
final class ProtobufInput {
    static final int VARINT = 0;

    static final int FIXED_64 = 1;
    static final int BYTES = 2;
    static final int FIXED_32 = 5;

    private static final int WIRE_BITS = 3;

    private final ByteBuffer buffer;
    private final String place;
    private final long origin;
    private int tag;

    /**
     * Creates an input before the first field.
     *
     * @param place name of the file, for messages
     * @param origin position of the message in the file, in bytes
     */
    ProtobufInput(byte[] message, String place, long origin) {
        this(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), place, origin);
    }

    private ProtobufInput(ByteBuffer buffer, String place, long origin) {
        this.buffer = buffer;
        this.place = place;
        this.origin = origin;
    }

    boolean next() {
        if (!buffer.hasRemaining()) {
            return false;
        }
        tag = (int) varint();
        if (field() == 0) {
            throw damaged("a field has the number 0");
        }
        return true;
    }

    int field() {
        return tag >>> WIRE_BITS;
    }

    int wireType() {
        return tag & (1 << WIRE_BITS) - 1;
    }

    /** Returns the number of the field, with its wire type in the lowest three bits. */
    int tag() {
        return tag;
    }

    /** Reads the numbers of a repeated field, either a single number or a packed list. */
    void numbers(LongConsumer values) {
        if (wireType() == VARINT) {
            values.accept(varint());
        } else if (wireType() == BYTES) {
            for (ProtobufInput packed = message(); packed.buffer.hasRemaining(); ) {
                values.accept(packed.varint());
            }
        } else {
            skip();
        }
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            need(1);
            byte part = buffer.get();
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw damaged("a number has more than 10 bytes");
    }

    long fixed64() {
        need(Long.BYTES);
        return buffer.getLong();
    }

    int fixed32() {
        need(Integer.BYTES);
        return buffer.getInt();
    }

    String text() {
        byte[] bytes = new byte[length()];
        buffer.get(bytes);
        long begin = origin + buffer.position() - bytes.length;
        return Utf8.text(bytes, 0, bytes.length, position -> place + ", byte " + (begin + position));
    }

    ProtobufInput message() {
        int length = length();
        ByteBuffer part = buffer.slice(buffer.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        long begin = origin + buffer.position();
        buffer.position(buffer.position() + length);
        return new ProtobufInput(part, place, begin);
    }

    void skip() {
        switch (wireType()) {
            case VARINT -> varint();
            case FIXED_64 -> fixed64();
            case FIXED_32 -> fixed32();
            case BYTES -> message();
            default -> throw damaged("unsupported wire type " + wireType());
        }
    }

    private int length() {
        long length = varint();
        if (length < 0 || length > buffer.remaining()) {
            throw damaged("a field declares " + Long.toUnsignedString(length) + " bytes, but only " + buffer.remaining()
                    + " remain");
        }
        return (int) length;
    }

    private void need(int bytes) {
        if (buffer.remaining() < bytes) {
            throw damaged("a field is truncated");
        }
    }

    private InputException damaged(String problem) {
        return InputException.at(
                place + ", byte " + (origin + buffer.position()),
                problem,
                "A Chakra trace is a sequence of protobuf messages, each preceded by its length. Is the file"
                        + " complete?");
    }
}
