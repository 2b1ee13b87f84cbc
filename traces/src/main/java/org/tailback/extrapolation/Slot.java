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

/**
 * Observations of one operation of a text on all ranks of a class, in all iterations and all recordings.
 *
 * @param type type of the operation
 * @param loops loops around the operation, the outermost first
 * @param seen observations by recording, in ascending order of ranks
 */
record Slot(Type type, List<Integer> loops, List<Seen> seen) {
    /**
     * Observations in one recording.
     *
     * @param columns operations of the class
     * @param grid grid of all ranks
     * @param iterations number of iterations of all loops
     * @param instances columns of the operation, in the order in which they are performed
     */
    record Seen(Columns columns, Grid grid, int[] iterations, int[] instances) {}

    /** Number of an operation as observed on one rank. */
    interface Number {
        /**
         * Returns the number.
         *
         * @param columns operations of the class in a recording
         */
        long of(Columns columns, Grid grid, Event event, int rank);
    }

    /**
     * Observations without duplicates.
     *
     * @param samples the observations
     * @param loops loops whose iteration affects the number
     * @param byRank whether the number differs between ranks of the same recording
     */
    record Series(List<Sample> samples, List<Integer> loops, boolean byRank) {
        /** Returns the functions of iterations and of the rank on which the number may depend. */
        List<Term> variables(Search search) {
            Stream<Term> ofLoops = loops.stream().flatMap(loop -> Term.ofLoop(loop).stream());
            return Stream.concat(ofLoops, byRank ? Term.ofRank(search.dimensions()).stream() : Stream.of())
                    .toList();
        }
    }

    /**
     * Returns the iteration of each loop in which an instance is performed, given the numbers of iterations of all
     * loops.
     */
    int[] index(int[] iterations, int instance) {
        int[] index = new int[iterations.length];
        index(loops, iterations, instance, index);
        return index;
    }

    /** Sets the iteration of each enclosing loop in which an instance of an operation is performed. */
    static void index(List<Integer> loops, int[] iterations, int instance, int[] index) {
        int left = instance;
        for (int l = loops.size() - 1; l >= 0; l--) {
            int loop = loops.get(l);
            index[loop] = left % iterations[loop];
            left /= iterations[loop];
        }
    }

    /** Returns the observations of a number. Takes time O(instances x ranks x loops). */
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
        List<Integer> changing = IntStream.range(0, byLoop.length)
                .filter(l -> byLoop[l])
                .mapToObj(loops::get)
                .toList();
        List<Sample> samples = new ArrayList<>();
        for (Seen in : seen) {
            int ranks = byRank ? in.columns.ranks().length : 1;
            for (int k = 0; k < in.instances.length; k++) {
                int[] index = index(in.iterations, k);
                if (loops.stream().allMatch(loop -> index[loop] == 0 || changing.contains(loop))) {
                    for (int r = 0; r < ranks; r++) {
                        samples.add(sample(number, in, k, in.columns.ranks()[r]));
                    }
                }
            }
        }
        return new Series(samples, changing, byRank);
    }

    /**
     * Returns the observations of a number on all ranks. Of equal operations in a recording, only the first is
     * returned.
     */
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

    private static boolean differ(Number number, Seen in, int column, int other) {
        int[] contents = in.columns.contents();
        return contents[column] != contents[other]
                && Arrays.stream(in.columns.ranks())
                        .anyMatch(rank -> value(number, in, column, rank) != value(number, in, other, rank));
    }

    private static long value(Number number, Seen in, int column, int rank) {
        return number.of(in.columns, in.grid, in.columns.event(column, rank), rank);
    }

    /** Returns a text with the values of a number in each recording. */
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

    /** Returns the location of the operation in the recording with the most ranks. */
    String place() {
        Seen last = seen.get(seen.size() - 1);
        int column = last.instances[0];
        return "operation " + (column + 1) + " of rank " + last.columns.ranks()[0] + " in "
                + last.columns.recording().name() + " (" + type + ")";
    }
}
