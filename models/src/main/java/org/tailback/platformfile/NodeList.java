package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Reader of lists of nodes in the formats of schedulers and MPI libraries. Text after a {@code #} is a comment; empty
 * lines are skipped.
 *
 * <pre>
 * node1                          a line for each rank, or for each node: PBS, LSF, and handwritten files
 * node[001-003,007],gpu[1-2]     Slurm, several brackets too
 * node1 slots=4 max_slots=8      Open MPI
 * node1:4                        MPICH, Intel MPI
 * node1 4 node2 4                LSF (LSB_MCPU_HOSTS)
 * rank 0=node1 slot=0            rankfile of Open MPI; +n1 is the second node
 * </pre>
 */
final class NodeList {
    /** Maximum number of nodes of a list. */
    static final int MOST = 1 << 24;

    private static final Pattern RANK =
            Pattern.compile("rank\\s+(\\d{1,9})\\s*=\\s*([^\\s=,;:]+)\\s+slots?\\s*=\\s*\\S.*");
    private static final Pattern SLOTS =
            Pattern.compile("(\\S+)\\s+(?:[a-z_-]+=\\S+\\s+)*slots\\s*=\\s*(\\d{1,9})(?:\\s+[a-z_-]+=\\S+)*");
    private static final Pattern COLON = Pattern.compile("([^\\s:,\\[\\]]+):(\\d{1,9})(?:[\\s:]\\S*)?");
    private static final Pattern COUNTS = Pattern.compile("(?:[A-Za-z]\\S*\\s+\\d{1,9}\\s*)+");
    private static final Pattern HOSTS = Pattern.compile("[A-Za-z0-9_+][-\\w.+\\[\\],]*");
    /** Possessive pattern, which takes time linear in the length of a list, without recursion. */
    private static final Pattern PART = Pattern.compile("(?:^|,)([^,\\[]*+(?:\\[[^\\]]*+\\][^,\\[]*+)*+)");

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private NodeList() {}

    /**
     * A node of the list.
     *
     * @param place file and line
     * @param line line number from 1; 0 on the command line
     * @param host name or number of the node
     * @param slots number of ranks of the node according to the list, >= 1; 0 if not given
     * @param rank rank of the node; -1 if not given
     */
    record Entry(String place, int line, String host, int slots, int rank) {
        InputException problem(String problem, String remedy) {
            return InputException.at(place, problem, remedy);
        }
    }

    /**
     * Returns whether a text is a list of nodes instead of a file: it has brackets or commas or ends with a digit, and
     * no such file exists.
     */
    static boolean isList(Path path) {
        String text = path.toString();
        return !Files.exists(path) && HOSTS.matcher(text).matches() && text.matches(".*([\\[,].*|\\d)");
    }

    /** Returns the nodes of a list on the command line, by the rules of {@link #read}. */
    static List<Entry> ofText(String text) {
        ImmutableList.Builder<Entry> entries = ImmutableList.builder();
        line(text, text, 0, entries);
        return entries.build();
    }

    /**
     * Reads a list of nodes from a file.
     *
     * @param what kind of file, for messages
     * @throws InputException with the line that is not a node
     */
    static List<Entry> read(Path file, String what) {
        ImmutableList.Builder<Entry> entries = ImmutableList.builder();
        contents(file, what).forEach((number, content) -> line(content, file + ":" + number, number, entries));
        return entries.build();
    }

    /** Returns the lines of a file that are not empty without their comments, by their numbers from 1. */
    static SortedMap<Integer, String> contents(Path file, String what) {
        return contents(Utf8.read(file, what));
    }

    /** Returns the lines of a text that are not empty without their comments, by their numbers from 1. */
    static SortedMap<Integer, String> contents(String text) {
        SortedMap<Integer, String> contents = new TreeMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.substring(0, (line + '#').indexOf('#')).strip();
            if (!content.isEmpty()) {
                contents.put(number, content);
            }
        }
        return contents;
    }

    private static void line(String content, String place, int line, ImmutableList.Builder<Entry> entries) {
        Matcher rank = RANK.matcher(content);
        Matcher slots = SLOTS.matcher(content);
        Matcher colon = COLON.matcher(content);
        if (rank.matches()) {
            entries.add(new Entry(place, line, rank.group(2), 0, Integer.parseInt(rank.group(1))));
        } else if (slots.matches()) {
            entries.add(new Entry(place, line, slots.group(1), count(slots.group(2), place), -1));
        } else if (colon.matches()) {
            entries.add(new Entry(place, line, colon.group(1), count(colon.group(2), place), -1));
        } else if (COUNTS.matcher(content).matches()) {
            String[] words = content.split("\\s+");
            for (int i = 0; i < words.length; i += 2) {
                entries.add(new Entry(place, line, words[i], count(words[i + 1], place), -1));
            }
        } else if (content.matches("\\S+(\\s+max[-_]slots=\\d+)?")
                || content.matches("([A-Za-z]\\S*\\s+)+[A-Za-z]\\S*") && !content.matches(".*[=:].*")) {
            for (String word : content.replaceFirst("\\s+max[-_]slots=.*", "").split("\\s+")) {
                for (String part : parts(word, place)) {
                    Matcher its = COLON.matcher(part);
                    if (its.matches()) {
                        entries.add(new Entry(place, line, its.group(1), count(its.group(2), place), -1));
                    } else {
                        for (String host : expanded(part, place)) {
                            entries.add(new Entry(place, line, host, 0, -1));
                        }
                    }
                }
            }
        } else {
            throw InputException.at(
                    place,
                    "expected one node, found '" + content + "'",
                    "Forms: node1, node1 slots=4, node1:4, node[001-003,007], rank 0=node1 slot=0");
        }
    }

    private static int count(String digits, String place) {
        int slots = Integer.parseInt(digits);
        if (slots == 0) {
            throw InputException.at(place, "the node has 0 slots", "Leave it out");
        }
        return slots;
    }

    /** Returns the parts between commas outside of brackets. */
    private static List<String> parts(String word, String place) {
        String outside = word.replaceAll("\\[[^\\[\\]]*\\]", "");
        if (outside.contains("[") || outside.contains("]")) {
            throw InputException.at(place, "the brackets of '" + word + "' do not match", "");
        }
        List<String> parts =
                PART.matcher(word).results().map(part -> part.group(1)).toList();
        if (parts.contains("")) {
            throw InputException.at(place, "expected a node before or after the comma, found '" + word + "'", "");
        }
        return parts;
    }

    /** Returns the names in a text such as {@code a[01-02]b[1,3]}: a01b1, a01b3, a02b1, a02b3. */
    private static List<String> expanded(String part, String place) {
        int open = part.indexOf('[');
        if (open < 0) {
            return List.of(part);
        }
        int close = part.indexOf(']');
        List<String> ends = expanded(part.substring(close + 1), place);
        List<String> names = new ArrayList<>();
        for (String range : part.substring(open + 1, close).split(",", -1)) {
            Matcher matcher = RANGE.matcher(range);
            if (!matcher.matches()) {
                throw InputException.at(
                        place, "expected numbers in brackets, as in node[001-003,007], found '" + part + "'", "");
            }
            String first = matcher.group(1);
            int from = Integer.parseInt(first);
            int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
            if (to < from || (long) names.size() + (to - from + 1L) * ends.size() > MOST) {
                throw InputException.at(
                        place, "expected a range of at most " + MOST + " nodes, found '" + range + "'", "");
            }
            for (int number = from; number <= to; number++) {
                String digits = Integer.toString(number);
                String padded = "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
                for (String end : ends) {
                    names.add(part.substring(0, open) + padded + end);
                }
            }
        }
        return names;
    }
}
