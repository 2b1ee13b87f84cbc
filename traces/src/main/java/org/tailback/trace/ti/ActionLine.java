package org.tailback.trace.ti;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.OperationSink;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.LineWords;
import org.tailback.trace.io.Numbers;
import org.tailback.trace.ti.TiCounts.Count;

/**
 * One action of a TI trace as a cursor over its words. Every getter takes the next word and checks it; errors contain
 * file and line. Not thread-safe; one object serves all lines of a rank.
 */
final class ActionLine extends LineWords {
    /** Largest message, in bytes. Up to this size, doubles are exact. */
    static final long LARGEST_SIZE = 1L << 53;

    /** Destination of a send to no rank: MPI_PROC_NULL. */
    static final int NO_RANK = -2;

    /** SMPI's value of MPI_ANY_SOURCE, followed by its value of MPI_ANY_TAG. */
    static final int ANY_SOURCE_OF_SMPI = -555;

    static final int ANY_TAG_OF_SMPI = -444;
    private static final int UNDEFINED = -333;

    private final int ranks;
    private final TiCounts counts;

    boolean defaultDatatypeUsed;
    private @Nullable Keyword keyword;

    ActionLine(LineReader reader, int ranks, TiCounts counts) {
        super(reader);
        this.ranks = ranks;
        this.counts = counts;
    }

    /** Advances to the next action of a rank; returns false at the end. Counts the actions of other ranks. */
    boolean next(int rank) {
        while (nextLine()) {
            keyword = null;
            defaultDatatypeUsed = false;
            byte first = bytes[skipBlanks()];
            if (first != '\n' && first != '#') {
                if (owner() == rank) {
                    return true;
                }
                counts.count(Count.FOREIGN_LINES);
            }
        }
        return false;
    }

    private int owner() {
        long rank = takeDigits();
        if (rank < 0) {
            takeWord();
            rank = Numbers.integer(bytes, wordStart, wordEnd);
            if (rank == Numbers.MALFORMED) {
                throw problem("expected a rank at the beginning of the line, found " + found(), "");
            }
        }
        return checkedRank(rank, "rank");
    }

    /**
     * Takes the keyword. If SMPI does not record enough to replay the line, counts the omitted line and returns null.
     */
    @Nullable
    Keyword keyword() {
        if (!takeWord()) {
            throw problem("expected a keyword after the rank, found the end of the line", "");
        }
        Keyword found = Keyword.WORDS.find(letters, bytes, wordStart, wordEnd);
        if (found == null) {
            String word = Numbers.printable(bytes, wordStart, wordEnd);
            if (!Keyword.isRecordedOnly(word)) {
                throw unknownKeyword(word);
            }
            String instead = Keyword.insteadOfSending(word);
            if (instead != null) {
                throw problem(
                        word + " sends messages that SMPI does not record: the program would be replayed without them",
                        "Record it with " + instead);
            }
            counts.leftOut.add(word);
            return null;
        }
        keyword = found;
        return found;
    }

    private InputException unknownKeyword(String found) {
        List<String> known =
                Stream.of(Keyword.values()).map(keyword -> keyword.word).toList();
        return problem(
                "unknown keyword '" + found + "'",
                Suggestion.of(found, known) + "Keywords: " + String.join(", ", known));
    }

    int remaining() {
        int from = wordEnd;
        int count = 0;
        while (takeWord()) {
            count++;
        }
        wordEnd = from;
        return count;
    }

    void finish() {
        if (hasMore()) {
            counts.count(Count.SURPLUS_ARGUMENTS);
        }
    }

    void skip(int count) {
        for (int i = 0; i < count && takeWord(); i++) {
            // the words have no meaning for this keyword
        }
    }

    int rank(String name) {
        return checkedRank(integer(name), name);
    }

    int source() {
        return rankOr("source", OperationSink.ANY_SOURCE);
    }

    int destination() {
        return rankOr("destination", NO_RANK);
    }

    /**
     * Takes a rank or a wildcard. SMPI writes MPI_UNDEFINED, -333, for MPI_ANY_SOURCE and MPI_PROC_NULL; -555 is its
     * MPI_ANY_SOURCE.
     */
    private int rankOr(String name, int wildcard) {
        long rank = integer(name);
        return rank == (int) rank && isWildcard((int) rank) ? wildcard : checkedRank(rank, name);
    }

    int receiveTag() {
        int tag = tag();
        return tag == ANY_TAG_OF_SMPI ? OperationSink.ANY_TAG : tag;
    }

    /** Returns whether a number is SMPI's value for a partner that is not a rank. */
    static boolean isWildcard(int rank) {
        return rank == UNDEFINED || rank == ANY_SOURCE_OF_SMPI;
    }

    int anyInteger(String name) {
        long number = integer(name);
        if (number != (int) number) {
            throw problem("the " + name + " " + number + " does not fit 32 bits", "");
        }
        return (int) number;
    }

    int tag() {
        return anyInteger("tag");
    }

    int checkedRank(long rank, String name) {
        if (rank < 0 || rank >= ranks) {
            throw problem(
                    (name.equals("rank") ? "rank " : name + " ") + rank + " is out of range",
                    "The trace has " + ranks + (ranks == 1 ? " rank, 0" : " ranks, 0 to " + (ranks - 1)));
        }
        return (int) rank;
    }

    private long integer(String name) {
        long plain = takeDigits();
        if (plain >= 0) {
            return plain;
        }
        require(name);
        long value = Numbers.integer(bytes, wordStart, wordEnd);
        if (value == Numbers.MALFORMED) {
            throw problem("expected a whole number for the " + name + ", found " + found(), "");
        }
        return value;
    }

    /** Takes a number of elements, such as {@code 1000} or {@code 1e3}. A fraction is cut off, as in SimGrid. */
    long count(String name) {
        long count = signedCount(name);
        if (count < 0) {
            throw problem("expected a " + name + ", 0 or more, found " + found(), "");
        }
        return count;
    }

    /** Takes a number of elements like {@link #count}, but allows negative numbers. */
    long signedCount(String name) {
        int before = wordEnd;
        long plain = takeDigits();
        if (plain >= 0 && plain <= LARGEST_SIZE) {
            return plain;
        }
        wordEnd = before;
        require(name);
        long whole = Numbers.integer(bytes, wordStart, wordEnd);
        if (whole != Numbers.MALFORMED && Math.abs(whole) <= LARGEST_SIZE) {
            return whole;
        }
        double number = Numbers.decimal(bytes, wordStart, wordEnd);
        if (Double.isNaN(number)) {
            throw problem("expected a number for the " + name + ", found " + found(), "");
        }
        if (Math.abs(number) > LARGEST_SIZE || whole != Numbers.MALFORMED) {
            throw problem("the " + name + " " + found() + " is above 2^53", "");
        }
        if (number != (long) number) {
            counts.count(Count.FRACTIONAL_COUNTS);
        }
        return (long) number;
    }

    /**
     * Takes one of several counts. SimGrid reads only the leading digits here, so {@code 1e6} means 1; such numbers are
     * rejected.
     */
    long plainCount(String name) {
        long count = integer(name);
        if (count < 0 || count > LARGEST_SIZE) {
            throw problem("expected a " + name + " from 0 to 2^53, found " + count, "");
        }
        return count;
    }

    double amount(String name) {
        long plain = takeDigits();
        if (plain >= 0) {
            return plain;
        }
        require(name);
        double amount = Numbers.decimal(bytes, wordStart, wordEnd);
        if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
            throw problem("expected the " + name + " as a finite number, 0 or more, found " + found(), "");
        }
        return amount;
    }

    /** Takes a datatype if there is one, and returns its size in bytes. */
    int datatypeSize(int defaultDatatype) {
        if (!hasMore()) {
            return defaultSize(defaultDatatype);
        }
        long number = integer("datatype");
        if (!Datatype.exists(number)) {
            throw problem("unknown datatype " + number, "Datatypes are numbered -1 to " + Datatype.last());
        }
        if (number == Datatype.NULL) {
            counts.count(Count.NULL_DATATYPES);
        }
        return Datatype.size((int) number);
    }

    int defaultSize(int defaultDatatype) {
        defaultDatatypeUsed = true;
        return Datatype.size(defaultDatatype);
    }

    /** Takes a root if there is one; otherwise returns 0. */
    int root() {
        return hasMore() ? rank("root") : 0;
    }

    long size(long count, int elementSize) {
        // the double is exact enough to detect an overflow far away from 2^53
        if ((double) count * elementSize > LARGEST_SIZE) {
            throw problem(count + " elements of " + elementSize + " bytes are more than 2^53 bytes", "");
        }
        return count * elementSize;
    }

    private void require(String name) {
        if (!takeWord()) {
            String arguments = keyword == null ? "" : keyword.arguments;
            String action = keyword == null ? "the action" : "'" + keyword.word + "'";
            throw problem(
                    action + " lacks its " + name + "; found " + given() + " after the keyword",
                    "Expected: " + arguments + (arguments.contains("P ") ? ", with P = " + ranks + " ranks" : ""));
        }
    }

    private String given() {
        wordEnd = reader.start();
        int words = remaining() - 2;
        return words == 0 ? "nothing" : words == 1 ? "one argument" : words + " arguments";
    }

    InputException problem(String problem, String remedy) {
        return InputException.at(reader.place(), problem, remedy);
    }
}
