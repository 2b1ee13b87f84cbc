package org.tailback.platformfile;

import java.util.ArrayList;
import java.util.List;
import org.tailback.platform.LocalWork;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * Reader of the section {@code local}: times of reductions, copies and the first use of temporary memory.
 *
 * <pre>{@code
 * local:
 *   reduction: {per-call: 0.3 us, bandwidth: 12 GB/s}
 *   copy: [{from: 0 B, bandwidth: 20 GB/s}, {from: 1 MiB, bandwidth: 8 GB/s}]
 *   buffer: {bandwidth: 4 GB/s}
 *   node-bandwidth: 40 GB/s     # of all ranks of a node together; no limit if not given
 * }</pre>
 */
final class LocalSection {
    private LocalSection() {}

    static LocalWork localWork(Settings root) {
        if (!root.has("local")) {
            return LocalWork.FREE;
        }
        Settings section = root.section("local");
        section.rejectUnknown(List.of("reduction", "copy", "buffer", "node-bandwidth"));
        return new LocalWork(
                ranges(section, "reduction"),
                ranges(section, "copy"),
                ranges(section, "buffer"),
                1 / section.bytesPerSecond("node-bandwidth", Double.POSITIVE_INFINITY));
    }

    private static List<LocalWork.Range> ranges(Settings section, String key) {
        Value value = section.value(key);
        if (value == null) {
            return List.of();
        }
        List<Settings> items = value.list() == null ? List.of(section.section(key)) : section.sections(key);
        List<LocalWork.Range> ranges = new ArrayList<>();
        long last = -1;
        for (Settings item : items) {
            item.rejectUnknown(List.of("from", "per-call", "bandwidth"));
            long from = item.has("from") ? (long) item.bytes("from") : 0;
            if (from <= last) {
                throw item.problem("from", "ranges of '" + key + "' must have ascending sizes", "Sort them by from");
            }
            last = from;
            double perByte = item.has("bandwidth") ? 1 / item.bytesPerSecond("bandwidth") : 0;
            ranges.add(new LocalWork.Range(from, item.seconds("per-call", 0), perByte));
        }
        return ranges;
    }
}
