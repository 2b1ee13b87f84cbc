package org.tailback.trace.nativeformat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * What a line of a native text may begin with. The keywords of collective operations follow in the order of {@link
 * CollectiveCall.Kind}, blocking ones first.
 */
record Word(String text, Meaning meaning, CollectiveCall.@Nullable Kind collective) {
    /** The meanings, and the lines' forms. */
    enum Meaning {
        COMPUTE("compute SECONDS"),
        SEND("send RANK BYTES [tag TAG] [on COMMUNICATOR] [mode MODE]"),
        RECV("recv RANK BYTES [tag TAG] [on COMMUNICATOR]"),
        ISEND("isend REQUEST RANK BYTES [tag TAG] [on COMMUNICATOR] [mode MODE]"),
        IRECV("irecv REQUEST RANK BYTES [tag TAG] [on COMMUNICATOR]"),
        PROBE("probe RANK [tag TAG] [on COMMUNICATOR]"),
        WAIT("wait REQUEST"),
        WAITALL("waitall REQUEST…"),
        WAITANY("waitany REQUEST…"),
        WAITSOME("waitsome REQUEST…"),
        FREE("free REQUEST"),
        CANCEL("cancel REQUEST"),
        START("start REQUEST {"),
        CLOSE("}"),
        TIMES("@ ENTER LEAVE [CALL], or @ -"),
        COMMUNICATOR("communicator NUMBER RANK…, or communicator NUMBER all"),
        RANK("rank RANK"),
        END("end [OPERATIONS]"),
        NOTE("note TEXT"),
        COLLECTIVE(
                "KIND BYTES [root RANK] [on COMMUNICATOR] [send BYTES…] [receive BYTES…] [from RANK…] [to RANK…] [work SECONDS]"),
        ICOLLECTIVE(
                "iKIND REQUEST BYTES [root RANK] [on COMMUNICATOR] [send BYTES…] [receive BYTES…] [from RANK…] [to RANK…] [work SECONDS]");

        private final String form;

        Meaning(String form) {
            this.form = form;
        }

        /** How such a line looks. */
        String form() {
            return form;
        }

        /** Whether it is an operation. */
        boolean isOperation() {
            return switch (this) {
                case CLOSE, TIMES, COMMUNICATOR, RANK, END, NOTE -> false;
                default -> true;
            };
        }
    }

    private static final List<Word> ALL = all();
    private static final int TABLE_SIZE = 512;
    private static final @Nullable Word[] TABLE = table();
    private static final byte[][] BYTES = Stream.of(TABLE)
            .map(word -> word == null ? new byte[0] : word.text.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    /** Those of up to eight letters, by {@link #shortSlot}, and their letters. */
    private static final @Nullable Word[] SHORT = new Word[TABLE_SIZE];

    private static final long[] SHORT_LETTERS = shortTable();

    private static List<Word> all() {
        Stream<Word> plain = Stream.of(Meaning.values())
                .filter(meaning -> meaning != Meaning.COLLECTIVE && meaning != Meaning.ICOLLECTIVE)
                .map(meaning -> new Word(
                        switch (meaning) {
                            case CLOSE -> "}";
                            case TIMES -> "@";
                            default -> meaning.name().toLowerCase(Locale.ROOT);
                        },
                        meaning,
                        null));
        Stream<Word> blocking =
                Stream.of(CollectiveCall.Kind.values()).map(kind -> new Word(kind.label(), Meaning.COLLECTIVE, kind));
        Stream<Word> nonBlocking = Stream.of(CollectiveCall.Kind.values())
                .map(kind -> new Word("i" + kind.label(), Meaning.ICOLLECTIVE, kind));
        return Stream.of(plain, blocking, nonBlocking).flatMap(words -> words).toList();
    }

    private static @Nullable Word[] table() {
        @Nullable Word[] table = new Word[TABLE_SIZE];
        for (Word word : ALL) {
            byte[] bytes = word.text.getBytes(StandardCharsets.US_ASCII);
            int slot = slot(bytes, 0, bytes.length);
            while (table[slot] != null) {
                slot = (slot + 1) % TABLE_SIZE;
            }
            table[slot] = word;
        }
        return table;
    }

    private static int slot(byte[] bytes, int from, int to) {
        int hash = (to - from) * 31 + bytes[from];
        hash = hash * 31 + bytes[(from + to) >>> 1];
        hash = hash * 31 + bytes[to - 1];
        hash = hash * 31 + bytes[from + (to - from) / 3];
        return hash & (TABLE_SIZE - 1);
    }

    private static long[] shortTable() {
        long[] table = new long[TABLE_SIZE];
        for (Word word : ALL) {
            byte[] bytes = word.text.getBytes(StandardCharsets.US_ASCII);
            if (bytes.length <= Long.BYTES) {
                long letters = 0;
                for (byte letter : bytes) {
                    letters = letters << 8 | letter;
                }
                int slot = shortSlot(letters);
                while (SHORT[slot] != null) {
                    slot = (slot + 1) % TABLE_SIZE;
                }
                SHORT[slot] = word;
                table[slot] = letters;
            }
        }
        return table;
    }

    private static int shortSlot(long letters) {
        return (int) (letters * 0x9E3779B97F4A7C15L >>> 55);
    }

    /**
     * The word of up to eight letters, or null. Allocates nothing.
     *
     * @param letters the letters, the last one in the lowest byte
     */
    static @Nullable Word of(long letters) {
        int slot = shortSlot(letters);
        for (Word word = SHORT[slot]; word != null; word = SHORT[slot]) {
            if (SHORT_LETTERS[slot] == letters) {
                return word;
            }
            slot = (slot + 1) % TABLE_SIZE;
        }
        return null;
    }

    /** The word in a range of bytes, which is not empty, or null. Allocates nothing. */
    static @Nullable Word of(byte[] bytes, int from, int to) {
        int slot = slot(bytes, from, to);
        for (Word word = TABLE[slot]; word != null; word = TABLE[slot]) {
            byte[] written = BYTES[slot];
            if (Arrays.equals(written, 0, written.length, bytes, from, to)) {
                return word;
            }
            slot = (slot + 1) % TABLE_SIZE;
        }
        return null;
    }

    /** All words that an operation may begin with. */
    static List<String> operations() {
        return ALL.stream()
                .filter(word -> word.meaning.isOperation())
                .map(Word::text)
                .toList();
    }
}
