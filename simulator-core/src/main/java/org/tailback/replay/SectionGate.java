package org.tailback.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.schedule.OperationList;
import org.tailback.schedule.RankSections;
import org.tailback.schedule.RankSections.Section;
import org.tailback.schedule.Schedule;
import org.tailback.units.Readable;

/**
 * Gate that starts the sections of a schedule ({@link RankSections}). The first operation of a ready section waits in
 * the gate. The section starts when it has the smallest number of all waiting sections whose resources are free and
 * that are next in their sequence.
 *
 * <p>If ranks reach common sections in different orders, each rank may occupy a resource for which another rank waits.
 * When no other event is possible, a waiting section starts although its resources are occupied, and is counted.
 *
 * <p>O(log waiting) per section, and O(waiting) if another section is next in the sequence.
 */
final class SectionGate {
    private static final int NONE = RankSections.NONE;

    private final RankSections[] ranks;
    /** Number of sections that occupy a resource, by rank and resource. */
    private final int[][] occupied;
    /** Waiting sections by rank and kind of section. */
    private final WaitingSections[][] waiting;

    /** Start time of each section by rank, in seconds; NaN before the start. */
    private final double[][] began;

    private final double[][] ended;
    /** Calls that have started, in their order, by sequence, and the number of calls that each rank has started. */
    private int[][] order = new int[4][];

    private int[] orderSize = new int[4];
    private final int[][] position;
    private final OperationList touched = new OperationList();
    private final boolean[] isTouched;
    private long held;
    private long forced;

    SectionGate(Schedule schedule) {
        int count = schedule.ranks();
        ranks = new RankSections[count];
        occupied = new int[count][];
        waiting = new WaitingSections[count][];
        began = new double[count][];
        ended = new double[count][];
        position = new int[count][];
        isTouched = new boolean[count];
        for (int rank = 0; rank < count; rank++) {
            RankSections sections = schedule.sections(rank);
            ranks[rank] = sections == null ? new RankSections(0) : sections;
            if (sections == null) {
                ranks[rank].close(schedule.operations(rank));
            }
            occupied[rank] = new int[ranks[rank].resourceCount()];
            waiting[rank] = new WaitingSections[ranks[rank].kinds()];
            Arrays.setAll(waiting[rank], kind -> new WaitingSections());
            began[rank] = new double[ranks[rank].sections().size()];
            ended[rank] = new double[ranks[rank].sections().size()];
            position[rank] = new int[4];
        }
    }

    /**
     * Receives an operation that has become ready. Returns true if the operation must wait until {@link #next} returns
     * it.
     */
    boolean holds(int rank, int operation) {
        int section = ranks[rank].beginning(operation);
        if (section == NONE) {
            return false;
        }
        waiting[rank][ranks[rank].section(section).kind()].add(section);
        held++;
        touch(rank);
        return true;
    }

    /** Completes an operation. The last operation of a section frees the resources of the section. */
    void completed(int rank, int operation, double now) {
        int section = ranks[rank].ending(operation);
        if (section == NONE) {
            return;
        }
        ended[rank][section] = now;
        occupy(rank, section, -1);
        touch(rank);
    }

    private void touch(int rank) {
        if (!isTouched[rank]) {
            isTouched[rank] = true;
            touched.add(rank);
        }
    }

    /** Returns the ranks in which sections may start. */
    OperationList touched() {
        return touched;
    }

    void clearTouched() {
        for (int i = 0; i < touched.size(); i++) {
            isTouched[touched.get(i)] = false;
        }
        touched.clear();
    }

    boolean isEmpty() {
        return held == 0;
    }

    /** Starts a section of a rank. Returns its first operation, or -1 if none can start. */
    int next(int rank, double now) {
        int best = Integer.MAX_VALUE;
        int bestKind = NONE;
        int bestIndex = NONE;
        WaitingSections[] kinds = waiting[rank];
        for (int kind = 0; kind < kinds.length; kind++) {
            if (kinds[kind].size() == 0 || kinds[kind].get(0) > best || !isFree(rank, kind)) {
                continue;
            }
            int index = firstInOrder(rank, kinds[kind]);
            if (index != NONE && kinds[kind].get(index) < best) {
                best = kinds[kind].get(index);
                bestKind = kind;
                bestIndex = index;
            }
        }
        return bestKind == NONE ? NONE : start(rank, bestKind, bestIndex, now);
    }

    /**
     * Starts a section of the first rank whose next section waits, even if its resources are occupied. Call it only
     * when no other event is possible. Returns the rank of the section.
     *
     * @param operations receives the first operation of the section
     */
    int force(OperationList operations, double now) {
        for (int pass = 0; pass < 2; pass++) {
            for (int rank = 0; rank < ranks.length; rank++) {
                for (int kind = 0; kind < waiting[rank].length; kind++) {
                    WaitingSections sections = waiting[rank][kind];
                    int index = pass == 1 && sections.size() > 0 ? 0 : firstInOrder(rank, sections);
                    if (index != NONE) {
                        forced++;
                        operations.add(start(rank, kind, index, now));
                        return rank;
                    }
                }
            }
        }
        throw new IllegalStateException("no section waits");
    }

    private int start(int rank, int kind, int index, double now) {
        int section = waiting[rank][kind].get(index);
        waiting[rank][kind].remove(index);
        held--;
        began[rank][section] = now;
        occupy(rank, section, 1);
        Section started = ranks[rank].section(section);
        if (started.sequence() != NONE) {
            advance(rank, started.sequence(), started.call());
        }
        return started.first();
    }

    private void advance(int rank, int sequence, int call) {
        order = Columns.fit(order, sequence);
        orderSize = Columns.fit(orderSize, sequence);
        position[rank] = Columns.fit(position[rank], sequence);
        if (position[rank][sequence]++ == orderSize[sequence]) {
            if (order[sequence] == null) {
                order[sequence] = new int[4];
            }
            order[sequence] = Columns.fit(order[sequence], orderSize[sequence]);
            order[sequence][orderSize[sequence]++] = call;
        }
    }

    private void occupy(int rank, int section, int change) {
        for (int resource : ranks[rank].resources(ranks[rank].section(section).kind())) {
            occupied[rank][resource] += change;
        }
    }

    private boolean isFree(int rank, int kind) {
        for (int resource : ranks[rank].resources(kind)) {
            if (occupied[rank][resource] > 0) {
                return false;
            }
        }
        return true;
    }

    private int firstInOrder(int rank, WaitingSections sections) {
        for (int index = 0; index < sections.size(); index++) {
            if (isNextInOrder(rank, sections.get(index))) {
                return index;
            }
        }
        return NONE;
    }

    private boolean isNextInOrder(int rank, int number) {
        Section section = ranks[rank].section(number);
        int sequence = section.sequence();
        if (sequence == NONE || sequence >= orderSize.length) {
            return true;
        }
        int started = sequence < position[rank].length ? position[rank][sequence] : 0;
        return started >= orderSize[sequence] || order[sequence][started] == section.call();
    }

    /**
     * Adds warnings about contradictions of the recorded times, and about sections that started while their resources
     * were occupied.
     */
    void addWarnings(List<String> warnings) {
        if (forced > 0) {
            warnings.add(forced + (forced == 1 ? " operation was" : " operations were")
                    + " started while another operation of the same stream or group was running: ranks reach these"
                    + " operations in different orders and would wait for each other forever");
        }
        long contradictions = 0;
        double most = 0;
        for (int rank = 0; rank < ranks.length; rank++) {
            double[] early = early(rank);
            contradictions += (long) early[0];
            most = Math.max(most, early[1]);
        }
        if (contradictions > 0) {
            warnings.add(contradictions + (contradictions == 1 ? " operation starts" : " operations start")
                    + " before other operations of the same accelerator that had ended before "
                    + (contradictions == 1 ? "it" : "them") + " in the recorded run, at most "
                    + Readable.seconds(most)
                    + " too early: the trace has no dependency between them (omitted by its"
                    + " linker)");
        }
    }

    /**
     * Returns the number of sections of a rank that start too early, and the largest time in seconds by which a section
     * starts too early.
     */
    private double[] early(int rank) {
        RankSections sections = ranks[rank];
        List<Integer> recorded = new ArrayList<>();
        for (int number = 0; number < sections.sections().size(); number++) {
            Section section = sections.sections().get(number);
            if (section != null && !Double.isNaN(section.recordedBegin())) {
                recorded.add(number);
            }
        }
        List<Integer> byEnd = new ArrayList<>(recorded);
        recorded.sort(
                Comparator.comparingDouble(number -> sections.section(number).recordedBegin()));
        byEnd.sort(Comparator.comparingDouble(number -> sections.section(number).recordedEnd()));
        int passed = 0;
        double lastEnd = 0;
        double[] found = new double[2];
        for (int number : recorded) {
            double begin = sections.section(number).recordedBegin();
            while (passed < byEnd.size() && sections.section(byEnd.get(passed)).recordedEnd() <= begin) {
                lastEnd = Math.max(lastEnd, ended[rank][byEnd.get(passed++)]);
            }
            double early = lastEnd - began[rank][number];
            if (early > 1e-9 * Math.abs(lastEnd)) {
                found[0]++;
                found[1] = Math.max(found[1], early);
            }
        }
        return found;
    }
}
