package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.model.kernel.KernelTable;
import org.tailback.model.kernel.KernelTable.Row;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.settings.Settings;

/**
 * The section {@code kernels} of a platform file: the number of CPUs per node, and a table in one of the forms of
 * {@link KernelCsv}, in a {@code file} or as the text {@code table}.
 *
 * @param cpus number of CPUs per node; 0 if unknown
 * @param rows rows of kernels
 */
record KernelSection(int cpus, List<Row> rows) {
    private static final ParameterTable FACTORS =
            ParameterTable.of("dgemm-factor | 1 | > 0 | factor of the times of dgemm");
    private static final KernelSection NONE = new KernelSection(0, List.of());

    /**
     * Returns the kernels of a platform.
     *
     * @param folder base of relative paths; null for a bundled platform
     * @param given file whose kernels take precedence over the kernels of the section: a table, or YAML with such a
     *     section
     * @param warnings receiver of warnings about CPUs that the file does not have
     */
    static @Nullable KernelTable read(
            Settings root, int nodes, @Nullable Path folder, @Nullable String given, List<String> warnings) {
        if (!root.has("kernels") && given == null) {
            return null;
        }
        KernelSection own = root.has("kernels") ? of(root.section("kernels"), folder) : NONE;
        KernelSection other = given == null ? NONE : ofFile(Path.of(given));
        List<Row> rows = Stream.concat(own.rows.stream(), other.rows.stream()).toList();
        int most = other.rows.stream().mapToInt(Row::cpu).max().orElse(0) + 1;
        int cpus = other.cpus > 0 ? other.cpus : own.cpus > 0 ? own.cpus : Math.max(1, most);
        for (Row row : rows) {
            if (row.node() >= nodes || row.cpu() >= cpus) {
                throw InputException.at(
                        other.rows.contains(row) ? String.valueOf(given) : root.placeOf("kernels"),
                        "kernel " + row.kernel() + " of node " + (row.node() + 1) + ", CPU " + row.cpu()
                                + ": the platform has " + nodes + " nodes with " + cpus
                                + (cpus == 1 ? " CPU" : " CPUs (0 to " + (cpus - 1) + ")"),
                        "");
            }
        }
        other.rows.stream().map(Row::kernel).distinct().forEach(kernel -> {
            long missing = IntStream.range(0, nodes * cpus)
                    .filter(cpu -> other.rows.stream()
                            .noneMatch(row -> row.kernel().equals(kernel) && row.isOf(cpu / cpus, cpu % cpus)))
                    .count();
            if (missing > 0) {
                warnings.add(given + ": " + missing + " of " + nodes * cpus + " CPUs have no row of " + kernel
                        + ": they keep the rows of the platform");
            }
        });
        return new KernelTable(nodes, cpus, rows);
    }

    private static KernelSection of(Settings section, @Nullable Path folder) {
        section.rejectUnknown(List.of("file", "table", "cpus", "dgemm-factor"));
        int cpus = section.integer("cpus", 1, 1 << 16, 1);
        double factor = FACTORS.number(section, "dgemm-factor");
        if (section.has("table")) {
            if (section.has("file")) {
                throw section.problem("file", "'table' already defines the kernels", "Remove one of them");
            }
            return new KernelSection(cpus, scaled(section.text("table"), section.placeOf("table") + ": table", factor));
        }
        String file = section.text("file");
        String bundled = folder == null ? BundledPlatforms.table(file) : null;
        if (bundled != null) {
            return new KernelSection(cpus, scaled(bundled, file, factor));
        }
        Path path = folder == null ? Path.of(file) : folder.resolve(file);
        return new KernelSection(cpus, scaled(Utf8.read(path, "table of kernels"), path.toString(), factor));
    }

    /** Reads a table in CSV, which begins with a header, or a file in YAML, which begins with a key. */
    private static KernelSection ofFile(Path file) {
        String text = Utf8.read(file, "file of kernels");
        String first = NodeList.contents(text).values().stream().findFirst().orElse("");
        boolean isYaml = first.matches("[\\w\"'-]+:.*");
        if (!isYaml) {
            return new KernelSection(0, scaled(text, file.toString(), 1));
        }
        Settings root = YamlSettings.parse(text, file.toString(), "file of kernels");
        if (!root.has("kernels")) {
            throw InputException.at(
                    file.toString(), "there is no section 'kernels'", "'tailback fit kernels' writes one");
        }
        Path folder = file.getParent();
        return of(root.section("kernels"), folder == null ? Path.of("") : folder);
    }

    private static List<Row> scaled(String text, String source, double factor) {
        return KernelCsv.byCpu(KernelCsv.kernels(KernelCsv.read(text, source))).stream()
                .map(row -> row.kernel().equals("dgemm") && factor != 1 ? row.times(factor) : row)
                .toList();
    }
}
