package org.tailback.timeline;

import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/**
 * Set of ranks.
 *
 * @param ranges ranges of the set; empty for all ranks
 */
public record RankSet(List<Range<Integer>> ranges) {
    /** Set of all ranks of any program. */
    public static final RankSet ALL = new RankSet(List.of());

    private static final Pattern PART = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    /**
     * Returns the set that a text describes by ranks and ranges, separated by commas: {@code 0-3,8}.
     *
     * @throws InputException if the text does not have this form
     */
    public static RankSet parse(String text) {
        List<Range<Integer>> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw new InputException("'" + part + "' is neither a rank nor a range of ranks. Write ranks as 0-3,8");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (last < first) {
                throw new InputException(
                        "the range " + part.strip() + " ends before it begins. Write " + last + "-" + first);
            }
            ranges.add(Range.closed(first, last));
        }
        return new RankSet(ranges);
    }

    /**
     * Returns the members of the set in a program with a number of ranks.
     *
     * @throws InputException if a member is not a rank of the program
     */
    BitSet among(int ranks) {
        BitSet members = new BitSet(ranks);
        if (ranges.isEmpty()) {
            members.set(0, ranks);
        }
        for (Range<Integer> range : ranges) {
            if (range.upperEndpoint() >= ranks) {
                throw new InputException(
                        "there is no rank " + range.upperEndpoint() + ": the program has ranks 0 to " + (ranks - 1));
            }
            members.set(range.lowerEndpoint(), range.upperEndpoint() + 1);
        }
        return members;
    }
}
