package org.tailback.study.training;

import java.util.List;
import java.util.Locale;
import org.tailback.settings.Settings;
import org.tailback.study.training.TrainingStep.Bytes;
import org.tailback.study.training.TrainingStep.Evaluation;
import org.tailback.study.training.TrainingStep.Overlap;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;

/** Reader of the complete settings of a training step. It checks that model, division and batch are compatible. */
final class StepReader {
    private static final double MOST_BYTES = 1L << 53;
    /** Keys of a training file. */
    private static final List<String> KEYS =
            List.of(("model parallelism batch micro-batch bytes-per-value bytes-per-gradient"
                            + " bytes-per-gathered gradient-bucket sharding sequence-parallel scatter-gather overlap"
                            + " recompute flash fp8 gpu token-exchange evaluation expert-capacity steps")
                    .split(" ", -1));

    private StepReader() {}

    /** Rejects unknown keys, and retired keys and values. */
    static void requireKnown(Settings root) {
        root.refuse(
                true,
                List.of("tensor-link"),
                "is retired",
                "Leave it out: collectives of tensor groups are messages on the links of the platform's nodes"
                        + " ('local-bandwidth' of its network, 'intra-node')");
        root.refuse(
                List.of("true", "false").contains(root.text("recompute", "")),
                List.of("recompute"),
                "is no longer true or false",
                "Write 'full' for true and 'none' for false");
        root.rejectUnknown(KEYS);
    }

    /**
     * Reads the settings of a training step.
     *
     * @throws org.tailback.error.InputException if a key is missing, unknown or out of its domain
     */
    static TrainingStep read(Settings root) {
        requireKnown(root);
        Transformer model = Transformer.of(root.section("model"));
        Parallelism parallelism = Parallelism.of(root.section("parallelism"));
        checkDivision(root, model, parallelism);
        int microBatch = root.integer("micro-batch", 1, 1 << 20, 1);
        int batch = root.integer("batch", 1, 1 << 30);
        long together = (long) parallelism.data() * microBatch;
        root.require(
                batch % together == 0,
                "batch",
                "'batch' must be a multiple of data x micro-batch, " + together + ", found " + batch,
                "");
        root.require(
                parallelism.interleave() == 1 || batch / together % parallelism.pipeline() == 0,
                "batch",
                "with 'interleave' the micro-batches of a replica, " + batch / together
                        + ", must be a multiple of 'pipeline', " + parallelism.pipeline(),
                "");
        Bytes bytes = Bytes.of(root);
        double values = (double) microBatch * model.sequence() * model.hidden() * model.activeExperts();
        root.require(
                values * bytes.value() <= MOST_BYTES,
                "micro-batch",
                "the activations of a micro-batch must be below 2^53 bytes",
                "");
        // summed up as double, layer by layer, because the sum may exceed the range of a long
        double parameters = 2.0 * model.embeddingParameters();
        for (int layer = 0; layer < model.layers(); layer++) {
            parameters += (double) model.sharedParameters(layer) + model.expertParameters(layer);
        }
        root.require(
                parameters * Math.max(bytes.value(), bytes.gradient()) <= MOST_BYTES,
                "model",
                String.format(
                        Locale.ROOT,
                        "parameters and gradients must be below 2^53 bytes each, found %.4g parameters",
                        parameters),
                "");
        return new TrainingStep(
                model,
                parallelism,
                batch,
                microBatch,
                bytes,
                root.has("sharding") ? root.choice("sharding", Sharding.class) : Sharding.NONE,
                root.flag("sequence-parallel", false),
                root.flag("scatter-gather", false),
                Overlap.of(root),
                root.has("recompute") ? root.choice("recompute", Recompute.class) : Recompute.NONE,
                root.flag("flash", true),
                root.flag("fp8", false),
                Gpu.of(root.section("gpu")),
                ExpertExchange.of(root, model.feedForward(), bytes.value()),
                Evaluation.of(root),
                root.integer("steps", 1, 1 << 20, 1));
    }

    private static void checkDivision(Settings root, Transformer model, Parallelism parallelism) {
        int stages = parallelism.pipeline();
        long chunks = (long) stages * parallelism.interleave();
        root.require(
                chunks <= model.layers(),
                "parallelism",
                "'pipeline' x 'interleave' must be at most the number of layers, " + model.layers() + ", found "
                        + chunks,
                "");
        requireDivisor(root, "tensor", parallelism.tensor(), "number of heads", model.heads());
        requireDivisor(root, "context", parallelism.context(), "tokens of a sequence", model.sequence());
        requireDivisor(root, "expert", parallelism.expert(), "number of experts", model.experts());
        boolean isSame = parallelism.expertTensor() == parallelism.tensor();
        root.require(isSame || model.experts() > 1, "parallelism", "'expert-tensor' needs a model with experts", "");
        root.require(
                isSame || parallelism.tensor() == 1 || root.flag("sequence-parallel", false),
                "parallelism",
                "'expert-tensor' other than 'tensor' needs 'sequence-parallel: true', so that the GPUs of a tensor"
                        + " group have different tokens",
                "");
    }

    private static void requireDivisor(Settings root, String key, int value, String of, long number) {
        root.require(
                number % value == 0,
                "parallelism",
                "'" + key + "' must divide the " + of + ", " + number + ", found " + value,
                "");
    }
}
