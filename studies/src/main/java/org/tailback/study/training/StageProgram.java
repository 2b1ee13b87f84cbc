package org.tailback.study.training;

import static org.tailback.study.training.Communicator.CONTEXT;
import static org.tailback.study.training.Communicator.DATA;
import static org.tailback.study.training.Communicator.EXPERT;
import static org.tailback.study.training.Communicator.EXPERT_DATA;
import static org.tailback.study.training.Communicator.EXPERT_TENSOR;
import static org.tailback.study.training.Communicator.TENSOR;

import java.util.Arrays;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * The program of one GPU. Each call produces one piece of a pass: its beginning, the half of a layer, or its end.
 * {@link ReplicaCollectives} follow the passes.
 */
final class StageProgram implements Program {
    // requests: two receives alternately, then those that overlap half a layer, then gathers and reductions, then sends
    private static final int BESIDE = 2;
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
    /** Passes in each direction: micro-batches, once for each chunk. */
    private final int passes;

    private final int ahead;
    /** Pieces of a layer in a backward pass: two halves, preceded by two repeated ones. */
    private final int backwardPieces;
    /** Sends that may be in flight in each direction, and the first of their requests. */
    private final int sends;

    private final int firstSend;
    private final RankOperations operations;
    private final CollectiveCall dispatch;
    private final CollectiveCall combine;
    private final ReplicaCollectives replicas;
    private int stepsDone;
    private int pass;
    private int piece;

    /**
     * Creates the program of a rank.
     *
     * @param stage of the rank
     * @param stageDistance from a rank to its neighbour of the next stage
     * @param groups of the rank, by communicator
     */
    StageProgram(TrainingStep step, LayerTimes times, int rank, int stage, int stageDistance, int[][] groups) {
        this.operations = new RankOperations(new IgnoringSink() {});
        this.step = step;
        this.model = step.model();
        this.times = times;
        this.rank = rank;
        this.groups = groups;
        this.stage = stage;
        this.stageDistance = stageDistance;
        this.stages = step.parallelism().pipeline();
        this.chunks = step.parallelism().interleave();
        this.passes = step.microBatches() * chunks;
        this.ahead =
                Math.min(passes, chunks == 1 ? stages - 1 - stage : 2 * (stages - 1 - stage) + (chunks - 1) * stages);
        this.backwardPieces = step.recompute() == Recompute.FULL ? 4 : 2;
        this.replicas = new ReplicaCollectives(step, operations, stage, COLLECTIVES, group(DATA), group(EXPERT_DATA));
        this.dispatch = exchangeOf(false);
        this.combine = exchangeOf(true);
        this.sends = chunks == 1 ? 1 : 4 * stages * chunks;
        this.firstSend = COLLECTIVES + 4 * (replicas.embedding() + 1);
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
        if (pass == 2 * passes) {
            endStep();
            pass = 0;
            stepsDone++;
            return;
        }
        boolean forward = isForward(pass);
        int pieces = step.layers(stage, chunk(pass)) * (forward ? 2 : backwardPieces);
        if (piece == 0) {
            begin(forward);
        } else if (piece <= pieces) {
            piece(forward, piece - 1);
        } else {
            end(forward);
            piece = -1;
            pass++;
        }
        piece++;
    }

    @Override
    public void close() {
        stepsDone = step.steps();
    }

    /**
     * Returns whether a pass is forward: {@code ahead} forward passes, then both alternately, then the last backward
     * ones.
     */
    private boolean isForward(int number) {
        return number < ahead || number < 2 * passes - ahead && (number - ahead) % 2 == 0;
    }

    private int place(int number) {
        if (number < ahead) {
            return number;
        }
        if (number >= 2 * passes - ahead) {
            return number - passes;
        }
        return isForward(number) ? ahead + (number - ahead) / 2 : (number - ahead) / 2;
    }

    /** Returns the chunk of a pass: groups of micro-batches, one per stage, take each chunk in turn. */
    private int chunk(int number) {
        int chunk = place(number) % (stages * chunks) / stages;
        return isForward(number) ? chunk : chunks - 1 - chunk;
    }

    private boolean isLastMicroBatch(int number) {
        int place = place(number);
        return place / (stages * chunks) * stages + place % stages == step.microBatches() - 1
                || chunks == 1 && place == passes - 1;
    }

    private int position(int number) {
        return chunk(number) * stages + stage;
    }

    private boolean isFirst(int number) {
        return position(number) == 0;
    }

    private boolean isLast(int number) {
        return position(number) == stages * chunks - 1;
    }

    private int layersBefore(int number) {
        int sum = 0;
        for (int chunk = 0; chunk < chunk(number); chunk++) {
            sum += step.layers(stage, chunk);
        }
        return sum;
    }

    private void begin(boolean forward) {
        if (pass == 0) {
            receive(0);
        }
        if (pass + 1 < 2 * passes) {
            receive(pass + 1);
        }
        if (comesFromElsewhere(pass)) {
            operations.await(pass % 2);
            if (step.gathersMessages()) {
                tensor(Kind.ALLGATHER);
            }
        } else if (forward) {
            if (gathers() || gathersUpdated()) {
                replicas.gather(replicas.embedding());
                replicas.awaitGathered(replicas.embedding());
            }
            tensor(step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
        } else {
            operations.compute(times.head().backward());
            tensor(step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
            reduce(replicas.output());
        }
        if (gathersUpdated() && chunk(pass) == 0) {
            replicas.gather(0);
        }
        gather(forward ? 0 : step.layers(stage, chunk(pass)) - 1, forward);
    }

    private void piece(boolean forward, int number) {
        int pieces = forward ? 2 : backwardPieces;
        int place = number % pieces;
        int layer = forward ? number / 2 : step.layers(stage, chunk(pass)) - 1 - number / pieces;
        int next = forward ? layer + 1 : layer - 1;
        int part = layersBefore(pass) + layer;
        if (place == 0) {
            replicas.awaitGathered(part);
            boolean isPart = part + 1 < replicas.output() || stage == stages - 1;
            if (gathersUpdated() && isPart) {
                replicas.gather(part + 1);
            }
            if (step.overlap().data()) {
                gather(next, forward);
            }
        }
        boolean again = !forward && place < pieces - 2;
        boolean attention = forward || again ? place % 2 == 0 : place == pieces - 1;
        half(isDense(layer), attention, forward, again);
        if (!forward && place == pieces - 1) {
            reduce(part);
        }
        if (place == pieces - 1 && !step.overlap().data()) {
            gather(next, forward);
        }
    }

    /** Returns whether a layer of the chunk of this pass has a feed-forward network without experts. */
    private boolean isDense(int layer) {
        return model.experts() == 1
                || model.firstDense() > 0 && step.firstLayer(stage, chunk(pass)) + layer < model.firstDense();
    }

    private boolean gathers() {
        return step.sharding() == Sharding.PARAMETERS;
    }

    /**
     * Returns whether a pass needs parameters that other GPUs have updated. Only the first micro-batch does; its layers
     * are gathered one ahead.
     */
    private boolean gathersUpdated() {
        return step.sharding() == Sharding.OPTIMIZER
                && step.overlap().data()
                && isForward(pass)
                && place(pass) < stages * chunks
                && place(pass) % stages == 0;
    }

    /** Gathers a layer, or after the last one the output matrix, which stays until its backward pass follows. */
    private void gather(int layer, boolean forward) {
        if (!gathers() || layer < 0) {
            return;
        }
        if (layer < step.layers(stage, chunk(pass))) {
            replicas.gather(layersBefore(pass) + layer);
        } else if (forward && isLast(pass)) {
            replicas.gather(replicas.output());
        }
    }

    /**
     * Reduces the gradients of a part after the last micro-batch, or after each one if each GPU holds only a part of
     * them.
     */
    private void reduce(int part) {
        if (gathers() || isLastMicroBatch(pass)) {
            replicas.reduce(part);
        }
    }

    private void half(boolean isDense, boolean attention, boolean forward, boolean again) {
        LayerTimes.Half half = attention ? times.attention() : isDense ? times.denseFeedForward() : times.feedForward();
        double seconds = forward ? half.forward() : again ? half.again() : half.backward();
        if (!attention && !isDense && step.dividesTokens()) {
            dividedExperts(seconds);
            return;
        }
        Kind after = step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE;
        boolean overlapped = step.overlap().tensor();
        if (step.sequenceParallel() && !overlapped) {
            tensor(Kind.ALLGATHER);
        }
        if (!attention && !isDense) {
            exchange(false);
        }
        if (attention) {
            context(0, Kind.ALLGATHER);
            if (!forward && !again) {
                context(1, Kind.REDUCE_SCATTER_BLOCK);
            }
        }
        if (overlapped) {
            if (step.sequenceParallel()) {
                start(2, Kind.ALLGATHER, TENSOR, step.activationBytes());
            }
            start(3, after, TENSOR, step.activationBytes());
        }
        operations.compute(seconds);
        for (int request = BESIDE; request < BESIDE + 4; request++) {
            operations.await(request);
        }
        if (!attention && !isDense) {
            exchange(true);
        }
        if (!overlapped) {
            tensor(after);
        }
    }

    /** Performs networks where GPUs of a tensor group have different tokens: those that divide experts gather them. */
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
        start(request, kind, CONTEXT, (long) Math.ceil(values * step.valueBytes() / group(TENSOR).length));
    }

    private void end(boolean forward) {
        if (forward && !isLast(pass)) {
            send(0, stage + 1, FORWARD_TAG);
        } else if (!forward && !isFirst(pass)) {
            send(sends, stage - 1, BACKWARD_TAG);
        } else if (forward) {
            if (step.sequenceParallel()) {
                tensor(Kind.ALLGATHER);
            }
            replicas.awaitGathered(replicas.output());
            operations.compute(times.head().forward());
        } else {
            if (step.sequenceParallel()) {
                tensor(Kind.ALLGATHER);
            }
            operations.compute(times.embedding());
            reduce(replicas.embedding());
        }
    }

    private void endStep() {
        for (int request = firstSend; request < firstSend + 2 * sends; request++) {
            operations.await(request);
        }
        replicas.awaitReduced();
        boolean atAnEnd = stage == 0 || stage == stages - 1;
        if (model.tied() && stages > 1 && atAnEnd) {
            int partner = neighbour(stages - 1 - stage);
            long bytes = RankOperations.upTo(model.embeddingParameters(), group(TENSOR).length) * step.gradientBytes();
            operations.receive(TIED, partner, TIED_TAG, bytes);
            operations.send(TIED + 1, partner, TIED_TAG, bytes);
            operations.await(TIED);
            operations.await(TIED + 1);
        }
        operations.compute(times.optimizer());
        if (step.sharding() == Sharding.OPTIMIZER && !step.overlap().data()) {
            replicas.gatherUpdated();
        }
    }

    private boolean comesFromElsewhere(int number) {
        return isForward(number) ? !isFirst(number) : !isLast(number);
    }

    private void receive(int number) {
        if (comesFromElsewhere(number)) {
            boolean forward = isForward(number);
            int source = neighbour(forward ? stage - 1 : stage + 1);
            operations.receive(number % 2, source, forward ? FORWARD_TAG : BACKWARD_TAG, step.messageBytes());
        }
    }

    private void send(int firstOfDirection, int toStage, int tag) {
        int request = firstSend + firstOfDirection + place(pass) % sends;
        operations.await(request);
        operations.send(request, neighbour(toStage), tag, step.messageBytes());
        if (!step.overlap().pipeline() && chunks == 1) {
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
    private void start(int number, Kind kind, Communicator communicator, long bytes) {
        operations.startCollective(BESIDE + number, kind, communicator, group(communicator), bytes);
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
            operations.await(BESIDE);
            operations.await(BESIDE + 1);
        } else {
            operations.startCollective(BESIDE, dispatch);
            operations.startCollective(BESIDE + 1, combine);
        }
    }
}
