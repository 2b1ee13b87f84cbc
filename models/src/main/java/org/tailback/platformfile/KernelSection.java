package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.model.kernel.KernelTable;
import org.tailback.settings.Settings;

/**
 * The section {@code kernels} of a platform file, and the table of kernels in CSV that it names: columns kernel, node
 * and cpu (from 1 and from 0; empty for all), then the coefficients of mean and standard deviation.
 */
public final class KernelSection {
    /** The header of a table. */
    public static final String HEADER =
            "kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk";

    private static final String FACTOR = "-factor";

    private KernelSection() {}

    /** @param folder what files are relative to; null for a platform that comes with the program */
    static @Nullable KernelTable read(Settings root, int nodes, @Nullable Path folder) {
        if (!root.has("kernels")) {
            return null;
        }
        Settings section = root.section("kernels");
        section.rejectUnknown(List.of("file", "cpus", "dgemm" + FACTOR));
        int cpus = section.integer("cpus", 1, 1 << 16, 1);
        String file = section.text("file");
        String text;
        String place = file;
        if (folder == null && BundledPlatforms.hasTable(file)) {
            text = BundledPlatforms.table(file);
        } else {
            Path path = folder == null ? Path.of(file) : folder.resolve(file);
            place = path.toString();
            text = Utf8.read(path, "table of kernels");
        }
        double factor = section.number("dgemm" + FACTOR, 1);
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw section.problem("dgemm" + FACTOR, "'dgemm-factor' must be finite and above 0, found " + factor, "");
        }
        return new KernelTable(nodes, cpus, rows(text, place, nodes, cpus), Map.of("dgemm", factor));
    }

    private static List<KernelTable.Row> rows(String text, String file, int nodes, int cpus) {
        List<KernelTable.Row> rows = new ArrayList<>();
        Map<String, Integer> lineOf = new HashMap<>();
        boolean begun = false;
        int number = 0;
        for (String line : text.lines().toList()) {
            String place = file + ":" + ++number;
            String content = line.substring(0, (line + '#').indexOf('#')).strip();
            if (content.isEmpty()) {
                continue;
            }
            if (!begun) {
                if (!content.equals(HEADER)) {
                    throw InputException.at(place, "expected the header '" + HEADER + "', found '" + content + "'", "");
                }
                begun = true;
                continue;
            }
            String[] words = content.split(",", -1);
            if (words.length != 13 || words[0].isBlank()) {
                throw InputException.at(
                        place, "expected a kernel and 12 more values, found '" + content + "'", "Begin with " + HEADER);
            }
            int node = index(words[1], 1, nodes, "node", place) - 1;
            int cpu = index(words[2], 0, cpus - 1, "cpu", place);
            Integer before = lineOf.put(words[0] + "," + words[1] + "," + words[2], number);
            if (before != null) {
                throw InputException.at(place, "the same kernel and CPU stand in line " + before, "Keep one");
            }
            List<Double> numbers = new ArrayList<>();
            for (int i = 3; i < 13; i++) {
                numbers.add(number(words[i], place));
            }
            rows.add(new KernelTable.Row(
                    words[0],
                    words[1].isBlank() ? -1 : node,
                    words[2].isBlank() ? -1 : cpu,
                    ImmutableList.copyOf(numbers.subList(0, 5)),
                    ImmutableList.copyOf(numbers.subList(5, 10))));
        }
        if (rows.isEmpty()) {
            throw InputException.at(file, "there is no kernel", "Write one a line under " + HEADER);
        }
        return rows;
    }

    private static int index(String word, int least, int most, String column, String place) {
        if (word.isBlank()) {
            return least;
        }
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw InputException.at(
                    place, "expected a " + column + " from " + least + " to " + most + ", found '" + word + "'", "");
        }
        return Integer.parseInt(word);
    }

    private static double number(String word, String place) {
        try {
            double number = word.isBlank() ? 0 : Double.parseDouble(word.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw InputException.at(place, "expected a number of seconds, found '" + word + "'", "");
    }
}
