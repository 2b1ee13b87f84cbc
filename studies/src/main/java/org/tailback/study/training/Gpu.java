package org.tailback.study.training;

import com.google.common.collect.Maps;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platformfile.DomainText;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;

/**
 * Speed and memory of a GPU: a roofline with measured corners.
 *
 * <p>A matrix product of M x K and K x N takes
 *
 * <pre>
 * 2 M N K / (peak x efficiency) x (1 + corner / M) (1 + corner / N) (1 + corner / K)
 * </pre>
 *
 * because tiles at the edges are only partly filled. Work that moves B bytes takes B / (bandwidth x memory efficiency).
 * The kernels of half a layer take at least the time in which the processor launches them. {@link LayerTimes} contains
 * the resulting times.
 *
 * <p>The file {@code gpus.yaml} defines the built-in GPUs with their sources.
 *
 * @param name name of the built-in GPU, or {@code given}
 * @param peak speed of matrix products in 16 bits, flop/s, > 0
 * @param peakOf8Bits peak speed of matrix products in 8 bits, flop/s, > 0
 * @param bandwidth of the memory, bytes/s, > 0; infinite if memory-bound work takes no time
 * @param memory size of the memory in bytes, > 0; infinite if the size is not checked
 * @param numbers fitted efficiencies and launch times
 * @param corner length of a dimension at which a product takes twice its ideal time, >= 0
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
    static final List<String> KEYS = Stream.concat(
                    Stream.of("name", "peak", "peak-8-bit", "bandwidth", "memory", "corner", "residuals"),
                    GpuNumbers.NAMES.stream())
            .toList();

    private static final String RESIDUALS = "residuals";
    /** Keys without an effect on predicted times. */
    private static final Set<String> NOT_TIMED = Set.of("name", "memory");

    private static final String CHOSEN = "attention (0.25; 0.216 from llm-foundry, 0.30 with MLPerf and Llama 70B), 8"
            + " bits (0.52) and experts (1.95) were chosen between sources that differ; the others were fitted to"
            + " llm-foundry's steps. 'fit training' fits them to other steps.";

    static final double COVERAGE = 0.9;

    private static final Map<String, Gpu> BUILT_IN = builtIn();

    private static Map<String, Gpu> builtIn() {
        try {
            String text = Resources.toString(Resources.getResource(Gpu.class, "gpus.yaml"), StandardCharsets.UTF_8);
            Settings all = YamlSettings.parse(text, "gpus.yaml", "GPUs");
            return Maps.toMap(all.keys(), name -> given(name, all.section(name)).overriddenBy(all.section(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of the built-in GPUs. */
    public static List<String> names() {
        return BUILT_IN.keySet().stream().sorted().toList();
    }

    /**
     * Reads a section. It either names a built-in GPU by {@code name} and may override its numbers, or defines only
     * {@code peak} and {@code efficiency}, for a GPU on which only matrix operations take time.
     */
    static Gpu of(Settings section) {
        section.rejectUnknown(KEYS);
        return (section.has("name")
                        ? Objects.requireNonNull(BUILT_IN.get(section.choice("name", names(), "")))
                        : given("given", section))
                .overriddenBy(section);
    }

    /** Returns a GPU on which only matrix operations take time. */
    private static Gpu given(String name, Settings section) {
        double peak = section.flopsPerSecond("peak");
        double efficiency = section.number("efficiency");
        double infinite = Double.POSITIVE_INFINITY;
        GpuNumbers numbers = new GpuNumbers(efficiency, efficiency, efficiency, 1, 0, 0, 1, 1);
        return new Gpu(name, peak, peak, infinite, infinite, numbers, 0, KeyedResiduals.NONE);
    }

    private Gpu overriddenBy(Settings section) {
        boolean isChanged = section.keys().stream().anyMatch(key -> !NOT_TIMED.contains(key));
        double side = section.number("corner", corner);
        section.require(side >= 0, "corner", "'corner' must be at least 0", "");
        return new Gpu(
                name,
                section.has("peak") ? section.flopsPerSecond("peak") : peak,
                section.has("peak-8-bit") ? section.flopsPerSecond("peak-8-bit") : peakOf8Bits,
                section.bytesPerSecond("bandwidth", bandwidth),
                section.has("memory") ? section.bytes("memory") : memory,
                numbers.overriddenBy(section),
                side,
                section.has(RESIDUALS) || isChanged ? DomainText.residuals(section, RESIDUALS, COVERAGE) : residuals);
    }

    /** Returns whether memory-bound work takes time; false if only {@code peak} and {@code efficiency} are defined. */
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
     * Returns the time that flash attention takes for the products of scores, seconds.
     *
     * @param flops operations of the computed scores, >= 0
     * @param sequence number of tokens of a sequence, > 0
     * @param width of a head, > 0
     */
    double attending(double flops, double sequence, double width) {
        return flops * filled(sequence, sequence, width) / (peak * numbers.attention());
    }

    /** Returns the time of work that moves a number of bytes, seconds. */
    double moving(double bytes) {
        return bytes / (bandwidth * numbers.memory());
    }

    /** Returns whether the efficiency equals the efficiency of the built-in GPU with this name. */
    boolean isBuiltIn() {
        Gpu own = BUILT_IN.get(name);
        return own != null && numbers.efficiency() == own.numbers.efficiency();
    }

    /** Returns a sentence on the origin of the numbers; empty if they are user-defined. */
    public String origin() {
        return !isBuiltIn()
                ? ""
                : switch (name) {
                    case "a100" ->
                        "The numbers of 'a100' were fitted to all published steps of vTrain, except attention, which was"
                                + " fitted to steps of llm-foundry. Errors for these steps are in-sample. Set --gpu to"
                                + " use the numbers of a fit to other steps.";
                    case "h100" -> "Numbers of 'h100': " + CHOSEN;
                    default ->
                        "The peaks of '" + name + "' are nominal. The other numbers are those of the H100: " + CHOSEN;
                };
    }

    /** Returns the GPU with fitted numbers and their residuals. */
    Gpu with(GpuNumbers fitted, KeyedResiduals newResiduals) {
        return new Gpu(name, peak, peakOf8Bits, bandwidth, memory, fitted, corner, newResiduals);
    }
}
