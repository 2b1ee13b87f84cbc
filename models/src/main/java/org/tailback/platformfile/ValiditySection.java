package org.tailback.platformfile;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.platform.Domain;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.Use;
import org.tailback.platform.Validity;
import org.tailback.platform.Validity.Basis;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;

/**
 * Reader of the section {@code validity}:
 *
 * <pre>
 * validity:
 *   basis: measured            # or calibrated, nominal, paper, guessed
 *   ranks: 4..1024             # of a program: determines the connections of its library
 *   ranks-a-node: 1, 16..32    # values and ranges
 *   nodes: 4..16
 *   operations: allgather, allreduce
 *   sizes: 16 B..512 MiB
 *   memory: host               # or gpu
 *   neighbours: none           # or other-jobs
 *   date: 2025-05
 *   nominal: network.bandwidth # numbers of a different origin, by their keys; also paper, guessed
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

    /** Returns the contents of a platform file's section; {@link Validity#UNKNOWN} without the section. */
    static Validity read(Settings root) {
        return root.has(NAME) ? new ValiditySection(root).read() : Validity.UNKNOWN;
    }

    private Validity read() {
        ImmutableMap.Builder<String, Allowed> domain = ImmutableMap.builder();
        for (String key : List.of(Use.RANKS, Use.RANKS_A_NODE, Use.NODES)) {
            numbers(domain, key, ValiditySection::count);
        }
        Set<String> kinds = operations();
        if (!kinds.isEmpty()) {
            domain.put(Use.OPERATIONS, Allowed.of(kinds));
        }
        numbers(domain, Use.SIZES, text -> Quantity.parse(text, Quantity.Kind.BYTES));
        if (section.has(Use.MEMORY)) {
            // measurements from the memory of GPUs are also valid for the processors that control the GPUs
            boolean isGpu =
                    section.choice(Use.MEMORY, List.of("host", "gpu"), "").equals("gpu");
            domain.put(Use.MEMORY, Allowed.of(isGpu ? ImmutableSet.of("gpu", "host") : ImmutableSet.of("host")));
        }
        if (section.choice(Use.NEIGHBOURS, List.of("none", "other-jobs"), "other-jobs")
                .equals("none")) {
            domain.put(Use.NEIGHBOURS, Allowed.of(ImmutableSet.of("none")));
        }
        return new Validity(
                section.choice("basis", Basis.class),
                new Domain(domain.buildOrThrow()),
                section.text("date", ""),
                parts(),
                List.of(),
                StatedErrorsSection.read(section));
    }

    private static double count(String text) {
        return text.matches("[1-9][0-9]{0,8}") ? Double.parseDouble(text) : -1;
    }

    private void numbers(ImmutableMap.Builder<String, Allowed> domain, String key, ToDoubleFunction<String> parser) {
        if (section.has(key)) {
            domain.put(
                    key,
                    Allowed.of(COMMAS.splitToStream(section.text(key))
                            .map(text -> range(key, text, parser))
                            .toList()));
        }
    }

    private Range<Double> range(String key, String text, ToDoubleFunction<String> parser) {
        try {
            Range<Double> range = DomainText.range(text, parser);
            if (range != null && range.lowerEndpoint() >= 0) {
                return range;
            }
        } catch (InputException e) {
            throw section.problem(key, String.valueOf(e.getMessage()), "");
        }
        throw section.problem(
                key, "'" + key + "' is neither a number nor a range: '" + text + "'", "Write both ends: 4..16");
    }

    private Set<String> operations() {
        ImmutableSet.Builder<String> kinds = ImmutableSet.builder();
        for (String label : COMMAS.split(section.text(Use.OPERATIONS, ""))) {
            kinds.add(kind(section, Use.OPERATIONS, label).label());
        }
        return kinds.build();
    }

    /** Returns the collective operation with the label at a key. */
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

    /** Rejects a key that is not in the platform file: {@code SECTION} or {@code SECTION.KEY}. */
    private void requireKey(String in, String key) {
        int dot = key.indexOf('.');
        String first = dot < 0 ? key : key.substring(0, dot);
        if (!root.has(first) || dot >= 0 && !root.section(first).has(key.substring(dot + 1))) {
            throw section.problem(in, "the platform has no '" + key + "'", "Use its keys: network.bandwidth");
        }
    }
}
