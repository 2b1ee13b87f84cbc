package org.tailback.study.training;

import com.google.common.base.Splitter;
import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.settings.Settings;

/**
 * Description of training steps: the model, its division among GPUs, and the speed of a GPU.
 *
 * @param model sizes of the transformer
 * @param parallelism division of the model among GPUs
 * @param batch number of sequences per step over all GPUs; a multiple of data x microBatch
 * @param microBatch number of sequences that pass through the pipeline together, >= 1
 * @param bytes sizes of values in messages
 * @param sharding states divided among data-parallel GPUs
 * @param sequenceParallel whether tensor groups also divide activations outside matrix products; a reduce-scatter and
 *     an all-gather replace each all-reduce, and messages between stages are smaller
 * @param scatterGather whether each GPU of a tensor group sends its share of the activations to the next stage, where
 *     the tensor group gathers the shares; with {@code sequenceParallel} activations are always sent in shares
 * @param overlap communication that overlaps computation
 * @param recompute part of the forward pass that the backward pass repeats
 * @param flash whether attention is computed without writing scores to memory
 * @param fp8 whether the elements of layer matrices have 8 bits
 * @param gpu speed and memory of a GPU
 * @param exchange exchange of tokens with experts
 * @param evaluation evaluations of the model between steps
 * @param steps number of steps, >= 1
 */
public record TrainingStep(
        Transformer model,
        Parallelism parallelism,
        int batch,
        int microBatch,
        Bytes bytes,
        Sharding sharding,
        boolean sequenceParallel,
        boolean scatterGather,
        Overlap overlap,
        Recompute recompute,
        boolean flash,
        boolean fp8,
        Gpu gpu,
        ExpertExchange exchange,
        Evaluation evaluation,
        int steps) {
    /**
     * Sizes of values in messages, bytes.
     *
     * @param value size of a parameter or an activation, >= 1
     * @param gradient size of a gradient, >= 1
     * @param gathered size of a parameter that replicas gather, >= 1
     * @param bucket size of a bucket of gradients or parameters, >= 1; replicas exchange the buckets one after the
     *     other; infinite for one exchange per layer
     */
    public record Bytes(int value, int gradient, int gathered, double bucket) {
        static Bytes of(Settings root) {
            int value = root.integer("bytes-per-value", 1, 16, 2);
            return new Bytes(
                    value,
                    root.integer("bytes-per-gradient", 1, 16, value),
                    root.integer("bytes-per-gathered", 1, 16, value),
                    root.has("gradient-bucket")
                            ? Math.max(1, root.bytes("gradient-bucket"))
                            : Double.POSITIVE_INFINITY);
        }
    }

    /** States of a data-parallel group that are divided among its GPUs (ZeRO's stages). */
    public enum Sharding {
        /** No sharding: each GPU has all states, and gradients are all-reduced. */
        NONE,
        /**
         * Sharding of optimizer states, with or without gradients: gradients are reduce-scattered, new parameters are
         * all-gathered.
         */
        OPTIMIZER,
        /** Sharding of all states including parameters (ZeRO 3, FSDP): parameters are gathered before each use. */
        PARAMETERS
    }

    /** Part of the forward pass that the backward pass recomputes, so that its results need not be kept in memory. */
    public enum Recompute {
        NONE,
        /** Attention scores. */
        SELECTIVE,
        /** Norms, activation functions and the matrices that expand latent attention, as in DeepSeek-V3. */
        LIGHT,
        /** The forward pass of each layer. */
        FULL
    }

    /**
     * Communication that overlaps computation.
     *
     * @param data whether gradients are reduced during the last backward pass, and parameters are gathered during the
     *     forward pass
     * @param tensor whether collectives of tensor groups run in pieces during matrix products
     * @param pipeline whether messages between stages overlap computation
     * @param experts whether exchanges of tokens overlap the computation of their layer; a simplification, because in
     *     practice they overlap the computation of another micro-batch
     */
    public record Overlap(boolean data, boolean tensor, boolean pipeline, boolean experts) {
        static Overlap of(Settings root) {
            Settings.Value value = root.value("overlap");
            if (value == null || value.section() == null) {
                return new Overlap(root.flag("overlap", true), false, true, false);
            }
            Settings section = root.section("overlap");
            section.rejectUnknown(List.of("data", "tensor", "pipeline", "experts"));
            return new Overlap(
                    section.flag("data", true),
                    section.flag("tensor", false),
                    section.flag("pipeline", true),
                    section.flag("experts", false));
        }
    }

    /**
     * Evaluations of the model: forward passes of sequences outside the training data, in batches of the same size as
     * in steps.
     *
     * @param every number of training sequences between two evaluations, >= 1, or 0 without evaluations
     * @param sequences number of sequences per evaluation, >= 0
     * @param pause additional time per evaluation, seconds, >= 0
     */
    public record Evaluation(int every, int sequences, double pause) {
        static Evaluation of(Settings root) {
            if (!root.has("evaluation")) {
                return new Evaluation(0, 0, 0);
            }
            Settings section = root.section("evaluation");
            section.rejectUnknown(List.of("every", "sequences", "pause"));
            return new Evaluation(
                    section.integer("every", 1, 1 << 30),
                    section.integer("sequences", 0, 1 << 30),
                    section.seconds("pause", 0));
        }

        /** Returns the time of evaluations per step, seconds. */
        double share(int batch, double forward) {
            return every == 0
                    ? 0
                    : (Math.ceil((double) sequences / batch) * forward + pause) / Math.ceil((double) every / batch);
        }
    }

    /**
     * Reads a training file, optionally with another division of the work or another GPU.
     *
     * @param changes replacements of the file's values by path, such as {@code model.sequence}
     * @param division replacement of the file's division, such as {@code data=16,tensor=8}; null keeps the file's
     *     division
     * @param machineGpu name of the machine's GPUs, for a file without a GPU
     * @param gpuFile file that defines the GPU to use instead, or null
     * @param mustFit whether a step that does not fit into the memory of its GPU is an error
     * @throws org.tailback.error.InputException if the file cannot be read or is malformed; the division does not fit;
     *     or {@code mustFit} is true and the step does not fit into memory
     */
    public static TrainingStep read(
            Path file,
            Map<String, String> changes,
            @Nullable String division,
            Optional<String> machineGpu,
            @Nullable Path gpuFile,
            boolean mustFit) {
        Settings settings = TrainingSettings.read(file, changes);
        String place = file.toString();
        if (division != null) {
            place = file + ", --parallelism " + division;
            Map<String, String> sizes = TrainingSettings.pairs(
                    Splitter.on(',').split(division),
                    "--parallelism " + division,
                    "KIND=N,... such as data=16,tensor=8");
            settings = TrainingSettings.with(settings, "parallelism", Settings.ofScalars("parallelism", place, sizes));
        }
        settings.require(
                !settings.has("model") || settings.has("parallelism"),
                "parallelism",
                "missing section 'parallelism' in training file",
                "Add the section, such as 'parallelism: {data: 8}', or use 'training --parallelism data=8'");
        TrainingStep step = of(settings, machineGpu, gpuFile);
        if (mustFit) {
            TrainingMemory.require(step, place);
        }
        return step;
    }

    /**
     * Returns the key by which the step is compared with measured steps: GPU, precision, model family, number of GPUs,
     * sequence length and context parallelism.
     */
    public Use use() {
        return Use.NONE
                .with("gpu", gpu.name())
                .with("precision", fp8 ? "fp8" : "bf16")
                .with("family", model.experts() > 1 ? "experts" : "dense")
                .with("gpus", parallelism.ranks())
                .with("sequence", model.sequence())
                .with("context", parallelism.context());
    }

    /**
     * Returns the interval in which the measured step time is expected; null if the step is {@link #outside} the
     * measured domain or no step was measured.
     */
    public @Nullable Interval interval(Platform platform, double seconds) {
        Interval factors = outside(platform).isEmpty() ? gpu.residuals().factors(use()) : null;
        return factors == null ? null : factors.times(seconds);
    }

    /**
     * Returns the properties of the step that are outside the domain of the platform or of its GPU's measured steps,
     * one clause per property.
     */
    public List<String> outside(Platform platform) {
        int gpusOfNode = Math.max(1, platform.cluster().gpusPerMachine());
        int gpusOfExperts = parallelism.expert() * parallelism.expertTensor();
        List<String> found = new ArrayList<>(platform.outside(platform.use(parallelism.ranks())));
        found.addAll(gpu.residuals().outside(use()));
        found.addAll(exchange.outside(IntMath.divide(gpusOfExperts, gpusOfNode, RoundingMode.CEILING)));
        return found;
    }

    /**
     * Returns the step that settings describe, even if it does not fit into memory.
     *
     * @param machineGpu name of the machine's GPUs, for settings without a GPU
     * @param gpuFile file that defines the GPU to use instead, or null
     * @throws org.tailback.error.InputException if the settings are malformed
     */
    public static TrainingStep of(Settings settings, Optional<String> machineGpu, @Nullable Path gpuFile) {
        return of(TrainingSettings.complete(machineGpu, settings, gpuFile));
    }

    /**
     * Returns the step that complete settings describe.
     *
     * @throws org.tailback.error.InputException if a key is missing, unknown or out of its domain
     */
    static TrainingStep of(Settings complete) {
        return StepReader.read(complete);
    }

    /** Returns the number of micro-batches per replica in a step. */
    public int microBatches() {
        return batch / parallelism.data() / microBatch;
    }

    /** Returns the number of layers in a stage. */
    public int layers(int stage) {
        int sum = 0;
        for (int chunk = 0; chunk < parallelism.interleave(); chunk++) {
            sum += layers(stage, chunk);
        }
        return sum;
    }

    /**
     * Returns the number of layers in a chunk of a stage. If layers cannot be divided evenly, the first stages have one
     * more layer. With {@code interleave}, if layers cannot be divided evenly, chunks at the beginning and end of the
     * model have one layer fewer, because the embedding and the head are there.
     */
    public int layers(int stage, int chunk) {
        int chunks = parallelism.pipeline() * parallelism.interleave();
        int number = chunk * parallelism.pipeline() + stage;
        if (parallelism.interleave() == 1) {
            return model.layers() / chunks + (number < model.layers() % chunks ? 1 : 0);
        }
        int most = (model.layers() + chunks - 1) / chunks;
        int fewer = most * chunks - model.layers();
        return number < fewer / 2 || number >= chunks - (fewer + 1) / 2 ? most - 1 : most;
    }

    /** Returns the first layer of a chunk of a stage. */
    int firstLayer(int stage, int chunk) {
        int first = 0;
        for (int number = 0; number < chunk * parallelism.pipeline() + stage; number++) {
            first += layers(number % parallelism.pipeline(), number / parallelism.pipeline());
        }
        return first;
    }

    /**
     * Returns how many of a stage's layers are among the model's leading dense layers. O(stages x chunks) if the model
     * has such layers.
     */
    int denseLayers(int stage) {
        int sum = 0;
        for (int chunk = 0; chunk < parallelism.interleave() && model.firstDense() > 0; chunk++) {
            sum += Math.max(0, Math.min(model.firstDense() - firstLayer(stage, chunk), layers(stage, chunk)));
        }
        return sum;
    }

    /**
     * Number of parameters that each GPU of a stage holds.
     *
     * @param shared number of parameters of which all replicas have copies
     * @param experts number of parameters that expert groups divide
     */
    record Held(double shared, double experts) {
        double all() {
            return shared + experts;
        }

        /**
         * Returns the number of parameters per GPU; if {@code sharded} is true, GPUs with copies of the same parameters
         * divide them.
         */
        double among(Parallelism division, boolean sharded) {
            return sharded ? shared / division.gradientReplicas() + experts / division.expertReplicas() : all();
        }
    }

    /** Returns the number of parameters that a GPU of a stage holds. */
    Held held(int stage) {
        int last = parallelism.pipeline() - 1;
        double ends =
                stage != 0 && stage != last ? 0 : model.embeddingParameters() * (last > 0 || model.tied() ? 1.0 : 2.0);
        int dense = denseLayers(stage);
        int others = layers(stage) - dense;
        int layer = model.layers() - 1;
        double shared = ends + others * (double) model.sharedParameters(layer);
        shared += dense == 0 ? 0 : dense * (double) model.sharedParameters(0);
        return new Held(
                shared / parallelism.tensor(),
                others * ((double) model.expertParameters(layer) / parallelism.expert()) / parallelism.expertTensor());
    }

    /**
     * Returns the number of parameters that a GPU holds in the stage with the most parameters, the first of equal
     * stages.
     */
    Held largestStage() {
        Held most = held(0);
        for (int stage = 1; stage < parallelism.pipeline() && model.firstDense() > 0; stage++) {
            Held other = held(stage);
            most = other.all() > most.all() ? other : most;
        }
        return most;
    }

    /** Returns the number of parameters of a layer per GPU. */
    double layerParameters(int layer) {
        return (double) model.sharedParameters(layer) / parallelism.tensor()
                + (double) model.expertParameters(layer) / parallelism.expert() / parallelism.expertTensor();
    }

    /** Returns the size of a matrix element in matrix products, bytes. */
    int matrixBytes() {
        return fp8 ? 1 : bytes.value();
    }

    /** Returns the peak speed of the matrix products of layers, flop/s. */
    public double peak() {
        return fp8 ? gpu.peakOf8Bits() : gpu.peak();
    }

    /** Returns the number of tokens that all GPUs process per second at a given step time. */
    public double tokensPerSecond(double seconds) {
        return (double) batch * model.sequence() / seconds;
    }

    /** Returns the duration of training on a number of tokens at a given step time, in days. */
    public double days(double tokens, double seconds) {
        return tokens / tokensPerSecond(seconds) / 86_400;
    }

    /**
     * Returns the fraction of the peak of all GPUs that the model's operations use at a given step time; repeated
     * operations are not counted.
     */
    public double utilisation(double seconds) {
        return model.flops(batch) / (seconds * parallelism.ranks() * peak());
    }

    /** Returns the size of a micro-batch's activations between two layers on a GPU, bytes. */
    public long activationBytes() {
        return RankOperations.upTo(microBatch * model.sequence() * model.hidden(), parallelism.context())
                * bytes.value();
    }

    /** Returns whether the GPUs of a tensor group have different tokens outside matrix products. */
    boolean dividesTokens() {
        return sequenceParallel || parallelism.tensor() == 1;
    }

    /** Returns the number of GPUs of a tensor group among which the tokens outside matrix products are divided. */
    int tokenParts() {
        return sequenceParallel ? parallelism.tensor() : 1;
    }

    /** Returns the number of tokens of a micro-batch that a GPU sends to experts. */
    double exchangedTokens() {
        return (double) RankOperations.upTo(activationBytes(), tokenParts()) / (model.hidden() * bytes.value());
    }

    /** Returns the size in bytes of the tokens that the GPUs of a divided expert gather if tokens are evenly spread. */
    long expertTensorBytes() {
        return RankOperations.upTo(activationBytes(), tokenParts())
                * model.activeExperts()
                * parallelism.expertTensor();
    }

    /** Returns the size of a message between stages, bytes. */
    long messageBytes() {
        return RankOperations.upTo(activationBytes(), sequenceParallel || scatterGather ? parallelism.tensor() : 1);
    }

    boolean gathersMessages() {
        return scatterGather && !sequenceParallel && parallelism.tensor() > 1;
    }
}
