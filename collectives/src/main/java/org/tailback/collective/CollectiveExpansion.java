package org.tailback.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Assumption;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Beta;

/**
 * A program whose collective operations are replaced by point-to-point operations. Messages, waits and computation of
 * the program are passed on unchanged.
 *
 * <ul>
 *   <li>Messages of collectives have separate communicators and tags, see {@link CollectiveTags}; a program that uses
 *       negative communicators is rejected.
 *   <li>Their requests are numbered from one above the highest request number that the rank's program has used so far:
 *       they are disjoint from its open requests, and free again after the collective has ended.
 *   <li>A collective blocks its rank until the rank's part has ended, as a blocking MPI call does. It synchronises
 *       ranks by its messages only.
 *   <li>A non-blocking collective is performed by a progress thread of the rank ({@link
 *       org.tailback.program.OperationSink#start}), which continues independently of the rank, as in a library with a
 *       progress thread or with an interface card that performs collectives. Libraries that progress only inside MPI
 *       calls overlap less. The reductions of the collective do not delay the rank.
 *   <li>Reductions, copies and temporary memory take the times of {@link CollectiveSelector#localWork}; the work
 *       attributed to the call in the trace ({@code computeSeconds}) follows the communication as one computation, as
 *       in SimGrid's replay.
 * </ul>
 *
 * <p>Memory per open rank: the operations that the program produced in one call after a collective, and the awaited
 * requests. Only the number of awaited requests grows with the number of ranks.
 */
public final class CollectiveExpansion implements ParallelProgram {
    final ParallelProgram program;
    final CollectiveSelector selector;
    final ExpansionListener listener;
    /** Check of one run; null if ranks are opened one by one. */
    final @Nullable CollectiveCheck check;
    /** Number of ranks on the fullest node of a platform without times of reductions, >= 1; 1 needs no warning. */
    private final int freeReductions;
    /** Uses of algorithms in the most recently ended run of each rank. */
    final AtomicReferenceArray<Map<Use, Long>> uses;

    private CollectiveExpansion(
            ParallelProgram program,
            CollectiveSelector selector,
            ExpansionListener listener,
            @Nullable CollectiveCheck check,
            int freeReductions) {
        this.check = check;
        this.freeReductions = freeReductions;
        this.listener = listener;
        this.program = program;
        this.selector = selector;
        this.uses = new AtomicReferenceArray<>(program.ranks());
    }

    /** A kind of call and the algorithm that performs it. */
    record Use(Kind kind, boolean blocking, String algorithm) {
        // the generated methods of a record are linked at their first call, which takes 5 % of the time of a small
        // replay
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Use use
                    && use.kind == kind
                    && use.blocking == blocking
                    && use.algorithm.equals(algorithm);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * kind.ordinal() + algorithm.hashCode()) + (blocking ? 1 : 0);
        }

        @Override
        public String toString() {
            return (blocking ? "" : "non-blocking ") + kind.label() + " by " + algorithm;
        }
    }

    /**
     * Expands a program.
     *
     * @param program program to expand; the caller closes it if necessary
     * @param selector selector of the algorithm of every call
     */
    public static CollectiveExpansion of(ParallelProgram program, CollectiveSelector selector) {
        return of(program, selector, ExpansionListener.NONE);
    }

    /**
     * Expands a program and reports the operations that belong to a collective.
     *
     * @param listener notified while the programs of ranks produce operations
     */
    public static CollectiveExpansion of(
            ParallelProgram program, CollectiveSelector selector, ExpansionListener listener) {
        return new CollectiveExpansion(program, selector, listener, null, 1);
    }

    /** Expands a program by {@link BasicSelector}. */
    public static CollectiveExpansion of(ParallelProgram program) {
        return of(program, new BasicSelector());
    }

    /**
     * Returns an expansion for a platform without times of reductions; free reductions are listed among the
     * approximations if several ranks share a node.
     *
     * @param ranksPerNode largest number of ranks on a node, >= 1
     */
    @Beta
    public CollectiveExpansion withFreeReductions(int ranksPerNode) {
        return new CollectiveExpansion(program, selector, listener, check, ranksPerNode);
    }

    @Override
    public int ranks() {
        return program.ranks();
    }

    @Override
    public Program open(int rank) {
        return new ExpandedProgram(this, rank);
    }

    /** Creates an expansion with a check that the ranks of the run make the same collective calls. */
    @Override
    public ParallelProgram forOneRun() {
        ParallelProgram ofRun = program.forOneRun();
        return new CollectiveExpansion(
                ofRun, selector, listener, new CollectiveCheck(ofRun.ranks(), ofRun.hasExactSizes()), freeReductions);
    }

    @Override
    public boolean hasExactSizes() {
        return program.hasExactSizes();
    }

    @Override
    public Optional<String> collectiveOf(int communicator, int tag) {
        return CollectiveTags.collectiveOf(communicator, tag);
    }

    @Override
    public List<String> missingCalls() {
        return check == null ? List.of() : check.missing();
    }

    /**
     * Returns the approximations of the program, and a summary of the expansion of its collectives if there are any.
     */
    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(program.approximations());
        if (check != null) {
            sentences.addAll(check.approximations());
        }
        Map<String, Long> counts = new TreeMap<>();
        long nonBlocking = 0;
        long reductions = 0;
        for (int rank = 0; rank < uses.length(); rank++) {
            for (Map.Entry<Use, Long> used : Objects.requireNonNullElse(uses.get(rank), Map.<Use, Long>of())
                    .entrySet()) {
                counts.merge(used.getKey().toString(), used.getValue(), Long::sum);
                nonBlocking += used.getKey().blocking ? 0 : used.getValue();
                reductions += used.getKey().kind.reduces() ? used.getValue() : 0;
            }
        }
        if (!counts.isEmpty() && !selector.isAskedFor()) {
            String all = counts.entrySet().stream()
                    .map(count -> count.getValue() + " " + count.getKey())
                    .collect(Collectors.joining(", "));
            sentences.add(Assumption.of("Collective operations are replayed by the algorithms that '" + selector.name()
                    + "' chooses: " + all + "."));
        }
        if (reductions > 0 && freeReductions > 1) {
            sentences.add(reductions + " reductions by up to " + freeReductions
                    + " ranks of a node take no time (the platform has no section 'local').");
        }
        if (nonBlocking > 0) {
            sentences.add(Assumption.of(nonBlocking
                    + (nonBlocking == 1 ? " non-blocking collective makes" : " non-blocking collectives make")
                    + " progress while their rank computes, as with a progress thread."));
        }
        return List.copyOf(sentences);
    }
}
