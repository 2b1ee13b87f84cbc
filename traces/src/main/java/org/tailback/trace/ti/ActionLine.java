package org.tailback.trace.ti;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.OperationSink;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;

/**
 * One action of a TI trace as a cursor over its words. Every getter takes the next word, checks it, and complains with
 * file and line. Not thread-safe; one object serves all lines of a rank.
 */
final class ActionLine {
    /** Largest message, in bytes: up to here doubles are exact. */
    static final long LARGEST_SIZE = 1L << 53;

    /** The destination of a send that goes nowhere: MPI_PROC_NULL. */
    static final int NOBODY = -2;

    private static final int UNDEFINED = -333;
    private static final int ANY_SOURCE_OF_SMPI = -555;
    private static final int ANY_TAG = -444;

    private final LineReader reader;
    private final int ranks;
    private final TiCounts counts;

    private byte[] bytes = new byte[0];
    /** Behind the last word taken. The line's newline is at or behind it. */
    private int position;

    private int wordStart;
    private boolean defaultDatatypeUsed;
    private @Nullable Keyword keyword;

    ActionLine(LineReader reader, int ranks, TiCounts counts) {
        this.reader = reader;
        this.ranks = ranks;
        this.counts = counts;
    }

    /** Goes to the first word of the line to which the reader has advanced; false if it is blank or a comment. */
    boolean begin() {
        bytes = reader.bytes();
        position = reader.start();
        keyword = null;
        defaultDatatypeUsed = false;
        int first = skipBlanks();
        return bytes[first] != '\n' && bytes[first] != '#';
    }

    /** Leaves the line, whatever is left of it. */
    void end() {
        byte[] line = bytes;
        int i = position;
        while (line[i] != '\n') {
            i++;
        }
        reader.endAt(i);
    }

    /** Takes the rank that the line belongs to: the first word. */
    int owner() {
        long rank = plainInteger();
        if (rank < 0) {
            nextWord();
            rank = Numbers.integer(bytes, wordStart, position);
            if (rank == Numbers.MALFORMED) {
                throw problem("expected a rank at the beginning of the line, found " + word(), "");
            }
        }
        return checkedRank(rank, "rank");
    }

    /** Takes the keyword. */
    Keyword keyword() {
        byte[] line = bytes;
        int first = skipBlanks();
        int i = first;
        long letters = 0;
        for (byte b = line[i]; !endsWord(b); b = line[++i]) {
            letters = letters << 8 | b & 0xff;
        }
        wordStart = first;
        position = i;
        if (i == first) {
            throw problem("expected a keyword after the rank, found the end of the line", "");
        }
        Keyword found = i - first <= Long.BYTES ? Keyword.of(letters) : Keyword.of(line, first, i);
        if (found == null) {
            throw unknownKeyword();
        }
        keyword = found;
        return found;
    }

    private InputException unknownKeyword() {
        String found = Numbers.printable(bytes, wordStart, position);
        if (Keyword.isRecordedOnly(found)) {
            return problem(
                    "'" + found + "' is recorded by SMPI, but the line does not tell enough to replay it",
                    "SimGrid cannot replay it either. Not replayable: " + String.join(", ", Keyword.RECORDED_ONLY)
                            + ", operations on windows and files");
        }
        List<String> known = Stream.of(Keyword.values()).map(Keyword::word).toList();
        return problem(
                "unknown keyword '" + found + "'",
                Suggestion.of(found, known) + "Keywords: " + String.join(", ", known));
    }

    /** True if another word follows. */
    boolean hasMore() {
        return bytes[skipBlanks()] != '\n';
    }

    /** How many words follow. O(length of the line). */
    int remaining() {
        int from = position;
        int count = 0;
        while (nextWord()) {
            count++;
        }
        position = from;
        return count;
    }

    /** Notes whether words are left that nothing reads. */
    void finish() {
        if (hasMore()) {
            counts.surplusArguments++;
        }
    }

    /** Skips up to {@code count} words. */
    void skip(int count) {
        for (int i = 0; i < count && nextWord(); i++) {
            // the words have no meaning for us
        }
    }

    /** Takes a rank of the program. */
    int rank(String name) {
        return checkedRank(integer(name), name);
    }

    /** Takes the source of a receive, or {@link OperationSink#ANY_SOURCE}. */
    int source() {
        return rankOr("source", OperationSink.ANY_SOURCE);
    }

    /** Takes the destination of a send, or {@link #NOBODY}. */
    int destination() {
        return rankOr("destination", NOBODY);
    }

    /** SMPI writes MPI_UNDEFINED, -333, for MPI_ANY_SOURCE and MPI_PROC_NULL; -555 is its MPI_ANY_SOURCE. */
    private int rankOr(String name, int wildcard) {
        long rank = integer(name);
        return rank == (int) rank && isWildcard((int) rank) ? wildcard : checkedRank(rank, name);
    }

    /** Takes the tag of a receive, or {@link OperationSink#ANY_TAG}. */
    int receiveTag() {
        int tag = tag();
        return tag == ANY_TAG ? OperationSink.ANY_TAG : tag;
    }

    /** True for what SMPI writes for a partner that is no rank. */
    static boolean isWildcard(int rank) {
        return rank == UNDEFINED || rank == ANY_SOURCE_OF_SMPI;
    }

    /** Takes any whole number of 32 bits. */
    int anyInteger(String name) {
        long number = integer(name);
        if (number != (int) number) {
            throw problem("the " + name + " " + number + " does not fit 32 bits", "");
        }
        return (int) number;
    }

    /** Takes a tag. */
    int tag() {
        return anyInteger("tag");
    }

    /** Checks a rank of the program. */
    int checkedRank(long rank, String name) {
        if (rank < 0 || rank >= ranks) {
            throw problem(
                    (name.equals("rank") ? "rank " : name + " ") + rank + " is out of range",
                    "The trace has " + ranks + (ranks == 1 ? " rank, 0" : " ranks, 0 to " + (ranks - 1)));
        }
        return (int) rank;
    }

    private long integer(String name) {
        long plain = plainInteger();
        if (plain >= 0) {
            return plain;
        }
        require(name);
        long value = Numbers.integer(bytes, wordStart, position);
        if (value == Numbers.MALFORMED) {
            throw problem("expected a whole number for " + name + ", found " + word(), "");
        }
        return value;
    }

    /** Takes a number of elements, such as {@code 1000} or {@code 1e3}; a fraction is cut off, as SimGrid does. */
    long count(String name) {
        long count = signedCount(name);
        if (count < 0) {
            throw problem("expected a " + name + " of 0 or more, found " + word(), "");
        }
        return count;
    }

    /** As {@link #count}, but negative numbers are allowed. */
    long signedCount(String name) {
        int before = position;
        long plain = plainInteger();
        if (plain >= 0 && plain <= LARGEST_SIZE) {
            return plain;
        }
        position = before;
        require(name);
        long whole = Numbers.integer(bytes, wordStart, position);
        if (whole != Numbers.MALFORMED && Math.abs(whole) <= LARGEST_SIZE) {
            return whole;
        }
        double number = Numbers.decimal(bytes, wordStart, position);
        if (Double.isNaN(number)) {
            throw problem("expected a number for " + name + ", found " + word(), "");
        }
        if (Math.abs(number) > LARGEST_SIZE) {
            throw problem("the " + name + " " + word() + " is above 2^53", "");
        }
        if (number != (long) number) {
            counts.fractionalCounts++;
        }
        return (long) number;
    }

    /**
     * Takes one count of several. SimGrid reads only the leading digits here, so that {@code 1e6} means 1: we refuse it.
     */
    long plainCount(String name) {
        long count = integer(name);
        if (count < 0 || count > LARGEST_SIZE) {
            throw problem("expected a " + name + " of 0 to 2^53, found " + count, "");
        }
        return count;
    }

    /** Takes an amount: finite, >= 0. */
    double amount(String name) {
        long plain = plainInteger();
        if (plain >= 0) {
            return plain;
        }
        require(name);
        double amount = Numbers.decimal(bytes, wordStart, position);
        if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
            throw problem("expected " + name + " as a finite number of 0 or more, found " + word(), "");
        }
        return amount;
    }

    /** Takes a datatype if there is one, and gives its size in bytes. */
    int datatypeSize(int defaultDatatype) {
        if (!hasMore()) {
            return defaultSize(defaultDatatype);
        }
        long number = integer("datatype");
        if (!Datatype.exists(number)) {
            throw problem("unknown datatype " + number, "Datatypes are numbered -1 to " + Datatype.last());
        }
        if (number == Datatype.NULL) {
            counts.nullDatatypes++;
        }
        return Datatype.size((int) number);
    }

    /** The size of the default datatype, where no datatype is given. */
    int defaultSize(int defaultDatatype) {
        defaultDatatypeUsed = true;
        return Datatype.size(defaultDatatype);
    }

    /** True if a size of this line relied on the default datatype. */
    boolean defaultDatatypeUsed() {
        return defaultDatatypeUsed;
    }

    /** Takes a root if there is one; 0 otherwise. */
    int root() {
        return hasMore() ? rank("root") : 0;
    }

    /** The size of so many elements, in bytes. */
    long size(long count, int elementSize) {
        // the double is exact enough to see an overflow far away from 2^53
        if ((double) count * elementSize > LARGEST_SIZE) {
            throw problem(count + " elements of " + elementSize + " bytes are more than 2^53 bytes", "");
        }
        return count * elementSize;
    }

    private void require(String name) {
        if (!nextWord()) {
            String arguments = keyword == null ? "" : keyword.arguments();
            String action = keyword == null ? "the action" : "'" + keyword.word() + "'";
            throw problem(
                    action + " lacks its " + name + "; found " + given() + " after the keyword",
                    "Expected: " + arguments + (arguments.contains("P ") ? ", with P = " + ranks + " ranks" : ""));
        }
    }

    private String given() {
        position = reader.start();
        int words = remaining() - 2;
        return words == 0 ? "nothing" : words == 1 ? "one argument" : words + " arguments";
    }

    /** Takes a word of 1 to 18 digits; -1 if the next word is another, which is left. */
    private long plainInteger() {
        byte[] line = bytes;
        int first = skipBlanks();
        int i = first;
        long value = 0;
        byte b = line[i];
        while (b >= '0' && b <= '9') {
            value = 10 * value + (b - '0');
            b = line[++i];
        }
        if (!endsWord(b) || i == first || i - first > 18) {
            return -1;
        }
        wordStart = first;
        position = i;
        return value;
    }

    private boolean nextWord() {
        int first = skipBlanks();
        int i = first;
        byte[] line = bytes;
        while (!endsWord(line[i])) {
            i++;
        }
        wordStart = first;
        position = i;
        return i > first;
    }

    /** Where the next word begins, or the newline. */
    private int skipBlanks() {
        byte[] line = bytes;
        int i = position;
        byte b = line[i];
        while (b <= ' ' && b != '\n' && endsWord(b)) {
            b = line[++i];
        }
        return i;
    }

    /** Words end at blanks, which are what C's isspace takes as such at least, and at the newline. */
    private static boolean endsWord(byte b) {
        return b <= ' ' && (b == ' ' || b >= '\t' && b <= '\r');
    }

    private String word() {
        return "'" + Numbers.printable(bytes, wordStart, position) + "'";
    }

    /** An error at this line. */
    InputException problem(String problem, String remedy) {
        return InputException.at(reader.place(), problem, remedy);
    }

    /** The line's text, for messages. */
    @Override
    public String toString() {
        return new String(bytes, reader.start(), reader.end() - reader.start(), StandardCharsets.ISO_8859_1);
    }
}
