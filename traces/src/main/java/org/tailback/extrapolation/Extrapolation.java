package org.tailback.extrapolation;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;
import org.tailback.stability.Beta;

/**
 * Extrapolation of a code's program to more ranks than in its recordings.
 *
 * <pre>{@code
 * ParallelProgram on1024 = new Extrapolation()
 *         .recording("cg-16", trace16)
 *         .recording("cg-64", trace64)
 *         .on(1024);
 * }</pre>
 *
 * <p>The operations, their order, partners, tags, roots and sizes are exactly as the code would perform them; otherwise
 * the extrapolation is rejected. Ranks are divided into classes by their position in a grid (none, rank 0, first, inner
 * and last along one, two or three sides). The operations of a class are folded into loops. Every number then follows a
 * law of a given family: a constant, or one or two terms in the number of ranks P, a side of the grid, their inverses,
 * squares and logarithms, and the iteration. On square grids, laws may also contain surfaces and numbers of cells of a
 * multipartition. Partners are a fixed rank, a distance in the order of ranks, bits that differ, a neighbour or a
 * distance along a side of a grid, or the transposed rank. The search chooses the simplest laws that reproduce every
 * operation of every recording exactly. If several equally simple laws differ on the requested number of ranks, the
 * extrapolation is rejected, and the error lists the observed values.
 *
 * <p>Computation is an exception: computation times are noisy, so a law is fitted to them; see {@link
 * ParallelProgram#approximations} of the result. All recordings are in memory during the search for laws; afterwards
 * memory is O(classes x operations of a rank).
 */
@Beta
public final class Extrapolation {
    private final TreeMap<Integer, Recording> recordings = new TreeMap<>();
    private Scaling scaling = Scaling.RECOGNISED;

    /**
     * Adds a recording.
     *
     * @param name name of the recording, for error messages
     * @param program recorded program; this call reads it completely
     * @return this extrapolation
     * @throws InputException if another recording has the same number of ranks, or the program contains operations
     *     whose number or outcome depends on timing or data
     */
    public Extrapolation recording(String name, ParallelProgram program) {
        if (recordings.containsKey(program.ranks())) {
            throw new InputException(name + ": has " + program.ranks() + " ranks, like "
                    + recordings.get(program.ranks()).name() + ". Give recordings with different numbers of ranks");
        }
        return recording(Recording.of(name, program));
    }

    Extrapolation recording(Recording recording) {
        recordings.put(recording.ranks(), recording);
        return this;
    }

    /** Sets the scaling of the problem with the number of ranks; by default the scaling is recognised. */
    public Extrapolation scaling(Scaling how) {
        this.scaling = how;
        return this;
    }

    /**
     * Returns the program on a number of ranks. A single recording suffices only with {@link Scaling#WEAK}, for a
     * pattern of neighbours whose sizes do not change. This assumption is listed in the approximations of the result.
     *
     * @param ranks requested number of ranks, >= 1
     * @throws InputException if there is no recording, no laws explain the recordings, several laws explain them but
     *     differ on this number of ranks, or the code does not run on this number of ranks
     */
    public ExtrapolatedProgram on(int ranks) {
        if (recordings.isEmpty() || recordings.size() == 1 && scaling != Scaling.WEAK) {
            throw new InputException("extrapolation needs recordings on at least two numbers of ranks, found "
                    + recordings.size() + ". Record the code on another number of ranks. For a pattern of neighbours"
                    + " whose sizes do not change with the ranks, set --scaling weak (scaling=weak)");
        }
        Computation computation = Computation.of(List.copyOf(recordings.values()));
        List<GridFamily.Numbers> families = GridFamily.Numbers.of(recordings.keySet());
        boolean isOfFamily = recordings.size() == 1 || families.stream().allMatch(each -> each.holds(ranks));
        LawNotFound furthest = null;
        Undecided undecided = null;
        Map<Partition, ListMultimap<String, Columns>> known = new HashMap<>();
        for (Search search : searches(isOfFamily)) {
            try {
                ExtrapolatedProgram program = on(ranks, search, computation, known);
                if (isOfFamily || !program.usesGrid()) {
                    return program;
                }
            } catch (LawNotFound e) {
                furthest = furthest == null || e.progress() > furthest.progress() ? e : furthest;
            } catch (Undecided e) {
                undecided = undecided == null ? e : undecided;
                if (!search.isAssumed()) {
                    break;
                }
            }
        }
        if (!isOfFamily) {
            throw outside(families, ranks);
        }
        if (undecided != null) {
            throw new InputException(names() + ": " + undecided.getMessage());
        }
        throw new InputException(
                names() + ": cannot be extrapolated: " + (furthest == null ? "" : furthest.getMessage())
                        + ". Give recordings on more numbers of ranks, or record the code on " + ranks);
    }

    private List<Search> searches(boolean isOfFamily) {
        List<Search> searches = new ArrayList<>();
        for (Partition partition : Partition.all()) {
            if (isOfFamily || partition.family().dimensions() == 1) {
                for (List<Term> sizes : sizes(partition)) {
                    for (boolean withRoot : new boolean[] {false, true}) {
                        searches.add(new Search(partition, sizes, withRoot, recordings.size() == 1, new Evidence()));
                    }
                }
            }
        }
        return searches;
    }

    private InputException outside(List<GridFamily.Numbers> families, int ranks) {
        String words = families.stream().map(GridFamily.Numbers::words).collect(Collectors.joining(" and "));
        return new InputException(names() + ": recorded on "
                + Joiner.on(", ").join(recordings.keySet())
                + " ranks, which are " + words + "; " + ranks + " is not"
                + GridFamily.next(families, ranks)
                        .map(next -> ". The next such number: " + next)
                        .orElse(""));
    }

    /**
     * Returns the functions of the number of ranks that are tried for sizes and counts. The first attempt has no
     * functions if every side of the grid changes, because the recordings would then show a dependence. The last
     * attempt uses all functions.
     */
    private List<List<Term>> sizes(Partition partition) {
        List<Term> all = Term.ofSize(partition.family().dimensions());
        return switch (scaling) {
            case WEAK -> List.of(List.of());
            case STRONG -> List.of(all);
            case RECOGNISED ->
                partition.family().changesAllSides(recordings.keySet()) ? List.of(List.of(), all) : List.of(all);
        };
    }

    private String names() {
        return recordings.values().stream().map(Recording::name).collect(Collectors.joining(", "));
    }

    private ListMultimap<String, Columns> byClass(Partition partition) {
        ListMultimap<String, Columns> byClass =
                MultimapBuilder.treeKeys().arrayListValues().build();
        for (Recording recording : recordings.values()) {
            partition
                    .classes(recording.ranks())
                    .forEach((name, members) -> byClass.put(name, Columns.of(recording, members, name)));
        }
        return byClass;
    }

    private ExtrapolatedProgram on(
            int ranks, Search search, Computation computation, Map<Partition, ListMultimap<String, Columns>> known) {
        Partition partition = search.partition();
        ListMultimap<String, Columns> byClass = known.computeIfAbsent(partition, this::byClass);
        Grid grid = partition.family().of(ranks);
        Map<String, int[]> wanted = partition.classes(ranks);
        // classes with the most recordings come first, because they provide evidence for others
        List<Map.Entry<String, int[]>> order = new ArrayList<>(wanted.entrySet());
        order.sort(Comparator.comparing(
                (Map.Entry<String, int[]> each) -> -byClass.get(each.getKey()).size()));
        Map<String, ClassProgram> programs = new LinkedHashMap<>();
        for (boolean again : new boolean[] {false, true}) {
            for (Map.Entry<String, int[]> each : order) {
                List<Columns> seen = byClass.get(each.getKey());
                if (!seen.isEmpty() && !programs.containsKey(each.getKey())) {
                    try {
                        programs.put(
                                each.getKey(),
                                new ClassSearch(each.getKey(), seen, grid, search, each.getValue())
                                        .program(computation));
                    } catch (Undecided | LawNotFound e) {
                        if (again || order.size() == 1) {
                            throw e;
                        }
                    }
                }
            }
        }
        for (String name : wanted.keySet()) {
            if (!byClass.containsKey(name)) {
                throw new Undecided("no recording has ranks of class '" + name + "' (" + grid + "), which exists on "
                        + ranks + " ranks. Record the code on more ranks");
            }
        }
        requireOrderOfSides(partition.family(), ranks, Multimaps.filterKeys(byClass, wanted::containsKey));
        return new ExtrapolatedProgram(
                partition, grid, ImmutableMap.copyOf(programs), warnings(computation, programs.values()));
    }

    /** Checks that a recording shows whether the longest side is first or last. */
    private static void requireOrderOfSides(GridFamily family, int ranks, ListMultimap<String, Columns> used) {
        GridFamily reversed = family.reversed();
        if (!family.of(ranks).equals(reversed.of(ranks))
                && used.values().stream()
                        .map(Columns::world)
                        .allMatch(recorded -> family.of(recorded).equals(reversed.of(recorded)))) {
            throw new Undecided("no recording shows whether the grid of " + ranks + " ranks is " + family.of(ranks)
                    + " or " + reversed.of(ranks) + ". Record the code on a number of ranks whose sides differ");
        }
    }

    private ImmutableList<String> warnings(Computation computation, Collection<ClassProgram> programs) {
        String on = Joiner.on(", ").join(recordings.keySet());
        return ImmutableList.of(
                recordings.size() == 1
                        ? "operations are extrapolated from one recording on " + on
                                + " ranks, assuming that the pattern (" + partners(programs)
                                + ") keeps its sizes, counts and computation; a second recording would confirm the"
                                + " assumption"
                        : "operations are extrapolated from recordings on " + on + " ranks; " + computation.inWords());
    }

    private static String partners(Collection<ClassProgram> programs) {
        List<String> partners = programs.stream()
                .flatMap(program -> program.laws().stream())
                .flatMap(laws -> Stream.ofNullable(laws.peer()))
                .map(PeerLaw::toString)
                .distinct()
                .toList();
        return partners.isEmpty()
                ? "collective operations only"
                : partners.stream().limit(4).collect(Collectors.joining(", ")) + (partners.size() > 4 ? ", …" : "");
    }
}
