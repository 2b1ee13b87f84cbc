package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tailback.extrapolation.Event.Type;

/**
 * Search for the numbers of iterations of a text's loops that perform a given sequence. Candidates are the numbers of
 * iterations in the text's own recording, with changes to one or two groups of loops. With each iteration of a group,
 * the number of occurrences of each type of operation increases by a constant. Therefore the number of candidates is
 * small.
 */
final class LoopCounts {
    private final Text text;
    private final List<List<Integer>> groups;
    private final List<Type> sequence;
    private final Map<Type, Long> missing = new HashMap<>();
    private final List<Map<Type, Long>> growth = new ArrayList<>();

    /**
     * Creates a search.
     *
     * @param groups groups of loops that have equal numbers of iterations
     */
    LoopCounts(Text text, List<List<Integer>> groups, List<Type> sequence) {
        this.text = text;
        this.groups = groups;
        this.sequence = sequence;
        Map<Type, Long> own = text.frequencies(text.counts());
        sequence.forEach(type -> missing.merge(type, 1L, Long::sum));
        own.forEach((type, count) -> missing.merge(type, -count, Long::sum));
        for (List<Integer> group : groups) {
            Map<Type, Long> more = text.frequencies(changed(group, 1, List.of(), 0));
            own.forEach((type, count) -> more.merge(type, -count, Long::sum));
            growth.add(more);
        }
    }

    private int[] changed(List<Integer> first, int byFirst, List<Integer> second, int bySecond) {
        int[] counts = text.counts();
        first.forEach(loop -> counts[loop] += byFirst);
        second.forEach(loop -> counts[loop] += bySecond);
        return counts;
    }

    Optional<int[]> found() {
        Stream<Optional<int[]>> single = IntStream.range(0, groups.size()).mapToObj(this::single);
        Stream<Optional<int[]>> pairs = IntStream.range(0, groups.size())
                .boxed()
                .flatMap(g -> IntStream.range(0, g).mapToObj(h -> pair(g, h)));
        return Stream.concat(single, pairs).flatMap(Optional::stream).findFirst();
    }

    private Optional<int[]> single(int g) {
        return growth.get(g).entrySet().stream()
                .filter(grown -> grown.getValue() != 0)
                .findFirst()
                .flatMap(grown -> tried(g, missing.getOrDefault(grown.getKey(), 0L) / grown.getValue(), 0, 0));
    }

    private Optional<int[]> pair(int g, int h) {
        Set<Type> types = new HashSet<>(growth.get(g).keySet());
        types.addAll(growth.get(h).keySet());
        Type known = null;
        for (Type type : types) {
            long own = growth.get(g).getOrDefault(type, 0L);
            long other = growth.get(h).getOrDefault(type, 0L);
            if (known == null) {
                known = own != 0 || other != 0 ? type : null;
                continue;
            }
            long a = growth.get(g).getOrDefault(known, 0L);
            long b = growth.get(h).getOrDefault(known, 0L);
            long determinant = a * other - own * b;
            if (determinant != 0) {
                long x = missing.getOrDefault(known, 0L);
                long y = missing.getOrDefault(type, 0L);
                return tried(g, (x * other - y * b) / determinant, h, (a * y - own * x) / determinant);
            }
        }
        return Optional.empty();
    }

    private Optional<int[]> tried(int g, long byG, int h, long byH) {
        if (Math.abs(byG) > Integer.MAX_VALUE || Math.abs(byH) > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        int[] counts = changed(groups.get(g), (int) byG, groups.get(h), (int) byH);
        if (Arrays.stream(counts).anyMatch(count -> count < 0)) {
            return Optional.empty();
        }
        Map<Type, Long> frequencies = text.frequencies(counts);
        long length = frequencies.values().stream().mapToLong(Long::longValue).sum();
        return length == sequence.size() && text.performs(counts, sequence) ? Optional.of(counts) : Optional.empty();
    }
}
