package org.tailback.trace.astrasim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.generator.SteppedProgram;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.astrasim.AstraLayer.Communication;
import org.tailback.trace.astrasim.AstraLayer.Communication.Scope;
import org.tailback.trace.astrasim.AstraPolicy.Order;

/**
 * Training loop of a text workload, equal on all GPUs. A pass runs forward and then backward through the layers, in the
 * order of the policy. The pass waits for forward communication. The communication of weight gradients continues until
 * the layer is needed again or the last pass ends. When the backward pass reaches an initiating layer, the layers from
 * the preceding checkpoint are first run forward again.
 */
final class AstraProgram implements Trace {
    private final AstraWorkload workload;
    private final int gpus;
    private final int tensor;
    private final int expert;
    /** Number of GPUs per pipeline stage. */
    private final int stage;

    private final int passes;
    private final boolean blocks;
    private final boolean blocksGuessed;
    private final int[] pass;
    private final Map<Long, int[]> groups = new HashMap<>();

    /**
     * Creates the program of a workload.
     *
     * @param gpus number of GPUs, > 0
     * @param tensor number of GPUs per model-parallel group
     * @param blocks whether the size of an all-gather is the size of one GPU's block; null for the convention of the
     *     tool that wrote the text
     * @throws InputException if the group sizes do not divide the number of GPUs
     */
    AstraProgram(AstraWorkload workload, String place, int gpus, int tensor, int passes, @Nullable Boolean blocks) {
        this.workload = workload;
        this.gpus = gpus;
        this.tensor = tensor;
        this.passes = passes;
        this.blocks = blocks == null ? !workload.isOfAicb() : blocks;
        blocksGuessed = blocks == null && !workload.saysGpus();
        pass = pass(workload, place);
        this.expert = workload.value("ep", 1);
        int stages = workload.value("pp", 1);
        for (long divisor : new long[] {stages, (long) stages * tensor, (long) stages * tensor * expert}) {
            if (divisor == 0 || gpus % divisor != 0) {
                throw InputException.at(
                        place,
                        "model_parallel_NPU_group x ep x pp, " + tensor + " x " + expert + " x " + stages
                                + ", must divide the number of GPUs, " + gpus,
                        "");
            }
        }
        this.stage = gpus / stages;
    }

    @Override
    public int ranks() {
        return gpus;
    }

    @Override
    public String format() {
        return AstraReader.NAME;
    }

    @Override
    public int communicators() {
        Map<Scope, Integer> sizes = new EnumMap<>(Scope.class);
        communications()
                .filter(each -> each.scope() != Scope.ALL)
                .forEach(each -> sizes.put(each.scope(), group(0, each.scope()).length));
        return 1
                + sizes.values().stream()
                        .mapToInt(size -> size == 1 ? 0 : gpus / size)
                        .sum();
    }

    private Stream<Communication> communications() {
        return workload.layers.stream()
                .flatMap(layer -> Stream.of(layer.forward(), layer.input(), layer.weight()))
                .filter(Objects::nonNull);
    }

    /**
     * Returns the layers in the order of a pass: l for forward, -1 - l for backward. The first visit to each layer
     * waits for its weights.
     */
    private static int[] pass(AstraWorkload workload, String place) {
        int layers = workload.layers.size();
        IntStream.Builder steps = IntStream.builder();
        IntStream.range(0, layers).forEach(steps);
        Set<Integer> kept = new TreeSet<>(workload.list(AstraWorkload.CHECKPOINTS));
        Set<Integer> initiates = new TreeSet<>(workload.list(AstraWorkload.INITIATES));
        for (int layer = layers - 1; layer >= 0 && workload.policy.order != Order.FORWARD_ONLY; layer--) {
            if (initiates.contains(layer)) {
                int from = layer;
                boolean alone = true;
                while (from >= 0 && !kept.contains(from)) {
                    from--;
                    alone &= !initiates.contains(from) || kept.contains(from);
                }
                if (from < 0 || from == layer || !alone) {
                    throw InputException.at(
                            place,
                            "checkpoint_initiates: layer " + layer + " needs a checkpoint before it, with"
                                    + " no other listed layer in between",
                            "");
                }
                IntStream.range(from, layer).forEach(steps);
            }
            steps.add(-1 - layer);
        }
        return steps.build().toArray();
    }

    @Override
    public Program open(int rank) {
        int layers = workload.layers.size();
        boolean micro = workload.policy.order == Order.MICRO;
        long passesSteps = micro ? passes : (long) passes * pass.length;
        return new SteppedProgram(micro ? passes : passesSteps + layers, (step, sink) -> {
            if (micro) {
                sink.compute(0);
                for (int layer = 0; layer < layers; layer++) {
                    startWeights(sink, rank, layer);
                }
                for (int layer = 0; layer < layers; layer++) {
                    awaitWeights(sink, rank, layer);
                }
            } else if (step >= passesSteps) {
                awaitWeights(sink, rank, (int) (step - passesSteps));
                sink.compute(0);
            } else {
                int place = (int) (step % pass.length);
                if (pass[place] < 0) {
                    backward(sink, rank, -1 - pass[place]);
                } else {
                    if (step >= pass.length && place < layers && workload.policy.order != Order.FORWARD_ONLY) {
                        awaitWeights(sink, rank, pass[place]);
                    }
                    forward(sink, rank, pass[place]);
                }
            }
        });
    }

    private void forward(OperationSink sink, int rank, int number) {
        AstraLayer layer = workload.layers.get(number);
        seconds(sink, layer.forwardTime());
        if (workload.policy.order != Order.EMBEDDING) {
            collective(sink, rank, layer.forward());
        } else if (number == 0) {
            start(sink, rank, 2 * workload.layers.size(), layer.forward());
        }
        if (workload.policy.order == Order.EMBEDDING && number == workload.lastBottom) {
            await(sink, rank, 2 * workload.layers.size(), workload.layers.get(0).forward());
        }
    }

    private void backward(OperationSink sink, int rank, int number) {
        AstraLayer layer = workload.layers.get(number);
        AstraLayer first = workload.layers.get(0);
        int inputs = workload.layers.size() + number;
        switch (workload.policy.order) {
            case INPUTS_FIRST -> {
                seconds(sink, layer.inputTime());
                collective(sink, rank, layer.input());
                seconds(sink, layer.weightTime());
                startWeights(sink, rank, number);
            }
            case OVERLAPPED -> {
                seconds(sink, layer.inputTime());
                start(sink, rank, inputs, layer.input());
                seconds(sink, layer.weightTime());
                startWeights(sink, rank, number);
                await(sink, rank, inputs, layer.input());
            }
            default -> {
                seconds(sink, layer.weightTime());
                startWeights(sink, rank, number);
                boolean embedding = workload.policy.order == Order.EMBEDDING;
                if (number > 0) {
                    seconds(sink, layer.inputTime());
                    if (embedding && number == workload.lastBottom + 1) {
                        start(sink, rank, workload.layers.size(), first.input());
                    }
                } else if (workload.policy == AstraPolicy.HYBRID_DLRM) {
                    awaitEmbedding(sink, rank);
                }
            }
        }
    }

    /**
     * Waits for the gradient of the embedding's inputs, which has been sent if there are layers after the last bottom
     * layer.
     */
    private void awaitEmbedding(OperationSink sink, int rank) {
        if (workload.lastBottom + 1 < workload.layers.size()) {
            await(sink, rank, workload.layers.size(), workload.layers.get(0).input());
        }
    }

    private static void seconds(OperationSink sink, long nanoseconds) {
        sink.compute(nanoseconds / 1e9);
    }

    private void startWeights(OperationSink sink, int rank, int layer) {
        start(sink, rank, layer, workload.layers.get(layer).weight());
    }

    private void awaitWeights(OperationSink sink, int rank, int layer) {
        AstraLayer its = workload.layers.get(layer);
        if (layer == 0 && workload.policy == AstraPolicy.HYBRID_DLRM_ENHANCED) {
            awaitEmbedding(sink, rank);
        }
        if (sends(rank, its.weight())) {
            sink.await(layer);
            seconds(sink, its.updateTime());
        }
    }

    private void collective(OperationSink sink, int rank, @Nullable Communication communication) {
        if (communication != null && sends(rank, communication)) {
            sink.collective(call(communication, rank));
        }
    }

    private void start(OperationSink sink, int rank, int request, @Nullable Communication communication) {
        if (communication != null && sends(rank, communication)) {
            sink.icollective(request, call(communication, rank));
        }
    }

    private void await(OperationSink sink, int rank, int request, @Nullable Communication communication) {
        if (sends(rank, communication)) {
            sink.await(request);
        }
    }

    private boolean sends(int rank, @Nullable Communication communication) {
        return communication != null && group(rank, communication.scope()).length > 1;
    }

    /**
     * Returns the call of a rank. The written size is the size of the whole buffer; for all-gathers of ASTRA-sim, it is
     * the size of one block.
     */
    private CollectiveCall call(Communication communication, int rank) {
        Kind kind = communication.kind();
        int[] group = group(rank, communication.scope());
        boolean whole = kind == Kind.ALLREDUCE || kind == Kind.BCAST || kind == Kind.ALLGATHER && blocks;
        long bytes = whole ? communication.bytes() : (communication.bytes() + group.length - 1) / group.length;
        Scope scope = communication.scope();
        return CollectiveCall.uniform(kind, 0, bytes).on(scope.ordinal(), scope == Scope.ALL ? null : group);
    }

    private int[] group(int rank, Scope scope) {
        int first = rank / stage * stage;
        int inStage = rank - first;
        int block = tensor * expert;
        return switch (scope) {
            case ALL -> members(scope, 0, 1, gpus);
            case TP -> members(scope, rank - inStage % tensor, 1, tensor);
            case DP -> members(scope, first + inStage % tensor, tensor, stage / tensor);
            case EP -> members(scope, rank - inStage % block + inStage % tensor, tensor, expert);
            case DP_EP -> members(scope, first + inStage % block, block, stage / block);
        };
    }

    /**
     * Returns the members of a group. All ranks of the group share the array, including ranks that run in other
     * threads.
     */
    private synchronized int[] members(Scope scope, int first, int stride, int size) {
        return groups.computeIfAbsent((long) scope.ordinal() << 32 | first, key -> {
            int[] group = new int[size];
            Arrays.setAll(group, i -> first + i * stride);
            return group;
        });
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>();
        sentences.add("Times of the workload are read as nanoseconds: cycles of 1 GHz.");
        int stages = workload.value("pp", 1);
        if (stages > 1) {
            sentences.add("pp: " + stages + ": each stage performs all listed layers; the messages"
                    + " and the bubble of the pipeline are omitted.");
        }
        if (workload.value("ga", 1) > 1) {
            sentences.add("ga: " + workload.value("ga", 1) + ": layers are performed as listed, without repetition.");
        }
        if (workload.ignored > 0) {
            sentences.add(workload.ignored + (workload.ignored == 1 ? " communication is" : " communications are")
                    + " listed where the loop of " + workload.policy
                    + " does not communicate: omitted, as in ASTRA-sim.");
        }
        long alone = communications().filter(each -> !sends(0, each)).count();
        if (alone > 0) {
            sentences.add(alone + " communications have one GPU in their group and send nothing: with " + gpus
                    + " GPUs and " + tensor + " in a model-parallel group, " + stage / tensor + " share the weights.");
        }
        if (blocksGuessed && workload.gathers) {
            sentences.add("Sizes of all-gathers are read as "
                    + (blocks
                            ? "one GPU's block, as ASTRA-sim counts; AICB writes the whole buffer: block=false."
                            : "the whole buffer, as AICB writes them; ASTRA-sim counts one GPU's block: block=true."));
        }
        return sentences;
    }
}
