package org.tailback.trace.nativeformat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.io.WordTable;

/**
 * First words of lines of a native text. The keywords of collective operations follow in the order of {@link
 * CollectiveCall.Kind}, blocking operations first.
 */
record Word(String text, Meaning meaning, CollectiveCall.@Nullable Kind collective) {
    /** Meanings of first words, with the forms of their lines. */
    enum Meaning {
        COMPUTE("compute SECONDS"),
        KERNEL("kernel NAME M N K"),
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
        COLLECTIVE("KIND BYTES [root RANK] [on COMMUNICATOR] [send BYTES…] [receive BYTES…] [from RANK…] [to RANK…]"
                + " [work SECONDS]"),
        ICOLLECTIVE("iKIND REQUEST BYTES [root RANK] [on COMMUNICATOR] [send BYTES…] [receive BYTES…] [from RANK…]"
                + " [to RANK…] [work SECONDS]");

        private final String form;

        Meaning(String form) {
            this.form = form;
        }

        String form() {
            return form;
        }

        boolean isOperation() {
            return switch (this) {
                case CLOSE, TIMES, COMMUNICATOR, RANK, END, NOTE -> false;
                default -> true;
            };
        }
    }

    private static final List<Word> ALL = all();
    static final WordTable<Word> TABLE = new WordTable<>(ALL, Word::text);

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

    static List<String> operations() {
        return ALL.stream()
                .filter(word -> word.meaning.isOperation())
                .map(Word::text)
                .toList();
    }
}
