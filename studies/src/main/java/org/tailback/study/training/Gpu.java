package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.tailback.platform.Domain;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Use;
import org.tailback.platformfile.DomainText;
import org.tailback.settings.Settings;

/**
 * The speed and memory of a GPU: a roofline whose corners are measured.
 *
 * <p>A product of matrices of M x K and K x N takes
 *
 * <pre>
 * 2 M N K / (peak x efficiency) x (1 + corner / M) (1 + corner / N) (1 + corner / K)
 * </pre>
 *
 * because tiles at the edges are not full; work that moves B bytes takes B / (bandwidth x memory efficiency); and the
 * kernels of half a layer take no less than the processor needs to launch them. {@link LayerTimes} adds them up.
 *
 * <p>Peaks are those of dense matrices of 16 and 8 bits. Sources: data sheets of NVIDIA A100 80GB SXM (2021), H100 SXM
 * (2023), H200 SXM (2024) and DGX B200 (2024, an eighth of the system). Of the A100, efficiencies and launches are
 * fitted to GPT steps that were measured on 2 to 512 A100 (vTrain, MICRO 2024), of the H100 to MPT steps on 8 to 64 of
 * them (llm-foundry, 2023) or chosen between several sources; the others have the H100's until {@code fit training}
 * finds their own.
 *
 * @param name of the built-in one, or {@code given}
 * @param peak of matrices of 16 bits, flop/s, > 0
 * @param peakOf8Bits of matrices of 8 bits, flop/s, > 0
 * @param bandwidth of the memory, bytes/s, > 0; infinite if memory-bound work takes no time
 * @param memory bytes, > 0; infinite if it is not checked
 * @param numbers efficiencies and launches, which are fitted
 * @param corner length of a side at which a product takes twice its time, >= 0
 * @param residuals of measured steps, by the keys of {@link TrainingStep#use}
 */
public record Gpu(
        String name,
        double peak,
        double peakOf8Bits,
        double bandwidth,
        double memory,
        GpuNumbers numbers,
        double corner,
        KeyedResiduals residuals) {
    static final List<String> KEYS = ImmutableList.<String>builder()
            .add("name", "peak", "peak-8-bit", "bandwidth", "memory", "corner", "residuals")
            .addAll(GpuNumbers.NAMES)
            .build();

    private static final String RESIDUALS = "residuals";
    /** Keys that no predicted time depends on. */
    private static final Set<String> NOT_TIMED = Set.of("name", "memory");

    private static final String CHOSEN = "attention 0.25 (0.216 by llm-foundry, 0.30 with MLPerf and Llama 70B), 8 bits"
            + " 0.52 and experts 1.95 were chosen between sources that differ, the others fitted to llm-foundry's steps."
            + " 'fit training' finds yours.";

    static final double COVERAGE = 0.9;

    private static final double CORNER = 30;

    /** Number chosen by two steps of Megatron on H100, Qwen3 30B-A3B in 8 bits and GPT-OSS 120B in 16. */
    private static final double EXPERTS = 1.95;

    /** Numbers fitted to vTrain's steps; that of attention to llm-foundry's on A100 40GB. */
    private static final GpuNumbers A100 = new GpuNumbers(0.8165, 0.8165, 0.39, 0.774, 0.768e-3, 4, EXPERTS, 1);
    /** Numbers fitted to llm-foundry's steps on H100, except those of attention, 8 bits and experts. */
    private static final GpuNumbers H100 = new GpuNumbers(0.629, 0.52, 0.25, 0.719, 0.4e-3, 4, EXPERTS, 0.72);

    private static final KeyedResiduals OF_A100 = new KeyedResiduals(
            0.9,
            List.of(new KeyedResiduals.Entry(
                    Domain.of(List.of(
                            address("a100", "bf16", "dense", 2, 1024, 1),
                            address("a100", "bf16", "dense", 512, 2048, 1))),
                    0.84,
                    1.1)));

    private static final Map<String, Gpu> BUILT_IN = Map.of(
            "a100", builtIn("a100", 312, 312, 2.039, 80, A100, OF_A100),
            "h100", builtIn("h100", 989.4, 1978.9, 3.35, 80, H100, KeyedResiduals.NONE),
            "h200", builtIn("h200", 989.4, 1978.9, 4.8, 141, H100, KeyedResiduals.NONE),
            "b200", builtIn("b200", 2250, 4500, 8, 180, H100, KeyedResiduals.NONE));

    private static Gpu builtIn(
            String name,
            double teraflops,
            double teraflopsOf8Bits,
            double terabytes,
            double gigabytes,
            GpuNumbers numbers,
            KeyedResiduals residuals) {
        return new Gpu(
                name,
                teraflops * 1e12,
                teraflopsOf8Bits * 1e12,
                terabytes * 1e12,
                gigabytes * 1e9,
                numbers,
                CORNER,
                residuals);
    }

    /**
     * Returns the address of a step.
     *
     * @param precision of the matrices of layers: {@code bf16} or {@code fp8}
     * @param family {@code dense} or {@code experts}
     * @param gpus how many compute the step
     * @param sequence tokens
     * @param context GPUs that divide a sequence
     */
    static Use address(String gpu, String precision, String family, int gpus, double sequence, int context) {
        return Use.NONE
                .with("gpu", gpu)
                .with("precision", precision)
                .with("family", family)
                .with("gpus", gpus)
                .with("sequence", sequence)
                .with("context", context);
    }

    /** Returns the names of those that need no numbers. */
    public static List<String> names() {
        return BUILT_IN.keySet().stream().sorted().toList();
    }

    /**
     * Reads a section: a built-in one by {@code name}, with other numbers where given; or {@code peak} and {@code
     * efficiency} alone, of a GPU on which only operations of matrices take time.
     */
    static Gpu of(Settings section) {
        section.rejectUnknown(KEYS);
        Gpu base;
        if (section.has("name")) {
            base = Objects.requireNonNull(BUILT_IN.get(section.choice("name", names(), "")));
        } else {
            double peak = section.flopsPerSecond("peak");
            double infinite = Double.POSITIVE_INFINITY;
            double efficiency = section.number("efficiency");
            base = new Gpu(
                    "given",
                    peak,
                    peak,
                    infinite,
                    infinite,
                    new GpuNumbers(efficiency, efficiency, efficiency, 1, 0, 0, 1, 1),
                    0,
                    KeyedResiduals.NONE);
        }
        boolean isChanged = section.keys().stream().anyMatch(key -> !NOT_TIMED.contains(key));
        Gpu found = new Gpu(
                base.name,
                section.has("peak") ? section.flopsPerSecond("peak") : base.peak,
                section.has("peak-8-bit") ? section.flopsPerSecond("peak-8-bit") : base.peakOf8Bits,
                section.bytesPerSecond("bandwidth", base.bandwidth),
                section.has("memory") ? section.bytes("memory") : base.memory,
                base.numbers.overriddenBy(section),
                section.number("corner", base.corner),
                section.has(RESIDUALS) || isChanged
                        ? DomainText.residuals(section, RESIDUALS, COVERAGE)
                        : base.residuals);
        found.check(section);
        return found;
    }

    private void check(Settings section) {
        if (!(corner >= 0)) {
            throw section.problem("corner", "'corner' must be at least 0", "");
        }
    }

    /** Returns whether memory-bound work takes time too: false with {@code peak} and {@code efficiency} alone. */
    boolean isRoofline() {
        return bandwidth < Double.POSITIVE_INFINITY;
    }

    /** Returns the time of a product of M x K and K x N, seconds; 0 for dimensions of zero. */
    double product(double m, double n, double k, boolean of8Bits) {
        double flops = 2 * m * n * k;
        double speed = of8Bits ? peakOf8Bits * numbers.efficiencyOf8Bits() : peak * numbers.efficiency();
        return flops == 0 ? 0 : flops * filled(m, n, k) / speed;
    }

    private double filled(double m, double n, double k) {
        return corner == 0 ? 1 : (1 + corner / m) * (1 + corner / n) * (1 + corner / k);
    }

    /**
     * Returns the time of flash attention for the products of scores, seconds.
     *
     * @param flops of the scores that it computes, >= 0
     * @param sequence tokens of a sequence, > 0
     * @param width of a head, > 0
     */
    double attending(double flops, double sequence, double width) {
        return flops * filled(sequence, sequence, width) / (peak * numbers.attention());
    }

    /** Returns the time of work that moves a number of bytes, seconds. */
    double moving(double bytes) {
        return bytes / (bandwidth * numbers.memory());
    }

    /** Returns whether its efficiency is the one that comes with the program. */
    boolean isBuiltIn() {
        Gpu own = BUILT_IN.get(name);
        return own != null && numbers.efficiency() == own.numbers.efficiency();
    }

    /** Returns the origin of its numbers, a sentence; empty if they were given. */
    public String origin() {
        return !isBuiltIn()
                ? ""
                : switch (name) {
                    case "a100" ->
                        "The numbers of 'a100' come from a fit to all shared steps of vTrain, that of attention to"
                                + " llm-foundry's: on these, errors are those of the fit (in-sample). --gpu takes the"
                                + " numbers of a fit to other steps.";
                    case "h100" -> "Of the numbers of 'h100' " + CHOSEN;
                    default ->
                        "The peaks of '" + name + "' are nominal. Of its other numbers, those of the H100, " + CHOSEN;
                };
    }

    /** Returns this GPU with other numbers that are fitted, and their residuals. */
    Gpu with(GpuNumbers fitted, KeyedResiduals newResiduals) {
        return new Gpu(name, peak, peakOf8Bits, bandwidth, memory, fitted, corner, newResiduals);
    }
}
