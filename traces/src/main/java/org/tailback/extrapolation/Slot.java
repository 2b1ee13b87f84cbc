package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tailback.extrapolation.Event.Type;

/** All observations of one operation of a text: all ranks of a class, all iterations, all recordings. */
final class Slot {
    private final Type type;
    private final List<Integer> loops;
    private final List<Seen> seen = new ArrayList<>();

    /**
     * The values of one recording.
     *
     * @param columns operations of the class
     * @param grid all ranks
     * @param iterations of all loops
     * @param instances the columns that the slot stands for, in the order in which they are performed
     */
    record Seen(Columns columns, Grid grid, int[] iterations, int[] instances) {}

    /** A number of an operation as seen by one rank. */
    interface Number {
        /** @param columns a recording's operations of the class */
        long of(Columns columns, Grid grid, Event event, int rank);
    }

    /**
     * Observations without those that repeat others.
     *
     * @param samples the observations
     * @param loops loops with whose iteration the number changes
     * @param byRank whether it differs between ranks of one recording
     */
    record Series(List<Sample> samples, List<Integer> loops, boolean byRank) {}

    /** @param loops the loops around the operation, the outermost first */
    Slot(Type type, List<Integer> loops) {
        this.type = type;
        this.loops = loops;
    }

    Type type() {
        return type;
    }

    List<Integer> loops() {
        return loops;
    }

    void add(Columns columns, Grid grid, int[] iterations, int[] instances) {
        seen.add(new Seen(columns, grid, iterations, instances));
    }

    List<Seen> seen() {
        return seen;
    }

    /**
     * Returns the iteration of each loop in which an instance is performed.
     *
     * @param iterations of all loops
     */
    int[] index(int[] iterations, int instance) {
        int[] index = new int[iterations.length];
        int left = instance;
        for (int l = loops.size() - 1; l >= 0; l--) {
            int loop = loops.get(l);
            index[loop] = left % iterations[loop];
            left /= iterations[loop];
        }
        return index;
    }

    /** Returns the observations of a number; takes time O(instances x ranks x loops). */
    Series series(Number number) {
        boolean byRank = false;
        boolean[] byLoop = new boolean[loops.size()];
        for (Seen in : seen) {
            int stride = 1;
            for (int l = loops.size() - 1; l >= 0; l--) {
                int count = in.iterations[loops.get(l)];
                for (int k = 0; k < in.instances.length && !byLoop[l]; k++) {
                    int first = k - k / stride % count * stride;
                    byLoop[l] = differ(number, in, in.instances[first], in.instances[k]);
                }
                stride *= count;
            }
            Set<Integer> distinct = new HashSet<>();
            for (int column : in.instances) {
                if (!byRank && distinct.add(in.columns.contents()[column])) {
                    long first = value(number, in, column, in.columns.ranks()[0]);
                    for (int rank : in.columns.ranks()) {
                        byRank |= value(number, in, column, rank) != first;
                    }
                }
            }
        }
        List<Sample> samples = new ArrayList<>();
        for (Seen in : seen) {
            int ranks = byRank ? in.columns.ranks().length : 1;
            for (int k = 0; k < in.instances.length; k++) {
                if (isFirst(index(in.iterations, k), byLoop)) {
                    for (int r = 0; r < ranks; r++) {
                        samples.add(sample(number, in, k, in.columns.ranks()[r]));
                    }
                }
            }
        }
        List<Integer> changing = new ArrayList<>();
        for (int l = 0; l < byLoop.length; l++) {
            if (byLoop[l]) {
                changing.add(loops.get(l));
            }
        }
        return new Series(samples, changing, byRank);
    }

    /** Returns the observations of a number at all ranks, of equal operations of a recording the first ones. */
    Stream<Sample> all(Number number) {
        return seen.stream().flatMap(in -> {
            Set<Integer> distinct = new HashSet<>();
            return IntStream.range(0, in.instances.length)
                    .filter(k -> distinct.add(in.columns.contents()[in.instances[k]]))
                    .boxed()
                    .flatMap(k -> Arrays.stream(in.columns.ranks()).mapToObj(rank -> sample(number, in, k, rank)));
        });
    }

    private Sample sample(Number number, Seen in, int instance, int rank) {
        Context context = new Context(in.grid, rank, index(in.iterations, instance), in.iterations);
        return new Sample(context, value(number, in, in.instances[instance], rank));
    }

    private boolean isFirst(int[] index, boolean[] byLoop) {
        for (int l = 0; l < byLoop.length; l++) {
            if (!byLoop[l] && index[loops.get(l)] > 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean differ(Number number, Seen in, int column, int other) {
        int[] contents = in.columns.contents();
        if (contents[column] != contents[other]) {
            for (int rank : in.columns.ranks()) {
                if (value(number, in, column, rank) != value(number, in, other, rank)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long value(Number number, Seen in, int column, int rank) {
        return number.of(in.columns, in.grid, in.columns.event(column, rank), rank);
    }

    /** Returns the values of a number in each recording, in words. */
    String inWords(Number number) {
        return seen.stream()
                .map(in -> {
                    TreeSet<Long> values = new TreeSet<>();
                    Arrays.stream(in.instances)
                            .forEach(column -> Arrays.stream(in.columns.ranks())
                                    .forEach(rank -> values.add(value(number, in, column, rank))));
                    String some = values.stream().limit(6).map(String::valueOf).collect(Collectors.joining(", "));
                    return in.columns.world() + " ranks: " + some + (values.size() > 6 ? ", …" : "");
                })
                .collect(Collectors.joining("; "));
    }

    /** Returns the position of the operation in the recording with the most ranks. */
    String place() {
        Seen last = seen.get(seen.size() - 1);
        int column = last.instances[0];
        return "operation " + (column + 1) + " of rank " + last.columns.ranks()[0] + " in "
                + last.columns.recording().name() + " (" + type + ")";
    }
}
