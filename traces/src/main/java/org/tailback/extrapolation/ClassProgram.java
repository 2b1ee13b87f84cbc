package org.tailback.extrapolation;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;

/**
 * Operations and computation of one class of ranks on another number of ranks.
 *
 * @param text operations and loops
 * @param iterations of each loop
 * @param laws by operation of the text
 * @param groups ranks of communicators, by position; null for all ranks, or if unknown
 * @param bursts computation before each operation of the text
 */
record ClassProgram(Text text, int[] iterations, List<SlotLaws> laws, List<@Nullable GroupLaw> groups, Bursts bursts) {
    /**
     * Finds the program of a class.
     *
     * @param name the class
     * @param recordings the class in each recording that has it, ascending by ranks
     * @throws LawNotFound if no laws explain the recordings
     * @throws Undecided if several do that differ at the target
     */
    static ClassProgram of(
            String name, List<Columns> recordings, Grid grid, Search search, int[] ranks, Computation computation) {
        LawNotFound furthest = null;
        for (Folding.Blocks blocks : Folding.Blocks.values()) {
            if (blocks != Folding.Blocks.SAME_PARTNERS || search.mayHaveCells()) {
                try {
                    return of(name, recordings, grid, search, ranks, computation, blocks);
                } catch (LawNotFound e) {
                    furthest = furthest == null || e.progress() > furthest.progress() ? e : furthest;
                }
            }
        }
        throw Objects.requireNonNull(furthest);
    }

    boolean usesGrid() {
        return groups.stream().anyMatch(group -> group != null)
                || laws.stream().map(SlotLaws::peer).anyMatch(peer -> peer != null && peer.family() != null);
    }

    /** Returns the laws that follow the number of ranks, a line each, without repetition. */
    ImmutableList<String> lawsInWords() {
        Set<String> lines = new LinkedHashSet<>();
        for (int slot = 0; slot < laws.size(); slot++) {
            Type type = text.types().get(slot);
            for (int n = 0; n < laws.get(slot).numbers().size(); n++) {
                NumberLaw law = laws.get(slot).numbers().get(n);
                if (!law.isConstant()) {
                    lines.add(type + ", " + type.names().get(n) + ": " + law);
                }
            }
            PeerLaw peer = laws.get(slot).peer();
            if (peer != null) {
                lines.add(type + ", partner: " + peer);
            }
        }
        return ImmutableList.copyOf(lines);
    }

    private static ClassProgram of(
            String name,
            List<Columns> recordings,
            Grid grid,
            Search search,
            int[] ranks,
            Computation computation,
            Folding.Blocks blocks) {
        GridFamily family = search.family();
        boolean isEvidence = changesAllSides(recordings, family);
        Columns largest = recordings.get(recordings.size() - 1);
        Text text = largest.text(blocks);
        List<Slot> slots = IntStream.range(0, text.types().size())
                .mapToObj(slot -> new Slot(text.types().get(slot), text.around(slot)))
                .toList();
        List<int[]> iterations = new ArrayList<>();
        for (Columns columns : recordings) {
            int[] found = text.parse(columns.types())
                    .orElseThrow(() -> new LawNotFound(
                            1,
                            "the ranks of class '" + name + "' perform other operations in "
                                    + columns.recording().name() + " than in "
                                    + largest.recording().name() + ": " + difference(columns.types(), largest.types())
                                    + ", and no loop explains it"));
            iterations.add(found);
            observe(text, found, columns, family.of(columns.world()), slots);
        }
        int[] counts = new int[text.loops()];
        for (int loop = 0; loop < counts.length; loop++) {
            counts[loop] = iterations(name, loop, recordings, iterations, grid, search, isEvidence, ranks);
        }
        Target target = new Target(grid, ranks, counts);
        if (search.mayHaveCells()) {
            recordings.forEach(each -> search.evidence().observePartners(each, family.of(each.world())));
        }
        List<SlotLaws> laws = new ArrayList<>();
        if (search.mayHaveCells()) {
            evidence(slots, search, isEvidence, target);
        }
        for (Slot slot : slots) {
            laws.add(SlotLaws.of(slot, search, isEvidence, target, 2 + laws.size()));
        }
        Bursts bursts = new Bursts(computation.bySlot(slots, grid.ranks(), text.instances(counts)), slots, counts);
        return new ClassProgram(text, counts, laws, groups(recordings, laws), bursts);
    }

    /** Collects evidence from all operations, as later ones may decide between laws of the first. */
    private static void evidence(List<Slot> slots, Search search, boolean isEvidence, Target target) {
        for (Slot slot : slots) {
            try {
                SlotLaws.of(slot, search, isEvidence, target, 2);
            } catch (Undecided later) {
                continue;
            }
        }
    }

    private static boolean changesAllSides(List<Columns> recordings, GridFamily family) {
        for (int d = 0; d < family.dimensions(); d++) {
            int dimension = d;
            if (recordings.stream()
                            .map(columns -> family.of(columns.world()).sides()[dimension])
                            .distinct()
                            .count()
                    == 1) {
                return false;
            }
        }
        return true;
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

    private static void observe(Text text, int[] iterations, Columns columns, Grid grid, List<Slot> slots) {
        List<List<Integer>> instances = new ArrayList<>();
        for (int s = 0; s < slots.size(); s++) {
            instances.add(new ArrayList<>());
        }
        int[] performed = text.slots(iterations);
        for (int column = 0; column < performed.length; column++) {
            instances.get(performed[column]).add(column);
        }
        for (int s = 0; s < slots.size(); s++) {
            if (!instances.get(s).isEmpty()) {
                int[] columnsOf =
                        instances.get(s).stream().mapToInt(Integer::intValue).toArray();
                slots.get(s).add(columns, grid, iterations, columnsOf);
            }
        }
    }

    private static int iterations(
            String name,
            int loop,
            List<Columns> recordings,
            List<int[]> found,
            Grid grid,
            Search search,
            boolean isEvidence,
            int[] ranks) {
        GridFamily family = search.family();
        List<Sample> samples = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        for (int r = 0; r < recordings.size(); r++) {
            Columns columns = recordings.get(r);
            int count = found.get(r)[loop];
            samples.add(new Sample(
                    new Context(family.of(columns.world()), columns.ranks()[0], new int[0], new int[0]), count));
            seen.append(r == 0 ? "" : "; ")
                    .append(columns.world())
                    .append(" ranks: ")
                    .append(count);
        }
        String what = "the iterations of loop " + (loop + 1) + " of class '" + name + "'";
        List<NumberLaw> known = search.evidence().explaining("iterations", samples);
        List<NumberLaw> unconfirmed = new ArrayList<>();
        List<NumberLaw> laws = known.isEmpty() ? NumberLaws.of(samples, search.sizes(), List.of(), unconfirmed) : known;
        SlotLaws.requireConfirmed(laws, unconfirmed, () -> what + " (" + seen + ")");
        if (laws.isEmpty()) {
            throw new LawNotFound(1, what + " follow no known law (" + seen + ")");
        }
        Target target = new Target(grid, ranks, new int[0]);
        NumberLaw law = SlotLaws.agreed(
                laws, target.contexts(List.of()), each -> each::at, () -> what + " (" + seen + ")", target);
        if (isEvidence) {
            search.evidence().add("iterations", laws);
        }
        return (int) law.at(target.contexts(List.of()).get(0));
    }

    private static List<@Nullable GroupLaw> groups(List<Columns> recordings, List<SlotLaws> laws) {
        int used = laws.stream().mapToInt(SlotLaws::group).max().orElse(0);
        List<@Nullable GroupLaw> groups = new ArrayList<>();
        for (int position = 0; position <= used; position++) {
            int at = position;
            boolean known = position > 0
                    && recordings
                                    .get(0)
                                    .recording()
                                    .groups()
                                    .get(recordings.get(0).ranks()[0])
                                    .get(at)
                            != null;
            groups.add(
                    known
                            ? GroupLaw.of(recordings, position)
                                    .orElseThrow(() -> new LawNotFound(
                                            2, "communicator " + at + " holds ranks that follow no known law"))
                            : null);
        }
        return groups;
    }
}
