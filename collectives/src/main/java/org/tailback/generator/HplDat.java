package org.tailback.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Reader of the lines of an HPL.dat: two lines of text, then values in a fixed order, each followed by a comment on its
 * line.
 */
final class HplDat {
    private static final int MOST_RUNS = 100_000;

    private final Path file;
    private final List<String> lines;
    private int at = 2;

    private HplDat(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * Returns the runs of a file as texts {@code hpl:n=…,…}, in the order in which HPL performs them.
     *
     * @throws InputException if the file is damaged or has runs that the generator does not support; the message
     *     contains the line
     */
    static List<String> runs(Path file) {
        return new HplDat(file, Utf8.read(file, "HPL.dat").lines().toList()).all();
    }

    private List<String> all() {
        line("the name of the output file");
        line("the device");
        List<String> runs = counted("n", "N", 1, Integer.MAX_VALUE);
        List<String> blocks = counted("nb", "NB", 1, Integer.MAX_VALUE);
        List<String> maps = number("PMAP", 0, 1) == 1 ? List.of("pmap=column") : List.of("");
        int grids = number("the number of grids", 1, MOST_RUNS);
        List<Integer> p = numbers(grids, "P", 1, Integer.MAX_VALUE);
        List<Integer> q = numbers(grids, "Q", 1, Integer.MAX_VALUE);
        line("the threshold of the residual");
        List<String> pfacts = counted("pfact", "PFACT", 0, 2);
        List<String> nbmins = counted("nbmin", "NBMIN", 1, Integer.MAX_VALUE);
        List<String> ndivs = counted("ndiv", "NDIV", 2, Integer.MAX_VALUE);
        List<String> rfacts = counted("rfact", "RFACT", 0, 2);
        List<String> bcasts = counted("bcast", "BCAST (6 and 7 are vendor-specific and not supported)", 0, 5);
        List<String> depths = counted("depth", "DEPTH", 0, Integer.MAX_VALUE);
        List<String> swaps = List.of("swap=" + number("SWAP", 0, 2));
        List<String> thresholds = List.of("threshold=" + number("the swapping threshold", 0, Integer.MAX_VALUE));
        fixed(0, "the form of L1", "transposed");
        fixed(0, "the form of U", "transposed");
        fixed(1, "equilibration", "on");
        List<String> shapes = new ArrayList<>();
        for (int grid = 0; grid < grids; grid++) {
            shapes.add("p=" + p.get(grid) + ",q=" + q.get(grid));
        }
        List<String> all = List.of(HplPattern.PREFIX);
        for (List<String> values :
                List.of(shapes, runs, blocks, depths, bcasts, rfacts, pfacts, nbmins, ndivs, swaps, thresholds, maps)) {
            if ((long) all.size() * values.size() > MOST_RUNS) {
                throw problem("expected at most " + MOST_RUNS + " runs, found more");
            }
            List<String> longer = new ArrayList<>();
            for (String before : all) {
                values.forEach(value ->
                        longer.add(before + (before.equals(HplPattern.PREFIX) || value.isEmpty() ? "" : ",") + value));
            }
            all = longer;
        }
        return all;
    }

    private List<String> counted(String key, String what, int least, int most) {
        int count = number("the number of values of " + what, 1, MOST_RUNS);
        return numbers(count, what, least, most).stream()
                .map(value -> key + "=" + value)
                .toList();
    }

    private void fixed(int expected, String what, String meaning) {
        int found = number(what, 0, Integer.MAX_VALUE);
        if (found != expected) {
            throw problem("expected " + expected + " for " + what + " (" + meaning + "), found " + found
                    + "; other values are not supported");
        }
    }

    private int number(String what, int least, int most) {
        return numbers(1, what, least, most).get(0);
    }

    private List<Integer> numbers(int count, String what, int least, int most) {
        String line = line(what);
        String[] words = line.split("\\s+");
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String word = i < words.length ? words[i] : "";
            long number = word.matches("-?[0-9]{1,18}") ? Long.parseLong(word) : Long.MIN_VALUE;
            if (number < least || number > most) {
                throw problem("expected " + (count == 1 ? "a number" : count + " numbers")
                        + (most < Integer.MAX_VALUE ? " from " + least + " to " + most : " >= " + least)
                        + " for " + what + ", found '" + (number == Long.MIN_VALUE ? line : word) + "'");
            }
            numbers.add((int) number);
        }
        return numbers;
    }

    private String line(String what) {
        if (at >= lines.size()) {
            at = lines.size() + 1;
            throw problem("expected " + what + ", found the end of the file");
        }
        return lines.get(at++).strip();
    }

    private InputException problem(String text) {
        return InputException.at(file + ":" + at, text, "Compare the file with HPL's own example HPL.dat");
    }
}
