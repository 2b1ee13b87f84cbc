package org.tailback.trace;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Ways to damage a file. */
public final class Mutations {
    private Mutations() {}

    /** A damaged copy: cut, with flipped bits, with large numbers, overwritten, or with a piece repeated or missing. */
    public static byte[] mutate(byte[] original, SplittableRandom random) {
        switch (random.nextInt(5)) {
            case 0 -> {
                return Arrays.copyOf(original, random.nextInt(original.length));
            }
            case 1 -> {
                byte[] bytes = original.clone();
                for (int i = random.nextInt(1, 4); i > 0; i--) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                return bytes;
            }
            case 2 -> {
                // what a length or count looks like: large, with one or all bits set
                byte[] bytes = original.clone();
                int at = random.nextInt(bytes.length);
                byte[] value = new byte[random.nextInt(1, 10)];
                Arrays.fill(value, random.nextBoolean() ? (byte) 0xff : 0);
                value[random.nextInt(value.length)] = (byte) random.nextInt(256);
                for (int i = 0; i < value.length && at + i < bytes.length; i++) {
                    bytes[at + i] = value[i];
                }
                return bytes;
            }
            case 3 -> {
                byte[] bytes = original.clone();
                random.nextBytes(bytes);
                int kept = Math.min(original.length, random.nextInt(64));
                System.arraycopy(original, 0, bytes, 0, kept);
                return bytes;
            }
            default -> {
                // a piece repeated or cut out
                int from = random.nextInt(original.length);
                int to = random.nextInt(original.length + 1);
                byte[] bytes = Arrays.copyOf(original, from + original.length - to);
                System.arraycopy(original, to, bytes, from, original.length - to);
                return bytes;
            }
        }
    }
}
