package org.tailback.trace.astrasim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.generator.SteppedProgram;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.astrasim.AstraCommunication.Scope;

/**
 * The training loop of a text workload, the same at all GPUs. A pass goes forward through the layers and back: forward
 * and input-gradient communication is waited for, that of weight gradients goes on until the layer is needed again, or
 * the last pass ends.
 */
final class AstraProgram implements Trace {
    private final AstraWorkload workload;
    private final int gpus;
    private final int tensor;
    private final int expert;
    /** GPUs of a stage of the pipeline. */
    private final int stage;

    private final int passes;
    private final Map<Long, int[]> groups = new HashMap<>();

    /**
     * @param gpus > 0
     * @param tensor GPUs of a model-parallel group
     * @throws InputException if groups do not divide the GPUs
     */
    AstraProgram(AstraWorkload workload, String place, int gpus, int tensor, int passes) {
        this.workload = workload;
        this.gpus = gpus;
        this.tensor = tensor;
        this.passes = passes;
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
        for (AstraLayer layer : workload.layers()) {
            note(sizes, layer.forward(), scopeOfActivations());
            note(sizes, layer.input(), scopeOfActivations());
            note(sizes, layer.weight(), scopeOfWeights());
        }
        return 1
                + sizes.values().stream()
                        .mapToInt(size -> size == 1 ? 0 : gpus / size)
                        .sum();
    }

    private void note(Map<Scope, Integer> sizes, AstraCommunication communication, Scope usual) {
        Scope scope = communication.scope() == null ? usual : communication.scope();
        if (communication.isSome() && scope != Scope.ALL) {
            sizes.put(scope, group(0, communication, usual).length);
        }
    }

    @Override
    public Program open(int rank) {
        int layers = workload.layers().size();
        if (workload.policy().equals("MICRO")) {
            return new SteppedProgram(passes) {
                @Override
                protected void step(long step, OperationSink sink) {
                    sink.compute(0);
                    for (int layer = 0; layer < layers; layer++) {
                        start(sink, rank, layer);
                    }
                    for (int layer = 0; layer < layers; layer++) {
                        await(sink, rank, layer);
                    }
                }
            };
        }
        return new SteppedProgram((long) passes * 2 * layers + layers) {
            @Override
            protected void step(long step, OperationSink sink) {
                long pass = step / (2L * layers);
                int place = (int) (step % (2L * layers));
                if (place >= layers) {
                    backward(sink, rank, 2 * layers - 1 - place);
                } else {
                    if (pass > 0) {
                        await(sink, rank, place);
                    }
                    if (pass < passes) {
                        forward(sink, rank, place);
                    } else {
                        sink.compute(0);
                    }
                }
            }
        };
    }

    private void forward(OperationSink sink, int rank, int number) {
        AstraLayer layer = workload.layers().get(number);
        seconds(sink, layer.forwardTime());
        collective(sink, rank, layer.forward(), scopeOfActivations());
    }

    /** Under DATA the gradient of weights comes first, and the first layer needs none of its inputs. */
    private void backward(OperationSink sink, int rank, int number) {
        AstraLayer layer = workload.layers().get(number);
        boolean weightsFirst = workload.policy().equals("DATA");
        if (weightsFirst) {
            seconds(sink, layer.weightTime());
            start(sink, rank, number);
        }
        if (!weightsFirst || number > 0) {
            seconds(sink, layer.inputTime());
            collective(sink, rank, layer.input(), scopeOfActivations());
        }
        if (!weightsFirst) {
            seconds(sink, layer.weightTime());
            start(sink, rank, number);
        }
    }

    private static void seconds(OperationSink sink, long nanoseconds) {
        sink.compute(nanoseconds / 1e9);
    }

    private Scope scopeOfActivations() {
        return workload.policy().startsWith("HYBRID") ? Scope.TP : Scope.ALL;
    }

    private Scope scopeOfWeights() {
        return workload.policy().startsWith("HYBRID") ? Scope.DP : Scope.ALL;
    }

    private void collective(OperationSink sink, int rank, AstraCommunication communication, Scope scope) {
        int[] group = group(rank, communication, scope);
        if (communication.isSome() && group.length > 1) {
            sink.collective(call(communication, scope, group));
        }
    }

    private void start(OperationSink sink, int rank, int layer) {
        AstraCommunication weight = workload.layers().get(layer).weight();
        int[] group = group(rank, weight, scopeOfWeights());
        if (weight.isSome() && group.length > 1) {
            sink.icollective(layer, call(weight, scopeOfWeights(), group));
        }
    }

    private void await(OperationSink sink, int rank, int layer) {
        AstraCommunication weight = workload.layers().get(layer).weight();
        if (weight.isSome() && group(rank, weight, scopeOfWeights()).length > 1) {
            sink.await(layer);
            seconds(sink, workload.layers().get(layer).updateTime());
        }
    }

    /** SimAI writes the whole buffer of every kind, ASTRA-sim one block of an all-gather. */
    private CollectiveCall call(AstraCommunication communication, Scope usual, int[] group) {
        Kind kind = communication.kind() == null ? Kind.BARRIER : communication.kind();
        boolean whole = kind == Kind.ALLREDUCE || kind == Kind.ALLGATHER && !workload.isOfSimAi();
        long bytes = whole ? communication.bytes() : (communication.bytes() + group.length - 1) / group.length;
        Scope scope = communication.scope() == null ? usual : communication.scope();
        return CollectiveCall.uniform(kind, 0, bytes).on(scope.ordinal(), scope == Scope.ALL ? null : group);
    }

    private int[] group(int rank, AstraCommunication communication, Scope usual) {
        Scope scope = communication.scope() == null ? usual : communication.scope();
        int first = rank / stage * stage;
        int inStage = rank - first;
        return switch (scope) {
            case ALL -> members(scope, 0, 1, gpus);
            case TP -> members(scope, rank - inStage % tensor, 1, tensor);
            case DP -> members(scope, first + inStage % tensor, tensor, stage / tensor);
            case EP ->
                members(
                        scope,
                        first + inStage / (tensor * expert) * tensor * expert + inStage % tensor,
                        tensor,
                        expert);
            case DP_EP ->
                members(scope, first + inStage % (tensor * expert), tensor * expert, stage / (tensor * expert));
        };
    }

    /** Ranks of a group share its array, also those that run in other threads. */
    private synchronized int[] members(Scope scope, int first, int stride, int size) {
        return groups.computeIfAbsent((long) scope.ordinal() << 32 | first, key -> {
            int[] group = new int[size];
            for (int i = 0; i < size; i++) {
                group[i] = first + i * stride;
            }
            return group;
        });
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>();
        sentences.add("Times of the workload are taken as nanoseconds: cycles of 1 GHz.");
        int stages = workload.value("pp", 1);
        if (stages > 1) {
            sentences.add("pp: " + stages + ": each stage performs all layers that are listed; the pipeline's messages"
                    + " and its bubble are left out.");
        }
        if (workload.value("checkpoints", 0) > 0) {
            sentences.add("checkpoints: " + workload.value("checkpoints", 0)
                    + ": the repetition of forward passes is left out.");
        }
        if (workload.value("ga", 1) > 1) {
            sentences.add("ga: " + workload.value("ga", 1) + ": layers are performed as listed, not repeated.");
        }
        return sentences;
    }
}
