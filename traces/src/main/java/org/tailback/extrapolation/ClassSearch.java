package org.tailback.extrapolation;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;
import org.tailback.extrapolation.Slot.Seen;
import org.tailback.extrapolation.Slot.Series;

/**
 * Search for the program of a class of ranks.
 *
 * @param name name of the class
 * @param recordings operations of the class in each recording that contains the class, in ascending order of ranks
 * @param grid requested grid
 * @param ranks ranks of the class on the requested grid
 */
record ClassSearch(String name, List<Columns> recordings, Grid grid, Search search, int[] ranks) {
    /**
     * Returns the program of the class.
     *
     * @throws LawNotFound if no laws explain the recordings
     * @throws Undecided if several laws explain the recordings and differ at the target
     */
    ClassProgram program(Computation computation) {
        LawNotFound furthest = null;
        for (Folding.Blocks blocks : Folding.Blocks.values()) {
            if (blocks != Folding.Blocks.SAME_PARTNERS || search.mayHaveCells()) {
                try {
                    return program(computation, blocks);
                } catch (LawNotFound e) {
                    furthest = furthest == null || e.progress() > furthest.progress() ? e : furthest;
                }
            }
        }
        throw Objects.requireNonNull(furthest);
    }

    private ClassProgram program(Computation computation, Folding.Blocks blocks) {
        Columns largest = recordings.get(recordings.size() - 1);
        Text text = largest.text(blocks);
        List<Slot> slots = IntStream.range(0, text.types().size())
                .mapToObj(slot -> new Slot(text.types().get(slot), text.around(slot), new ArrayList<>()))
                .toList();
        List<int[]> iterations = new ArrayList<>();
        for (Columns columns : recordings) {
            int[] found = text.parse(columns.types())
                    .orElseThrow(() -> new LawNotFound(
                            1,
                            "the ranks of class '" + name + "' perform different operations in "
                                    + columns.recording().name() + " than in "
                                    + largest.recording().name() + ": " + difference(columns.types(), largest.types())
                                    + ", and no loop explains the difference"));
            iterations.add(found);
            observe(text.slots(found), found, columns, slots);
        }
        int[] counts = IntStream.range(0, text.counts().length)
                .map(loop -> iterations(loop, iterations))
                .toArray();
        SlotSearch slotSearch = new SlotSearch(search, isEvidence(), new Target(grid, ranks, counts));
        if (search.mayHaveCells()) {
            recordings.forEach(each ->
                    search.evidence().observePartners(each, search.family().of(each.world())));
            collectEvidence(slots, slotSearch);
        }
        List<SlotLaws> laws = new ArrayList<>();
        for (Slot slot : slots) {
            laws.add(slotSearch.laws(slot, 2 + laws.size()));
        }
        List<Burst> bursts = new ArrayList<>();
        for (Slot slot : slots) {
            long instances = text.instances(bursts.size(), counts);
            bursts.add(new Burst(computation.before(slot, grid.ranks(), instances), slot, counts, instances));
        }
        return new ClassProgram(text, counts, text.slots(counts), laws, groups(laws), bursts);
    }

    /**
     * Collects evidence from all operations, because later operations may decide between laws of earlier operations.
     */
    private static void collectEvidence(List<Slot> slots, SlotSearch search) {
        for (Slot slot : slots) {
            try {
                search.laws(slot, 2);
            } catch (Undecided later) {
                continue;
            }
        }
    }

    /** Returns whether every side of the grid changes between the recordings; laws are then certain. */
    private boolean isEvidence() {
        return search.family()
                .changesAllSides(recordings.stream().map(Columns::world).toList());
    }

    private static String difference(List<Type> some, List<Type> others) {
        int shorter = Math.min(some.size(), others.size());
        for (int j = 0; j < shorter; j++) {
            if (!some.get(j).equals(others.get(j))) {
                return "operation " + (j + 1) + " is " + some.get(j) + " there and " + others.get(j) + " here";
            }
        }
        return (some.size() - 1) + " operations there and " + (others.size() - 1) + " here";
    }

    private void observe(int[] performed, int[] iterations, Columns columns, List<Slot> slots) {
        Grid recorded = search.family().of(columns.world());
        IntStream.range(0, performed.length)
                .boxed()
                .collect(Collectors.groupingBy(column -> performed[column]))
                .forEach((slot, instances) ->
                        slots.get(slot).seen().add(new Seen(columns, recorded, iterations, Ints.toArray(instances))));
    }

    /** Returns the number of iterations of a loop on the requested grid. */
    private int iterations(int loop, List<int[]> found) {
        List<Sample> samples = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        for (int r = 0; r < recordings.size(); r++) {
            Columns columns = recordings.get(r);
            int count = found.get(r)[loop];
            samples.add(new Sample(
                    new Context(search.family().of(columns.world()), columns.ranks()[0], new int[0], new int[0]),
                    count));
            seen.append(r == 0 ? "" : "; ")
                    .append(columns.world())
                    .append(" ranks: ")
                    .append(count);
        }
        Supplier<String> what =
                () -> "the number of iterations of loop " + (loop + 1) + " of class '" + name + "' (" + seen + ")";
        Target target = new Target(grid, ranks, new int[0]);
        NumberLaw law = new SlotSearch(search, isEvidence(), target)
                .number("iterations", what, new Series(samples, List.of(), false), false, 1);
        return (int) law.at(target.contexts(List.of()).get(0));
    }

    private List<@Nullable GroupLaw> groups(List<SlotLaws> laws) {
        Columns first = recordings.get(0);
        List<int @Nullable []> recorded = first.recording().groups().get(first.ranks()[0]);
        int used = laws.stream().mapToInt(SlotLaws::group).max().orElse(0);
        List<@Nullable GroupLaw> groups = new ArrayList<>();
        for (int position = 0; position <= used; position++) {
            int at = position;
            groups.add(
                    at == 0 || recorded.get(at) == null
                            ? null
                            : GroupLaw.of(recordings, at)
                                    .orElseThrow(() -> new LawNotFound(
                                            2, "the ranks of communicator " + at + " follow no known law")));
        }
        return groups;
    }
}
