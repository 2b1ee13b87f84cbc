package org.tailback.platformfile;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.platform.Validity;
import org.tailback.platform.Validity.Basis;
import org.tailback.platform.Validity.Memory;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;

/**
 * The section {@code validity}:
 *
 * <pre>
 * validity:
 *   basis: measured            # or calibrated, nominal, paper, guessed
 *   ranks: 4..1024             # of a program: the connections that its library keeps
 *   ranks-a-node: 1, 16..32     # values and ranges
 *   nodes: 4..16
 *   operations: allgather, allreduce
 *   sizes: 16 B..512 MiB
 *   memory: host               # or gpu
 *   neighbours: none           # or other-jobs
 *   date: 2025-05
 *   nominal: network.bandwidth # numbers of another origin, by their keys; also paper, guessed
 *   errors: […]                # see StatedErrorsSection
 * </pre>
 */
final class ValiditySection {
    static final String NAME = "validity";

    private static final List<String> KEYS = List.of(
            "basis",
            "ranks",
            "ranks-a-node",
            "nodes",
            "operations",
            "sizes",
            "memory",
            "neighbours",
            "date",
            "nominal",
            "paper",
            "guessed",
            StatedErrorsSection.KEY);
    private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();

    private final Settings root;
    private final Settings section;

    private ValiditySection(Settings root) {
        this.root = root;
        this.section = root.section(NAME);
        section.rejectUnknown(KEYS);
    }

    /** Returns what a platform file says; {@link Validity#UNKNOWN} without the section. */
    static Validity read(Settings root) {
        return root.has(NAME) ? new ValiditySection(root).read() : Validity.UNKNOWN;
    }

    private Validity read() {
        return new Validity(
                section.choice("basis", Basis.class),
                range("ranks", ValiditySection::count),
                ranksANode(),
                range("nodes", ValiditySection::count),
                operations(),
                range("sizes", text -> (long) Quantity.parse(text, Quantity.Kind.BYTES)),
                section.has("memory") ? section.choice("memory", Memory.class) : Memory.ANY,
                section.choice("neighbours", List.of("none", "other-jobs"), "other-jobs")
                        .equals("none"),
                section.text("date", ""),
                parts(),
                List.of(),
                StatedErrorsSection.read(section));
    }

    private static long count(String text) {
        return text.matches("[1-9][0-9]{0,8}") ? Long.parseLong(text) : -1;
    }

    private Range<Long> range(String key, ToLongFunction<String> parser) {
        if (!section.has(key)) {
            return Range.all();
        }
        return range(key, section.text(key), parser);
    }

    private RangeSet<Long> ranksANode() {
        String key = "ranks-a-node";
        return section.has(key)
                ? ImmutableRangeSet.unionOf(Splitter.on(',')
                        .trimResults()
                        .splitToStream(section.text(key))
                        .map(text -> range(key, text, ValiditySection::count))
                        .toList())
                : ImmutableRangeSet.of(Range.all());
    }

    private Range<Long> range(String key, String text, ToLongFunction<String> parser) {
        int dots = text.indexOf("..");
        try {
            long least =
                    parser.applyAsLong(dots < 0 ? text : text.substring(0, dots).strip());
            long most = dots < 0
                    ? least
                    : parser.applyAsLong(text.substring(dots + 2).strip());
            if (least >= 0 && least <= most) {
                return Range.closed(least, most);
            }
        } catch (InputException e) {
            throw section.problem(key, String.valueOf(e.getMessage()), "");
        }
        throw section.problem(
                key, "'" + key + "' is no number and no range: '" + text + "'", "Write the least and the most: 4..16");
    }

    private Set<Kind> operations() {
        ImmutableSet.Builder<Kind> kinds = ImmutableSet.builder();
        for (String label : COMMAS.split(section.text("operations", ""))) {
            kinds.add(kind(section, "operations", label));
        }
        return kinds.build();
    }

    /** The collective operation of a label that stands at a key. */
    static Kind kind(Settings section, String key, String label) {
        return Kind.labelled(label)
                .orElseThrow(() -> section.problem(
                        key,
                        "unknown collective operation '" + label + "'",
                        Suggestion.of(
                                label, Stream.of(Kind.values()).map(Kind::label).toList())));
    }

    private Map<Basis, List<String>> parts() {
        ImmutableMap.Builder<Basis, List<String>> parts = ImmutableMap.builder();
        for (Basis basis : List.of(Basis.NOMINAL, Basis.PAPER, Basis.GUESSED)) {
            List<String> keys = COMMAS.splitToList(section.text(basis.label(), ""));
            for (String key : keys) {
                requireKey(basis.label(), key);
            }
            if (!keys.isEmpty()) {
                parts.put(basis, keys);
            }
        }
        return parts.buildOrThrow();
    }

    /** Rejects a key that the platform file does not have: {@code SECTION} or {@code SECTION.KEY}. */
    private void requireKey(String in, String key) {
        int dot = key.indexOf('.');
        String first = dot < 0 ? key : key.substring(0, dot);
        if (!root.has(first) || dot >= 0 && !root.section(first).has(key.substring(dot + 1))) {
            throw section.problem(in, "the platform has no '" + key + "'", "Name keys of this file: network.bandwidth");
        }
    }
}
