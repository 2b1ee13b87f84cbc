package org.tailback.study.training;

import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * The program of one GPU. Each call produces one piece of a pass: its beginning, the half of a layer, or its end.
 * {@link ReplicaCollectives} follow the passes.
 */
final class StageProgram implements Program {
    // requests: two receives in turn, one send in each direction, then gathers and reductions of each layer
    private static final int FORWARD_SENT = 2;
    private static final int BACKWARD_SENT = 3;
    private static final int COLLECTIVES = 4;
    private static final int FORWARD_TAG = 0;
    private static final int BACKWARD_TAG = 1;

    private final TrainingStep step;
    private final Transformer model;
    private final int rank;
    private final int[] tensorGroup;
    private final int[] expertGroup;
    private final int stage;
    private final int stages;
    private final int microBatches;
    private final int layers;
    /** Forward passes before the first backward pass. */
    private final int ahead;
    /** Pieces of a layer in a backward pass: two halves, before them two that are repeated. */
    private final int backwardPieces;

    private final RankOperations operations = new RankOperations(new IgnoringSink() {});
    private final ReplicaCollectives replicas;

    private int stepsDone;
    private int pass;
    private int piece;

    StageProgram(
            TrainingStep step, int rank, int[] tensorGroup, int[] dataGroup, int[] expertGroup, int[] expertDataGroup) {
        this.step = step;
        this.model = step.model();
        this.rank = rank;
        this.tensorGroup = tensorGroup;
        this.expertGroup = expertGroup;
        this.stage = step.parallelism().stage(rank);
        this.stages = step.parallelism().pipeline();
        this.microBatches = step.microBatches();
        this.layers = step.layers(stage);
        this.ahead = Math.min(microBatches, stages - 1 - stage);
        this.backwardPieces = step.recompute() ? 4 : 2;
        this.replicas = new ReplicaCollectives(step, operations, stage, COLLECTIVES, dataGroup, expertDataGroup);
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
        if (pass == 2 * microBatches) {
            endStep();
            pass = 0;
            stepsDone++;
            return;
        }
        boolean forward = isForward(pass);
        int pieces = layers * (forward ? 2 : backwardPieces);
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

    /** In the order of the schedule: {@code ahead} forward passes, then both in turn, then the last backward passes. */
    private boolean isForward(int number) {
        return number < ahead || number < 2 * microBatches - ahead && (number - ahead) % 2 == 0;
    }

    private void begin(boolean forward) {
        if (pass == 0) {
            receive(0);
        }
        if (pass + 1 < 2 * microBatches) {
            receive(pass + 1);
        }
        if (comesFromElsewhere(forward)) {
            operations.await(pass % 2);
        } else if (forward) {
            if (gathers()) {
                replicas.gather(replicas.embedding());
                replicas.awaitGathered(replicas.embedding());
            }
            tensor(step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
        } else {
            output(2);
            tensor(step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
            reduce(replicas.output());
        }
        gather(forward ? 0 : layers - 1, forward);
    }

    private void piece(boolean forward, int number) {
        int pieces = forward ? 2 : backwardPieces;
        int place = number % pieces;
        int layer = forward ? number / 2 : layers - 1 - number / pieces;
        int next = forward ? layer + 1 : layer - 1;
        if (place == 0) {
            replicas.awaitGathered(layer);
            if (step.overlap()) {
                gather(next, forward);
            }
        }
        boolean again = !forward && place < pieces - 2;
        boolean attention = forward || again ? place % 2 == 0 : place == pieces - 1;
        half(attention, forward || again ? 1 : 2);
        if (!forward && place == pieces - 1) {
            reduce(layer);
        }
        if (place == pieces - 1 && !step.overlap()) {
            gather(next, forward);
        }
    }

    private boolean gathers() {
        return step.sharding() == Sharding.PARAMETERS;
    }

    /** Gathers a layer, or after the last one the output matrix, which stays until its backward pass follows. */
    private void gather(int part, boolean forward) {
        boolean isOutput = part == replicas.output() && forward && stage == stages - 1;
        if (gathers() && part >= 0 && (part < layers || isOutput)) {
            replicas.gather(part);
        }
    }

    /** Gradients are summed over micro-batches, unless each GPU holds only a part of them. */
    private void reduce(int part) {
        if (gathers() || pass == 2 * microBatches - 1) {
            replicas.reduce(part);
        }
    }

    /** Half of a layer: the attention, or the feed-forward networks; backward is twice the work. */
    private void half(boolean attention, int work) {
        if (step.sequenceParallel()) {
            tensor(Kind.ALLGATHER);
        }
        if (!attention) {
            exchange();
        }
        double flops = attention ? model.attentionFlops(step.microBatch()) : model.feedForwardFlops(step.microBatch());
        compute(work * flops);
        if (!attention) {
            exchange();
        }
        tensor(step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
    }

    private void end(boolean forward) {
        if (forward && stage < stages - 1) {
            send(FORWARD_SENT, stage + 1, FORWARD_TAG);
        } else if (!forward && stage > 0) {
            send(BACKWARD_SENT, stage - 1, BACKWARD_TAG);
        } else if (forward) {
            if (step.sequenceParallel()) {
                tensor(Kind.ALLGATHER);
            }
            replicas.awaitGathered(replicas.output());
            output(1);
        } else {
            if (step.sequenceParallel()) {
                tensor(Kind.ALLGATHER);
            }
            reduce(replicas.embedding());
        }
    }

    private void endStep() {
        operations.await(FORWARD_SENT);
        operations.await(BACKWARD_SENT);
        replicas.endStep();
    }

    private boolean comesFromElsewhere(boolean forward) {
        return forward ? stage > 0 : stage < stages - 1;
    }

    private void receive(int number) {
        boolean forward = isForward(number);
        if (comesFromElsewhere(forward)) {
            int source = neighbour(forward ? stage - 1 : stage + 1);
            operations.receive(number % 2, source, forward ? FORWARD_TAG : BACKWARD_TAG, activations());
        }
    }

    private void send(int request, int toStage, int tag) {
        operations.await(request);
        operations.send(request, neighbour(toStage), tag, activations());
    }

    private int neighbour(int itsStage) {
        return rank + (itsStage - stage) * step.parallelism().data() * tensorGroup.length;
    }

    /** Bytes of the activations of a micro-batch that this GPU has between two layers. */
    private long activations() {
        return RankOperations.upTo(step.activationBytes(), step.sequenceParallel() ? tensorGroup.length : 1);
    }

    private void output(int work) {
        compute(work * model.outputFlops(step.microBatch()));
    }

    private void compute(double flops) {
        operations.compute(flops / tensorGroup.length / step.flopsPerSecond());
    }

    /** A collective of the tensor group on the activations of a micro-batch. */
    private void tensor(Kind kind) {
        if (step.tensorLink().isMessages()) {
            operations.collective(kind, CommunicationKind.TENSOR.ordinal(), tensorGroup, step.activationBytes());
        } else if (tensorGroup.length > 1) {
            operations.compute(step.tensorSeconds(kind == Kind.ALLREDUCE));
        }
    }

    /** Tokens go to their experts, or their results back. */
    private void exchange() {
        operations.collective(
                Kind.ALLTOALL, CommunicationKind.EXPERT.ordinal(), expertGroup, activations() * model.activeExperts());
    }
}
