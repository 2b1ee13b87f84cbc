package org.tailback.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.tailback.output.Labelled;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.SizeUnits;

/**
 * What the numbers of a platform come from, and which runs they were measured with. A run outside of these is an
 * extrapolation, and the platform's error does not hold for it.
 *
 * <p><b>Worked example</b> ({@code ValidityTest}). A machine was measured with 1 rank a node on 4 to 16 nodes. A
 * program of 32 ranks on 8 nodes is outside: {@code 4 ranks a node (measured: 1)}.
 *
 * @param basis what most numbers come from
 * @param ranks of the program, which decide on the connections that a library keeps; all if nothing is said, as in the
 *     others
 * @param ranksANode numbers of ranks on a node, perhaps with gaps
 * @param nodes numbers of nodes
 * @param operations collective operations; empty if nothing is said
 * @param sizes of the buffers of collective operations, bytes
 * @param memory where the buffers were
 * @param idle whether nothing else ran on the machine
 * @param date when it was measured; empty if nothing is said
 * @param parts keys of the platform file whose numbers come from elsewhere, by what they come from
 * @param mixed models that are not those which the numbers belong to, a phrase each
 * @param errors of predictions by these numbers, as their source states them
 */
public record Validity(
        Basis basis,
        Range<Long> ranks,
        RangeSet<Long> ranksANode,
        Range<Long> nodes,
        Set<Kind> operations,
        Range<Long> sizes,
        Memory memory,
        boolean idle,
        String date,
        Map<Basis, List<String>> parts,
        List<String> mixed,
        List<StatedError> errors) {
    /** Doublings beyond what was measured up to which predictions have intervals. */
    public static final double FAR = 3;

    /** Nothing is said. */
    public static final Validity UNKNOWN = new Validity(
            Basis.GUESSED,
            Range.all(),
            ImmutableRangeSet.of(Range.all()),
            Range.all(),
            ImmutableSet.of(),
            Range.all(),
            Memory.ANY,
            false,
            "",
            ImmutableMap.of(),
            ImmutableList.of());

    public Validity {
        ranksANode = ImmutableRangeSet.copyOf(ranksANode);
        operations = ImmutableSet.copyOf(operations);
        parts = ImmutableMap.copyOf(parts);
        mixed = ImmutableList.copyOf(mixed);
        errors = ImmutableList.copyOf(errors);
    }

    /** Nothing is stated about errors. */
    public Validity(
            Basis basis,
            Range<Long> ranks,
            RangeSet<Long> ranksANode,
            Range<Long> nodes,
            Set<Kind> operations,
            Range<Long> sizes,
            Memory memory,
            boolean idle,
            String date,
            Map<Basis, List<String>> parts,
            List<String> mixed) {
        this(basis, ranks, ranksANode, nodes, operations, sizes, memory, idle, date, parts, mixed, ImmutableList.of());
    }

    /** What numbers come from. */
    public enum Basis implements Labelled {
        /** Benchmarks of the machine. */
        MEASURED,
        /** Measured parts of the machine, such as its kernels and its network one by one. */
        CALIBRATED,
        /** Data sheets. */
        NOMINAL,
        /** The measurements of a paper. */
        PAPER,
        /** Nothing. */
        GUESSED;

        /** Returns whether numbers of this origin belong to one network under one model. */
        public boolean isOfOneMachine() {
            return this == MEASURED || this == CALIBRATED || this == PAPER;
        }
    }

    /** Where buffers are. */
    public enum Memory {
        /** Nothing is said. */
        ANY,
        /** Memory of the processors. */
        HOST,
        /** Memory of GPUs. */
        GPU
    }

    /**
     * The part of a run that decides whether it is inside.
     *
     * @param ranks >= 1
     * @param nodes that its ranks use, >= 1
     * @param ranksANode on the node with the most, >= 1
     * @param memory of its buffers
     * @param neighbours whether something else runs on the network
     * @param operations that are predicted by themselves; empty for a program
     * @param sizes of their buffers, bytes
     */
    public record Use(
            int ranks,
            int nodes,
            int ranksANode,
            Memory memory,
            boolean neighbours,
            Set<Kind> operations,
            Range<Long> sizes) {
        /** A program alone on the network. */
        public Use(int ranks, int nodes, int ranksANode, Memory memory) {
            this(ranks, nodes, ranksANode, memory, false, ImmutableSet.of(), Range.all());
        }

        /** Returns the same ranks beside other jobs. */
        public Use withNeighbours() {
            return new Use(ranks, nodes, ranksANode, memory, true, operations, sizes);
        }

        /** Returns the same ranks in one collective operation with buffers of these sizes, bytes. */
        public Use with(Kind operation, long least, long most) {
            return new Use(
                    ranks,
                    nodes,
                    ranksANode,
                    memory,
                    neighbours,
                    ImmutableSet.of(operation),
                    Range.closed(least, most));
        }
    }

    /** Returns the same with models that the numbers do not belong to, a phrase each. */
    public Validity mixedWith(List<String> models) {
        return new Validity(
                basis, ranks, ranksANode, nodes, operations, sizes, memory, idle, date, parts, models, errors);
    }

    /** Returns all that is said, in one line. */
    public String inWords() {
        List<String> words = new ArrayList<>();
        words.add(basis.label() + (date.isEmpty() ? "" : " " + date));
        if (ranks.hasUpperBound()) {
            words.add(words(ranks) + " ranks");
        }
        if (!ranksANode.encloses(Range.all())) {
            words.add(wordsOfRanksANode() + " ranks a node");
        }
        if (nodes.hasUpperBound()) {
            words.add(words(nodes) + " nodes");
        }
        if (!operations.isEmpty()) {
            words.add(labels(operations));
        }
        if (sizes.hasUpperBound()) {
            words.add(bytes(sizes));
        }
        if (memory != Memory.ANY) {
            words.add(memory.name().toLowerCase(Locale.ROOT) + " memory");
        }
        if (idle) {
            words.add("no neighbours");
        }
        parts.forEach((other, keys) -> words.add(other.label() + ": " + String.join(", ", keys)));
        words.addAll(mixed);
        errors.forEach(error -> words.add("error " + error.text()));
        return String.join("; ", words);
    }

    /**
     * Returns where a run leaves what is known, such as {@code 32 ranks a node (measured: 1)}; empty if it is inside.
     */
    public List<String> outside(Use use) {
        List<String> outside = new ArrayList<>(mixed);
        if (!ranks.contains((long) use.ranks())) {
            outside.add(count(use.ranks(), "rank") + known(words(ranks)));
        }
        if (!ranksANode.contains((long) use.ranksANode())) {
            outside.add(count(use.ranksANode(), "rank") + " a node" + known(wordsOfRanksANode()));
        }
        if (!nodes.contains((long) use.nodes())) {
            outside.add(count(use.nodes(), "node") + known(words(nodes)));
        }
        if (!operations.isEmpty() && !operations.containsAll(use.operations())) {
            outside.add("operation " + labels(use.operations()) + known(labels(operations)));
        }
        if (!use.operations().isEmpty() && !sizes.encloses(use.sizes())) {
            outside.add("sizes of " + bytes(use.sizes()) + known(bytes(sizes)));
        }
        if (memory == Memory.HOST && use.memory() == Memory.GPU) {
            outside.add("GPU memory" + known("host memory"));
        }
        if (idle && use.neighbours()) {
            outside.add("neighbours" + known("none"));
        }
        return outside;
    }

    /**
     * Returns how far a run is from what was measured: the doublings of the number of nodes, or of ranks if they are
     * more, and of the sizes beyond the known ones, and halvings below; 0 inside. NaN for more than {@value #FAR}, and where
     * the ranks of a node, the memory, neighbours or the model are not those that were measured, or all messages stay
     * inside one node whose numbers are guessed: nothing is known of such errors.
     */
    public double doublings(Use use) {
        if (!mixed.isEmpty()
                || !ranksANode.contains((long) use.ranksANode())
                || use.nodes() == 1 && use.memory() != Memory.GPU && isIntraNodeGuessed()
                || memory == Memory.HOST && use.memory() == Memory.GPU
                || idle && use.neighbours()) {
            return Double.NaN;
        }
        double far = Math.max(beyond(nodes, use.nodes(), use.nodes()), beyond(ranks, use.ranks(), use.ranks()))
                + (use.operations().isEmpty()
                        ? 0
                        : beyond(sizes, use.sizes().lowerEndpoint(), use.sizes().upperEndpoint()));
        return far > FAR ? Double.NaN : far;
    }

    private boolean isIntraNodeGuessed() {
        return parts.getOrDefault(Basis.GUESSED, List.of()).stream().anyMatch(key -> key.startsWith("intra-node"));
    }

    private static double beyond(Range<Long> known, long least, long most) {
        double below = known.hasLowerBound() ? (double) known.lowerEndpoint() / Math.max(1, least) : 0;
        double above = known.hasUpperBound() ? (double) most / Math.max(1, known.upperEndpoint()) : 0;
        return Math.log(Math.max(1, Math.max(below, above))) / Math.log(2);
    }

    private String known(String what) {
        return " (" + basis.label() + ": " + what + ")";
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static String labels(Set<Kind> kinds) {
        return kinds.stream().map(Kind::label).collect(Collectors.joining(", "));
    }

    private String wordsOfRanksANode() {
        return ranksANode.asRanges().stream().map(Validity::words).collect(Collectors.joining(", "));
    }

    private static String words(Range<Long> range) {
        long least = range.lowerEndpoint();
        long most = range.upperEndpoint();
        return least == most ? Long.toString(least) : least + " to " + most;
    }

    private static String bytes(Range<Long> range) {
        SizeUnits units = SizeUnits.of(DoubleStream.of(range.lowerEndpoint(), range.upperEndpoint()));
        String least = units.text(range.lowerEndpoint());
        String most = units.text(range.upperEndpoint());
        return least.equals(most) ? least : least + " to " + most;
    }
}
