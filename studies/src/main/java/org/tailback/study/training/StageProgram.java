package org.tailback.study.training;

import static org.tailback.study.training.Communicator.CONTEXT;
import static org.tailback.study.training.Communicator.DATA;
import static org.tailback.study.training.Communicator.EXPERT;
import static org.tailback.study.training.Communicator.EXPERT_DATA;
import static org.tailback.study.training.Communicator.EXPERT_TENSOR;
import static org.tailback.study.training.Communicator.TENSOR;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Program of one GPU. Each call produces one section of a pass: the beginning, half a layer, or the end. {@link
 * ReplicaCollectives} follow the passes.
 */
final class StageProgram implements Program {
    // request numbers: two alternating receives, then operations that overlap half a layer, gathers and reductions, and
    // sends
    private static final int OVERLAPPING = 2;
    private static final int TIED = 6;
    private static final int COLLECTIVES = 8;
    private static final int FORWARD_TAG = 0;
    private static final int BACKWARD_TAG = 1;
    private static final int TIED_TAG = 2;

    private final TrainingStep step;
    private final Transformer model;
    private final LayerTimes times;
    private final int rank;
    private final int[][] groups;
    private final int stage;
    private final int stageDistance;
    private final int stages;
    private final int chunks;
    /** Number of passes in each direction: micro-batches times chunks. */
    private final int passes;

    private final int ahead;
    /**
     * Number of sections of a layer in a backward pass: two halves, preceded by two repeated halves with full
     * recomputation.
     */
    private final int backwardPieces;
    /** Largest number of sends in flight in each direction. */
    private final int sends;

    /** Request number of the first send. */
    private final int firstSend;

    /** Collective operation that sums up the products of a tensor group. */
    private final Kind reduction;

    private final RankOperations operations = new RankOperations();
    private final CollectiveCall dispatch;
    private final CollectiveCall combine;
    private final ReplicaCollectives replicas;
    private int stepsDone;
    private int number;
    private Pass pass;
    private int piece;

    /**
     * Pass of a micro-batch through a chunk of the stage.
     *
     * @param place position among the passes in its direction
     * @param chunk number of the chunk in the stage
     * @param layers number of layers of the chunk
     * @param before number of layers of the preceding chunks of the stage
     */
    private record Pass(boolean forward, int place, int chunk, int layers, int before) {}

    /**
     * Creates the program of a rank.
     *
     * @param division division of the work among the GPUs of the program
     * @param groups ranks of the rank's group in each communicator
     */
    StageProgram(TrainingStep step, LayerTimes times, Parallelism division, int rank, int[][] groups) {
        this.step = step;
        this.model = step.model();
        this.times = times;
        this.rank = rank;
        this.groups = groups;
        stage = division.stage(rank);
        stageDistance = division.stageDistance();
        stages = division.pipeline();
        chunks = division.interleave();
        passes = step.microBatches() * chunks;
        ahead = Math.min(passes, chunks == 1 ? stages - 1 - stage : 2 * (stages - 1 - stage) + (chunks - 1) * stages);
        backwardPieces = step.recompute() == Recompute.FULL ? 4 : 2;
        reduction = step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE;
        replicas = new ReplicaCollectives(step, operations, stage, COLLECTIVES, group(DATA), group(EXPERT_DATA));
        dispatch = exchangeOf(false);
        combine = exchangeOf(true);
        sends = chunks == 1 ? 1 : 4 * stages * chunks;
        firstSend = COLLECTIVES + 4 * (replicas.embedding() + 1);
        pass = pass(0);
    }

    @Override
    public boolean produce(OperationSink sink) {
        operations.begin(sink);
        while (operations.isEmpty() && stepsDone < step.steps()) {
            next();
        }
        return !operations.isEmpty();
    }

    private void next() {
        int pieces = pass.layers * (pass.forward ? 2 : backwardPieces);
        if (number == 2 * passes) {
            endStep();
            stepsDone++;
            number = 0;
        } else if (piece == 0) {
            begin();
            piece++;
            return;
        } else if (piece <= pieces) {
            piece(piece - 1);
            piece++;
            return;
        } else {
            end();
            number++;
            piece = 0;
        }
        pass = pass(number);
    }

    @Override
    public void close() {
        stepsDone = step.steps();
    }

    /**
     * Returns a pass by its number: {@code ahead} forward passes, then alternating forward and backward passes, then
     * the remaining backward passes. A group has one micro-batch per stage; all micro-batches of a group pass through a
     * chunk before the next chunk follows.
     */
    private Pass pass(int of) {
        boolean isLate = of >= 2 * passes - ahead;
        boolean forward = of < ahead || !isLate && (of - ahead) % 2 == 0;
        int place = of < ahead ? of : isLate ? of - passes : (of - ahead) / 2 + (forward ? ahead : 0);
        int turn = place % (stages * chunks) / stages;
        int chunk = forward ? turn : chunks - 1 - turn;
        int before =
                IntStream.range(0, chunk).map(each -> step.layers(stage, each)).sum();
        return new Pass(forward, place, chunk, step.layers(stage, chunk), before);
    }

    private boolean isLastMicroBatch() {
        return pass.place / (stages * chunks) * stages + pass.place % stages == step.microBatches() - 1
                || chunks == 1 && pass.place == passes - 1;
    }

    /**
     * Returns whether the chunk of a pass is the last chunk of the model, or the first if {@code isOutput} is false.
     */
    private boolean isAtEnd(Pass of, boolean isOutput) {
        return of.chunk * stages + stage == (isOutput ? stages * chunks - 1 : 0);
    }

    private void begin() {
        if (number == 0) {
            receive(0);
        }
        if (number + 1 < 2 * passes) {
            receive(number + 1);
        }
        if (!isAtEnd(pass, !pass.forward)) {
            operations.await(number % 2);
            if (step.gathersMessages()) {
                tensor(Kind.ALLGATHER);
            }
        } else if (pass.forward) {
            if (gathers() || gathersUpdated()) {
                replicas.gather(replicas.embedding());
                replicas.awaitGathered(replicas.embedding());
            }
            tensor(reduction);
        } else {
            operations.compute(times.head().backward());
            tensor(reduction);
            reduce(replicas.output());
        }
        if (gathersUpdated() && pass.chunk == 0) {
            replicas.gather(0);
        }
        gather(pass.forward ? 0 : pass.layers - 1);
    }

    private void piece(int of) {
        int pieces = pass.forward ? 2 : backwardPieces;
        int place = of % pieces;
        int layer = pass.forward ? of / 2 : pass.layers - 1 - of / pieces;
        int next = pass.forward ? layer + 1 : layer - 1;
        int part = pass.before + layer;
        if (place == 0) {
            replicas.awaitGathered(part);
            if (gathersUpdated() && (part + 1 < replicas.output() || stage == stages - 1)) {
                replicas.gather(part + 1);
            }
            if (step.overlap().data()) {
                gather(next);
            }
        }
        boolean isLast = place == pieces - 1;
        boolean again = !pass.forward && place < pieces - 2;
        half(isDense(layer), pass.forward || again ? place % 2 == 0 : isLast, again);
        if (!pass.forward && isLast) {
            reduce(part);
        }
        if (isLast && !step.overlap().data()) {
            gather(next);
        }
    }

    /** Returns whether a layer of the current pass's chunk has a feed-forward network without experts. */
    private boolean isDense(int layer) {
        return model.experts() == 1
                || model.firstDense() > 0 && step.firstLayer(stage, pass.chunk) + layer < model.firstDense();
    }

    private boolean gathers() {
        return step.sharding() == Sharding.PARAMETERS;
    }

    /**
     * Returns whether the pass needs parameters that other GPUs have updated. Only the first micro-batch does; its
     * layers are gathered one layer in advance.
     */
    private boolean gathersUpdated() {
        return step.sharding() == Sharding.OPTIMIZER
                && step.overlap().data()
                && pass.forward
                && pass.place < stages * chunks
                && pass.place % stages == 0;
    }

    /**
     * Gathers a layer, or the output matrix after the last layer; the output matrix is kept until its backward pass.
     */
    private void gather(int layer) {
        if (gathers() && layer >= 0 && layer < pass.layers) {
            replicas.gather(pass.before + layer);
        } else if (gathers() && layer >= 0 && pass.forward && isAtEnd(pass, true)) {
            replicas.gather(replicas.output());
        }
    }

    /**
     * Reduces the gradients of a part after the last micro-batch, or after each micro-batch if gradients are sharded.
     */
    private void reduce(int part) {
        if (gathers() || isLastMicroBatch()) {
            replicas.reduce(part);
        }
    }

    private void half(boolean isDense, boolean attention, boolean again) {
        LayerTimes.Half half = attention ? times.attention() : isDense ? times.denseFeedForward() : times.feedForward();
        double seconds = pass.forward ? half.forward() : again ? half.again() : half.backward();
        boolean hasExperts = !attention && !isDense;
        if (hasExperts && step.dividesTokens()) {
            dividedExperts(seconds);
            return;
        }
        boolean overlapped = step.overlap().tensor();
        if (step.sequenceParallel() && !overlapped) {
            tensor(Kind.ALLGATHER);
        }
        if (hasExperts) {
            exchange(false);
        }
        if (attention) {
            context(0, Kind.ALLGATHER);
            if (!pass.forward && !again) {
                context(1, Kind.REDUCE_SCATTER_BLOCK);
            }
        }
        if (overlapped) {
            if (step.sequenceParallel()) {
                start(2, Kind.ALLGATHER, TENSOR, step.activationBytes());
            }
            start(3, reduction, TENSOR, step.activationBytes());
        }
        operations.compute(seconds);
        awaitAll(OVERLAPPING, 4);
        if (hasExperts) {
            exchange(true);
        }
        if (!overlapped) {
            tensor(reduction);
        }
    }

    /**
     * Computes the expert networks of tensor groups whose GPUs have different tokens; GPUs that divide experts gather
     * the tokens first.
     */
    private void dividedExperts(double seconds) {
        boolean areShared = model.feedForward().shared() > 0;
        if (areShared) {
            tensor(Kind.ALLGATHER);
        }
        exchange(false);
        expertTensor(Kind.ALLGATHER);
        operations.compute(seconds);
        expertTensor(Kind.REDUCE_SCATTER_BLOCK);
        exchange(true);
        if (areShared) {
            tensor(Kind.REDUCE_SCATTER_BLOCK);
        }
    }

    private void expertTensor(Kind kind) {
        boolean isSame = group(EXPERT_TENSOR).length == group(TENSOR).length;
        collective(kind, isSame ? TENSOR : EXPERT_TENSOR, step.expertTensorBytes());
    }

    private void context(int request, Kind kind) {
        double values = (double) step.microBatch()
                * model.sequence()
                * model.attention().keysAndValues();
        start(request, kind, CONTEXT, (long) Math.ceil(values * step.bytes().value() / group(TENSOR).length));
    }

    private void end() {
        if (!isAtEnd(pass, pass.forward)) {
            send();
            return;
        }
        if (step.sequenceParallel()) {
            tensor(Kind.ALLGATHER);
        }
        if (pass.forward) {
            replicas.awaitGathered(replicas.output());
            operations.compute(times.head().forward());
        } else {
            operations.compute(times.embedding());
            reduce(replicas.embedding());
        }
    }

    private void endStep() {
        awaitAll(firstSend, 2 * sends);
        replicas.awaitReduced();
        if (model.tied() && stages > 1 && (stage == 0 || stage == stages - 1)) {
            int partner = neighbour(stages - 1 - stage);
            long bytes = RankOperations.upTo(model.embeddingParameters(), group(TENSOR).length)
                    * step.bytes().gradient();
            operations.receive(TIED, partner, TIED_TAG, bytes);
            operations.send(TIED + 1, partner, TIED_TAG, bytes);
            awaitAll(TIED, 2);
        }
        operations.compute(times.optimizer());
        if (step.sharding() == Sharding.OPTIMIZER && !step.overlap().data()) {
            replicas.gatherUpdated();
        }
    }

    private void receive(int of) {
        Pass its = pass(of);
        if (!isAtEnd(its, !its.forward)) {
            int source = neighbour(its.forward ? stage - 1 : stage + 1);
            operations.receive(of % 2, source, its.forward ? FORWARD_TAG : BACKWARD_TAG, step.messageBytes());
        }
    }

    private void send() {
        int request = firstSend + (pass.forward ? 0 : sends) + pass.place % sends;
        int partner = neighbour(pass.forward ? stage + 1 : stage - 1);
        operations.await(request);
        operations.send(request, partner, pass.forward ? FORWARD_TAG : BACKWARD_TAG, step.messageBytes());
        if (!step.overlap().pipeline() && chunks == 1) {
            operations.await(request);
        }
    }

    private void awaitAll(int first, int count) {
        for (int request = first; request < first + count; request++) {
            operations.await(request);
        }
    }

    private int neighbour(int itsStage) {
        return rank + (Math.floorMod(itsStage, stages) - stage) * stageDistance;
    }

    private int[] group(Communicator communicator) {
        return groups[communicator.ordinal()];
    }

    private void collective(Kind kind, Communicator communicator, long bytes) {
        operations.collective(kind, communicator, group(communicator), bytes);
    }

    private void tensor(Kind kind) {
        collective(kind, TENSOR, step.activationBytes());
    }

    /** Starts a collective operation that overlaps half a layer. */
    private void start(int request, Kind kind, Communicator communicator, long bytes) {
        operations.startCollective(OVERLAPPING + request, kind, communicator, group(communicator), bytes);
    }

    private CollectiveCall exchangeOf(boolean isReturn) {
        int[] group = group(EXPERT);
        return step.exchange()
                .call(step, step.exchangedTokens(), group.length, Arrays.binarySearch(group, rank), isReturn)
                .on(EXPERT.ordinal(), group);
    }

    private void exchange(boolean isReturn) {
        if (group(EXPERT).length == 1) {
            return;
        }
        if (!step.overlap().experts()) {
            operations.collective(isReturn ? combine : dispatch);
        } else if (isReturn) {
            awaitAll(OVERLAPPING, 2);
        } else {
            operations.startCollective(OVERLAPPING, dispatch);
            operations.startCollective(OVERLAPPING + 1, combine);
        }
    }
}
