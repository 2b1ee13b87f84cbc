package org.tailback.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Ways to damage a file. */
public final class Mutations {
    /** What lengths and counts are replaced by. */
    private static final long[] HOSTILE = {
        1L << 60, -1, 1L << 31, (1L << 31) - 1, Long.MIN_VALUE, Long.MAX_VALUE, 1_000_000_000, 0xff, 0x8000, 0
    };

    private Mutations() {}

    /**
     * A damaged copy: cut, with flipped bits, with hostile numbers in either byte order or written in digits, with
     * swapped bytes, overwritten, or with a piece or line repeated, missing or moved.
     *
     * @param original not empty
     */
    public static byte[] mutate(byte[] original, SplittableRandom random) {
        return switch (random.nextInt(11)) {
            case 0 -> Arrays.copyOf(original, random.nextInt(original.length));
            case 1, 2 -> flipped(original, random);
            case 3 -> filled(original, random);
            case 4 -> withNumber(original, random);
            case 5 -> withDigits(original, random);
            case 6 -> swapped(original, random);
            case 7 -> overwritten(original, random);
            case 8 -> withoutOrTwice(original, random.nextInt(original.length), random.nextInt(original.length + 1));
            case 9 -> moved(original, random);
            default -> {
                // whole lines, or what stands between bytes 10
                int from = lineBegin(original, random.nextInt(original.length));
                int to = lineBegin(original, random.nextInt(original.length));
                yield withoutOrTwice(original, from, to);
            }
        };
    }

    private static byte[] flipped(byte[] original, SplittableRandom random) {
        byte[] bytes = original.clone();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    /** Some bytes of one or all bits, one of them different. */
    private static byte[] filled(byte[] original, SplittableRandom random) {
        byte[] value = new byte[random.nextInt(1, 10)];
        Arrays.fill(value, random.nextBoolean() ? (byte) 0xff : 0);
        value[random.nextInt(value.length)] = (byte) random.nextInt(256);
        return replaced(original, random.nextInt(original.length), value);
    }

    private static byte[] replaced(byte[] original, int at, byte[] value) {
        byte[] bytes = original.clone();
        System.arraycopy(value, 0, bytes, at, Math.min(value.length, bytes.length - at));
        return bytes;
    }

    private static byte[] withNumber(byte[] original, SplittableRandom random) {
        long value = HOSTILE[random.nextInt(HOSTILE.length)];
        byte[] written = ByteBuffer.allocate(8)
                .putLong(random.nextBoolean() ? value : Long.reverseBytes(value))
                .array();
        int size = 1 << random.nextInt(4);
        byte[] lower = random.nextBoolean() ? Arrays.copyOf(written, size) : Arrays.copyOfRange(written, 8 - size, 8);
        return replaced(original, random.nextInt(original.length), lower);
    }

    /** A number of a text replaced. */
    private static byte[] withDigits(byte[] original, SplittableRandom random) {
        int at = random.nextInt(original.length);
        for (int i = 0; i < original.length && !isDigit(original[at]); i++) {
            at = (at + 1) % original.length;
        }
        int end = at;
        while (end < original.length && isDigit(original[end])) {
            end++;
        }
        byte[] digits = Long.toString(HOSTILE[random.nextInt(HOSTILE.length)]).getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = Arrays.copyOf(original, at + digits.length + original.length - end);
        System.arraycopy(digits, 0, bytes, at, digits.length);
        System.arraycopy(original, end, bytes, at + digits.length, original.length - end);
        return bytes;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The byte order of one number reversed, or of all from a place on. */
    private static byte[] swapped(byte[] original, SplittableRandom random) {
        byte[] bytes = original.clone();
        int size = 2 << random.nextInt(3);
        int at = random.nextInt(bytes.length);
        int numbers = random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1;
        for (int n = 0; n < numbers && at + size <= bytes.length; n++, at += size) {
            for (int i = 0; i < size / 2; i++) {
                byte b = bytes[at + i];
                bytes[at + i] = bytes[at + size - 1 - i];
                bytes[at + size - 1 - i] = b;
            }
        }
        return bytes;
    }

    private static byte[] overwritten(byte[] original, SplittableRandom random) {
        byte[] bytes = original.clone();
        random.nextBytes(bytes);
        int kept = Math.min(original.length, random.nextInt(64));
        System.arraycopy(original, 0, bytes, 0, kept);
        return bytes;
    }

    /** What stands between two places cut out, or written twice if they are in the other order. */
    private static byte[] withoutOrTwice(byte[] original, int from, int to) {
        byte[] bytes = Arrays.copyOf(original, from + original.length - to);
        System.arraycopy(original, to, bytes, from, original.length - to);
        return bytes;
    }

    /** A piece written over another place. */
    private static byte[] moved(byte[] original, SplittableRandom random) {
        int from = random.nextInt(original.length);
        int length = Math.min(original.length - from, random.nextInt(1, 64));
        return replaced(original, random.nextInt(original.length), Arrays.copyOfRange(original, from, from + length));
    }

    private static int lineBegin(byte[] bytes, int near) {
        int at = near;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }
}
