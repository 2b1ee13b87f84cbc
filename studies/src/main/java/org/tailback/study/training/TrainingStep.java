package org.tailback.study.training;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * The description of training steps: the model, how GPUs divide it, and what is known of a GPU.
 *
 * @param model sizes of the transformer
 * @param parallelism division among GPUs
 * @param batch sequences of a step over all GPUs; a multiple of data x microBatch
 * @param microBatch sequences that pass through the pipeline together, >= 1
 * @param valueBytes bytes of a parameter or an activation in messages, >= 1
 * @param gradientBytes bytes of a gradient in messages, >= 1
 * @param sharding what data-parallel GPUs divide instead of holding it all
 * @param sequenceParallel whether tensor groups divide activations outside of matrices too: a reduce-scatter and an
 *     all-gather in place of each all-reduce, and smaller messages between stages
 * @param overlap whether gradients are reduced, and parameters gathered, while the GPU computes
 * @param recompute whether the backward pass repeats the forward pass of each layer
 * @param flopsPerSecond what a GPU computes: its peak times the efficiency, flop/s
 * @param efficiency the assumed part of the peak, above 0 to 1
 * @param tensorLink if tensor collectives are times instead of messages, otherwise {@link TensorLink#MESSAGES}
 * @param steps >= 1
 */
public record TrainingStep(
        Transformer model,
        Parallelism parallelism,
        int batch,
        int microBatch,
        int valueBytes,
        int gradientBytes,
        Sharding sharding,
        boolean sequenceParallel,
        boolean overlap,
        boolean recompute,
        double flopsPerSecond,
        double efficiency,
        TensorLink tensorLink,
        int steps) {
    private static final double MOST_BYTES = 1L << 53;
    private static final List<String> KEYS = List.of(
            "model",
            "parallelism",
            "batch",
            "micro-batch",
            "bytes-per-value",
            "bytes-per-gradient",
            "sharding",
            "sequence-parallel",
            "overlap",
            "recompute",
            "gpu",
            "tensor-link",
            "steps");

    /** The states of a data-parallel group that are divided among its GPUs (ZeRO's stages). */
    public enum Sharding {
        /** Each GPU has all of them; gradients are all-reduced. */
        NONE,
        /** Optimizer states, or gradients too: gradients are reduce-scattered, new parameters all-gathered. */
        OPTIMIZER,
        /** Parameters too (ZeRO 3, FSDP): they are gathered before each use. */
        PARAMETERS
    }

    /**
     * The link inside a tensor group, if its collectives are not simulated as messages.
     *
     * @param bytesPerSecond of a GPU in each direction, > 0
     * @param latency of one collective, seconds, >= 0
     */
    public record TensorLink(double bytesPerSecond, double latency) {
        /** The collectives are messages. */
        public static final TensorLink MESSAGES = new TensorLink(Double.NaN, 0);

        /** Returns whether the collectives are messages. */
        public boolean isMessages() {
            return Double.isNaN(bytesPerSecond);
        }
    }

    /**
     * Reads a file.
     *
     * @throws org.tailback.error.InputException if it cannot be read or is malformed; with line and column
     */
    public static TrainingStep read(Path file) {
        return of(YamlSettings.read(file, "training file"));
    }

    /**
     * Reads a file, with another division of the work.
     *
     * @param parallelism instead of the file's, such as {@code data=16,tensor=8}
     * @throws org.tailback.error.InputException if the file cannot be read or is malformed; or the division does not
     *     fit
     */
    public static TrainingStep read(Path file, String parallelism) {
        String place = "--parallelism " + parallelism;
        for (String part : Splitter.on(',').split(parallelism)) {
            if (!part.contains("=")) {
                throw InputException.at(
                        place, "expected KIND=N,... such as data=16,tensor=8, found '" + part + "'", "");
            }
        }
        ModelChoice given = ModelChoice.parse("parallelism:" + parallelism, place);
        Map<String, String> scalars = new LinkedHashMap<>();
        for (String key : given.settings().keys()) {
            scalars.put(key, given.settings().text(key));
        }
        Settings section = Settings.ofScalars("parallelism", place, scalars);
        Settings changed =
                Settings.of("training file", file + ", " + place, Map.of("parallelism", Value.section(section)));
        return of(YamlSettings.read(file, "training file").overriddenBy(changed));
    }

    /** @throws org.tailback.error.InputException if a key is missing, unknown or out of its domain */
    static TrainingStep of(Settings root) {
        root.rejectUnknown(KEYS);
        Transformer model = Transformer.of(root.section("model"));
        Parallelism parallelism = Parallelism.of(root.section("parallelism"));
        checkDivision(root, model, parallelism);
        int microBatch = root.integer("micro-batch", 1, 1 << 20, 1);
        int batch = root.integer("batch", 1, 1 << 30);
        if (batch % ((long) parallelism.data() * microBatch) != 0) {
            throw root.problem(
                    "batch",
                    "'batch' must be a multiple of data x micro-batch, " + (long) parallelism.data() * microBatch
                            + ", found " + batch,
                    "");
        }
        int valueBytes = root.integer("bytes-per-value", 1, 16, 2);
        int gradientBytes = root.integer("bytes-per-gradient", 1, 16, valueBytes);
        double values = (double) microBatch * model.sequence() * model.hidden() * model.activeExperts();
        if (values * valueBytes > MOST_BYTES) {
            throw root.problem("micro-batch", "the activations of a micro-batch must be below 2^53 bytes", "");
        }
        // those of a layer first: all together may be beyond the range of a long
        double parameters = (double) model.layers() * model.experts() * model.expertParameters()
                + (double) model.layers() * model.sharedParameters()
                + 2.0 * model.embeddingParameters();
        if (parameters * Math.max(valueBytes, gradientBytes) > MOST_BYTES) {
            throw root.problem(
                    "model",
                    String.format(
                            Locale.ROOT,
                            "parameters and gradients must be below 2^53 bytes each, found %.4g parameters",
                            parameters),
                    "");
        }
        Settings gpu = root.section("gpu");
        gpu.rejectUnknown(List.of("peak", "efficiency"));
        double efficiency = gpu.number("efficiency");
        if (!(efficiency > 0 && efficiency <= 1)) {
            throw gpu.problem("efficiency", "'efficiency' must be above 0 and at most 1, found " + efficiency, "");
        }
        return new TrainingStep(
                model,
                parallelism,
                batch,
                microBatch,
                valueBytes,
                gradientBytes,
                root.has("sharding") ? root.choice("sharding", Sharding.class) : Sharding.NONE,
                root.flag("sequence-parallel", false),
                root.flag("overlap", true),
                root.flag("recompute", false),
                gpu.flopsPerSecond("peak") * efficiency,
                efficiency,
                link(root),
                root.integer("steps", 1, 1 << 20, 1));
    }

    private static void checkDivision(Settings root, Transformer model, Parallelism parallelism) {
        if (parallelism.pipeline() > model.layers()) {
            throw root.problem(
                    "parallelism",
                    "the pipeline has " + parallelism.pipeline() + " stages, but the model " + model.layers()
                            + " layers",
                    "");
        }
        if (model.heads() % parallelism.tensor() != 0) {
            throw root.problem(
                    "parallelism",
                    "'tensor' must divide the number of heads, " + model.heads() + ", found " + parallelism.tensor(),
                    "");
        }
        if (model.experts() % parallelism.expert() != 0) {
            throw root.problem(
                    "parallelism",
                    "'expert' must divide the number of experts, " + model.experts() + ", found "
                            + parallelism.expert(),
                    "");
        }
    }

    private static TensorLink link(Settings root) {
        if (!root.has("tensor-link")) {
            return TensorLink.MESSAGES;
        }
        Settings link = root.section("tensor-link");
        link.rejectUnknown(List.of("bandwidth", "latency"));
        return new TensorLink(link.bytesPerSecond("bandwidth"), link.seconds("latency", 0));
    }

    /** Returns the number of micro-batches of a replica in a step. */
    public int microBatches() {
        return batch / parallelism.data() / microBatch;
    }

    /** Returns the number of layers of a stage; the first stages have one more if they cannot all have as many. */
    public int layers(int stage) {
        int stages = parallelism.pipeline();
        return model.layers() / stages + (stage < model.layers() % stages ? 1 : 0);
    }

    /** Returns the time that a GPU computes in a step, the mean over all; seconds. */
    double computeSeconds() {
        double layer = model.attentionFlops(batch) + model.feedForwardFlops(batch);
        double repeated = recompute ? model.layers() * layer : 0;
        return (model.flops(batch) + repeated) / parallelism.ranks() / flopsPerSecond;
    }

    /** Returns the bytes of the activations of a micro-batch between two layers. */
    public long activationBytes() {
        return microBatch * model.sequence() * model.hidden() * valueBytes;
    }

    /**
     * Returns what a collective of a tensor group takes by {@link #tensorLink}, seconds.
     *
     * @param allreduce false for a reduce-scatter or an all-gather, half of an all-reduce
     */
    double tensorSeconds(boolean allreduce) {
        double part = (parallelism.tensor() - 1.0) / parallelism.tensor();
        return tensorLink.latency() + (allreduce ? 2 : 1) * part * activationBytes() / tensorLink.bytesPerSecond();
    }
}
