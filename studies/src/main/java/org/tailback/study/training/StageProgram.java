package org.tailback.study.training;

import java.util.BitSet;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * The program of one GPU. Each call produces one piece of a pass: its beginning, the half of a layer, or its end.
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
    private final int[] dataGroup;
    private final int[] expertGroup;
    private final int[] expertDataGroup;
    private final int stage;
    private final int stages;
    private final int microBatches;
    private final int layers;
    /** Forward passes before the first backward pass. */
    private final int ahead;
    /** Pieces of a layer in a backward pass: two halves, before them two that are repeated. */
    private final int backwardPieces;

    /** Requests in use. */
    private final BitSet open = new BitSet();

    /** Collectives of the tensor group so far that were times. */
    private double linkSeconds;

    /** Operations in the present call. */
    private int produced;

    private int stepsDone;
    private int pass;
    private int piece;

    StageProgram(
            TrainingStep step, int rank, int[] tensorGroup, int[] dataGroup, int[] expertGroup, int[] expertDataGroup) {
        this.step = step;
        this.model = step.model();
        this.rank = rank;
        this.tensorGroup = tensorGroup;
        this.dataGroup = dataGroup;
        this.expertGroup = expertGroup;
        this.expertDataGroup = expertDataGroup;
        this.stage = step.parallelism().stage(rank);
        this.stages = step.parallelism().pipeline();
        this.microBatches = step.microBatches();
        this.layers = step.layers(stage);
        this.ahead = Math.min(microBatches, stages - 1 - stage);
        this.backwardPieces = step.recompute() ? 4 : 2;
    }

    @Override
    public boolean produce(OperationSink sink) {
        for (produced = 0; produced == 0 && stepsDone < step.steps(); ) {
            next(sink);
        }
        return produced > 0;
    }

    /** Returns the time so far of tensor collectives that are no messages, seconds. */
    double linkSeconds() {
        return linkSeconds;
    }

    private void next(OperationSink sink) {
        if (pass == 2 * microBatches) {
            endStep(sink);
            pass = 0;
            stepsDone++;
            return;
        }
        boolean forward = isForward(pass);
        int pieces = layers * (forward ? 2 : backwardPieces);
        if (piece == 0) {
            begin(sink, forward);
        } else if (piece <= pieces) {
            piece(sink, forward, piece - 1);
        } else {
            end(sink, forward);
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

    private void begin(OperationSink sink, boolean forward) {
        if (pass == 0) {
            receive(sink, 0);
        }
        if (pass + 1 < 2 * microBatches) {
            receive(sink, pass + 1);
        }
        if (comesFromElsewhere(forward)) {
            await(sink, pass % 2);
        } else if (forward) {
            tensor(sink, step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
        } else {
            output(sink, 2);
            tensor(sink, step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
            if (isLastMicroBatch()) {
                reduce(sink, layers, model.embeddingParameters() + model.hidden(), 0);
            }
        }
        if (step.sharding() == Sharding.PARAMETERS) {
            gather(sink, forward ? 0 : layers - 1);
        }
    }

    private void piece(OperationSink sink, boolean forward, int number) {
        int pieces = forward ? 2 : backwardPieces;
        int place = number % pieces;
        int layer = forward ? number / 2 : layers - 1 - number / pieces;
        if (place == 0 && step.sharding() == Sharding.PARAMETERS) {
            awaitGathered(sink, layer);
            int next = forward ? layer + 1 : layer - 1;
            if (step.overlap() && next >= 0 && next < layers) {
                gather(sink, next);
            }
        }
        boolean again = !forward && place < pieces - 2;
        boolean attention = forward || again ? place % 2 == 0 : place == pieces - 1;
        half(sink, attention, forward || again ? 1 : 2);
        if (!forward && place == pieces - 1 && (isLastMicroBatch() || step.sharding() == Sharding.PARAMETERS)) {
            long experts = model.experts() / step.parallelism().expert() * model.expertParameters();
            reduce(sink, layer, model.sharedParameters(), experts);
        }
        if (place == pieces - 1 && step.sharding() == Sharding.PARAMETERS && !step.overlap()) {
            int next = forward ? layer + 1 : layer - 1;
            if (next >= 0 && next < layers) {
                gather(sink, next);
            }
        }
    }

    /** Half of a layer: the attention, or the feed-forward networks; backward is twice the work. */
    private void half(OperationSink sink, boolean attention, int work) {
        if (step.sequenceParallel()) {
            tensor(sink, Kind.ALLGATHER);
        }
        if (!attention) {
            exchange(sink);
        }
        double flops = attention ? model.attentionFlops(step.microBatch()) : model.feedForwardFlops(step.microBatch());
        compute(sink, work * flops);
        if (!attention) {
            exchange(sink);
        }
        tensor(sink, step.sequenceParallel() ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE);
    }

    private void end(OperationSink sink, boolean forward) {
        if (forward && stage < stages - 1) {
            send(sink, FORWARD_SENT, stage + 1, FORWARD_TAG);
        } else if (!forward && stage > 0) {
            send(sink, BACKWARD_SENT, stage - 1, BACKWARD_TAG);
        } else if (forward) {
            if (step.sequenceParallel()) {
                tensor(sink, Kind.ALLGATHER);
            }
            output(sink, 1);
        } else {
            if (step.sequenceParallel()) {
                tensor(sink, Kind.ALLGATHER);
            }
            if (isLastMicroBatch()) {
                reduce(sink, layers + 1, model.embeddingParameters(), 0);
            }
        }
    }

    /** Waits for what is still under way, and gathers the new parameters that others have computed. */
    private void endStep(OperationSink sink) {
        await(sink, FORWARD_SENT);
        await(sink, BACKWARD_SENT);
        for (int part = 0; part < layers + 2; part++) {
            awaitReduced(sink, part);
        }
        if (step.sharding() == Sharding.OPTIMIZER) {
            long shared = layers * model.sharedParameters()
                    + (stage == 0 ? model.embeddingParameters() : 0)
                    + (stage == stages - 1 ? model.embeddingParameters() + model.hidden() : 0);
            long experts = layers * (model.experts() / step.parallelism().expert()) * model.expertParameters();
            collective(sink, -1, Kind.ALLGATHER, CommunicationKind.DATA.ordinal(), dataGroup, values(shared));
            collective(sink, -1, Kind.ALLGATHER, CommunicationKind.EXPERT_DATA, expertDataGroup, values(experts));
        }
    }

    private void await(OperationSink sink, int request) {
        if (open.get(request)) {
            open.clear(request);
            produced++;
            sink.await(request);
        }
    }

    private boolean isLastMicroBatch() {
        return pass == 2 * microBatches - 1;
    }

    private boolean comesFromElsewhere(boolean forward) {
        return forward ? stage > 0 : stage < stages - 1;
    }

    private void receive(OperationSink sink, int number) {
        boolean forward = isForward(number);
        if (comesFromElsewhere(forward)) {
            int source = neighbour(forward ? stage - 1 : stage + 1);
            open.set(number % 2);
            produced++;
            sink.irecv(number % 2, source, forward ? FORWARD_TAG : BACKWARD_TAG, betweenStages());
        }
    }

    private void send(OperationSink sink, int request, int toStage, int tag) {
        await(sink, request);
        open.set(request);
        produced++;
        sink.isend(request, neighbour(toStage), tag, betweenStages());
    }

    private int neighbour(int itsStage) {
        return rank + (itsStage - stage) * step.parallelism().data() * tensorGroup.length;
    }

    private long betweenStages() {
        return step.sequenceParallel() ? upTo(step.activationBytes(), tensorGroup.length) : step.activationBytes();
    }

    private void output(OperationSink sink, int work) {
        compute(sink, work * model.outputFlops(step.microBatch()));
    }

    private void compute(OperationSink sink, double flops) {
        if (flops > 0) {
            produced++;
            sink.compute(flops / tensorGroup.length / step.flopsPerSecond());
        }
    }

    /** A collective of the tensor group on the activations of a micro-batch. */
    private void tensor(OperationSink sink, Kind kind) {
        int size = tensorGroup.length;
        if (size == 1) {
            return;
        }
        if (step.tensorLink().isMessages()) {
            long bytes = step.activationBytes();
            collective(sink, -1, kind, CommunicationKind.TENSOR.ordinal(), tensorGroup, bytes);
        } else {
            double seconds = step.tensorSeconds(kind == Kind.ALLREDUCE);
            linkSeconds += seconds;
            produced++;
            sink.compute(seconds);
        }
    }

    /** Tokens go to their experts, or their results back. */
    private void exchange(OperationSink sink) {
        int size = expertGroup.length;
        if (size > 1) {
            long tokens = upTo(step.activationBytes(), step.sequenceParallel() ? tensorGroup.length : 1);
            long bytes = upTo(tokens * model.activeExperts(), size);
            produced++;
            sink.collective(CollectiveCall.uniform(Kind.ALLTOALL, 0, bytes)
                    .on(CommunicationKind.EXPERT.ordinal(), expertGroup));
        }
    }

    private void gather(OperationSink sink, int layer) {
        int request = COLLECTIVES + 4 * layer;
        long experts = model.experts() / step.parallelism().expert() * model.expertParameters();
        collective(
                sink,
                request,
                Kind.ALLGATHER,
                CommunicationKind.DATA.ordinal(),
                dataGroup,
                values(model.sharedParameters()));
        collective(sink, request + 1, Kind.ALLGATHER, CommunicationKind.EXPERT_DATA, expertDataGroup, values(experts));
    }

    private void awaitGathered(OperationSink sink, int layer) {
        await(sink, COLLECTIVES + 4 * layer);
        await(sink, COLLECTIVES + 4 * layer + 1);
    }

    /** Gradients of a part of the stage: a layer, or embedding and output matrix after the layers. */
    private void reduce(OperationSink sink, int part, long shared, long experts) {
        int request = COLLECTIVES + 4 * part + 2;
        awaitReduced(sink, part);
        Kind kind = step.sharding() == Sharding.NONE ? Kind.ALLREDUCE : Kind.REDUCE_SCATTER_BLOCK;
        boolean together = expertDataGroup.length == dataGroup.length;
        collective(
                sink,
                request,
                kind,
                CommunicationKind.DATA.ordinal(),
                dataGroup,
                gradients(together ? shared + experts : shared));
        if (!together) {
            collective(sink, request + 1, kind, CommunicationKind.EXPERT_DATA, expertDataGroup, gradients(experts));
        }
        if (!step.overlap()) {
            awaitReduced(sink, part);
        }
    }

    private void awaitReduced(OperationSink sink, int part) {
        await(sink, COLLECTIVES + 4 * part + 2);
        await(sink, COLLECTIVES + 4 * part + 3);
    }

    private long values(long parameters) {
        return upTo(parameters, tensorGroup.length) * step.valueBytes();
    }

    private long gradients(long parameters) {
        return upTo(parameters, tensorGroup.length) * step.gradientBytes();
    }

    /**
     * A collective on a whole buffer.
     *
     * @param request below 0 if it blocks
     */
    private void collective(OperationSink sink, int request, Kind kind, int communicator, int[] group, long buffer) {
        if (group.length == 1 || buffer == 0) {
            return;
        }
        CollectiveCall call = CollectiveCall.uniform(
                        kind, 0, kind == Kind.ALLREDUCE ? buffer : upTo(buffer, group.length))
                .on(communicator, group);
        if (request < 0) {
            produced++;
            sink.collective(call);
        } else {
            open.set(request);
            produced++;
            sink.icollective(request, call);
        }
    }

    private static long upTo(long bytes, int parts) {
        return (bytes + parts - 1) / parts;
    }
}
