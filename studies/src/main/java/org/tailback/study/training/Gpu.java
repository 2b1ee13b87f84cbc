package org.tailback.study.training;

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
 * What a GPU computes and holds: a roofline whose corners are measured.
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
 * fitted to GPT steps that were measured on 2 to 512 A100 (vTrain, MICRO 2024); the others have the A100's
 * efficiencies, and three fifths of them for products of 8 bits, until {@code fit training} finds their own.
 *
 * @param name of the built-in one, or {@code given}
 * @param peak of matrices of 16 bits, flop/s, > 0
 * @param peakOf8Bits of matrices of 8 bits, flop/s, > 0
 * @param bandwidth of the memory, bytes/s, > 0; infinite if memory-bound work takes no time
 * @param memory bytes, > 0; infinite if it is not checked
 * @param efficiency part of the peak that large matrices reach, above 0 to 1
 * @param memoryEfficiency part of the bandwidth that memory-bound work reaches, above 0 to 1
 * @param launch seconds in which the processor launches the forward pass of a layer, >= 0
 * @param optimizerBytes bytes of memory that the optimizer moves for a parameter, >= 0
 * @param corner length of a side at which a product takes twice its time, >= 0
 * @param residuals of measured steps, by the keys of {@link TrainingStep#use}
 */
public record Gpu(
        String name,
        double peak,
        double peakOf8Bits,
        double bandwidth,
        double memory,
        double efficiency,
        double memoryEfficiency,
        double launch,
        double optimizerBytes,
        double corner,
        KeyedResiduals residuals) {
    static final List<String> KEYS =
            List.of(("name peak peak-8-bit bandwidth memory efficiency memory-efficiency launch"
                            + " optimizer-bytes corner residuals")
                    .split(" ", -1));

    private static final String RESIDUALS = "residuals";
    /** Keys that no predicted time depends on. */
    private static final Set<String> NOT_TIMED = Set.of("name", "memory");

    static final double COVERAGE = 0.9;

    private static final double CORNER = 30;
    /** Part of the efficiency that products of 8 bits reach, with conversions: of MLPerf's smallest H100 systems. */
    private static final double OF_8_BITS = 0.6;

    /** Of vTrain's steps, which the numbers of all built-in GPUs come from. */
    private static final KeyedResiduals OF_A100 = new KeyedResiduals(
            0.9,
            List.of(new KeyedResiduals.Entry(
                    Domain.of(List.of(
                            address("a100", "bf16", "dense", 1024, 1), address("a100", "bf16", "dense", 2048, 1))),
                    0.84,
                    1.1)));

    private static final Map<String, Gpu> BUILT_IN = Map.of(
            "a100", builtIn("a100", 312, 312, 2.039, 80, 0.768e-3),
            "h100", builtIn("h100", 989.4, 1978.9, 3.35, 80, 0.4e-3),
            "h200", builtIn("h200", 989.4, 1978.9, 4.8, 141, 0.4e-3),
            "b200", builtIn("b200", 2250, 4500, 8, 180, 0.4e-3));

    private static Gpu builtIn(
            String name, double teraflops, double teraflopsOf8Bits, double terabytes, double gigabytes, double launch) {
        return new Gpu(
                name,
                teraflops * 1e12,
                teraflopsOf8Bits * 1e12,
                terabytes * 1e12,
                gigabytes * 1e9,
                0.8165,
                0.774,
                launch,
                4,
                CORNER,
                OF_A100);
    }

    /**
     * Returns the address of a step.
     *
     * @param precision of the matrices of layers: {@code bf16} or {@code fp8}
     * @param family {@code dense} or {@code experts}
     * @param sequence tokens
     * @param context GPUs that divide a sequence
     */
    static Use address(String gpu, String precision, String family, double sequence, int context) {
        return Use.NONE
                .with("gpu", gpu)
                .with("precision", precision)
                .with("family", family)
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
            base = new Gpu("given", peak, peak, infinite, infinite, efficiency, 1, 0, 0, 0, KeyedResiduals.NONE);
        }
        boolean isChanged = section.keys().stream().anyMatch(key -> !NOT_TIMED.contains(key));
        Gpu found = new Gpu(
                base.name,
                section.has("peak") ? section.flopsPerSecond("peak") : base.peak,
                section.has("peak-8-bit") ? section.flopsPerSecond("peak-8-bit") : base.peakOf8Bits,
                section.bytesPerSecond("bandwidth", base.bandwidth),
                section.has("memory") ? section.bytes("memory") : base.memory,
                section.number("efficiency", base.efficiency),
                section.number("memory-efficiency", base.memoryEfficiency),
                section.seconds("launch", base.launch),
                section.number("optimizer-bytes", base.optimizerBytes),
                section.number("corner", base.corner),
                section.has(RESIDUALS) || isChanged
                        ? DomainText.residuals(section, RESIDUALS, COVERAGE)
                        : base.residuals);
        found.check(section);
        return found;
    }

    private void check(Settings section) {
        part(section, "efficiency", efficiency);
        part(section, "memory-efficiency", memoryEfficiency);
        if (!(corner >= 0 && optimizerBytes >= 0)) {
            throw section.problem(
                    corner >= 0 ? "optimizer-bytes" : "corner",
                    "'corner' and 'optimizer-bytes' must be at least 0",
                    "");
        }
    }

    private static void part(Settings section, String key, double value) {
        if (!(value > 0 && value <= 1)) {
            throw section.problem(key, "'" + key + "' must be above 0 and at most 1, found " + value, "");
        }
    }

    /** Returns whether memory-bound work takes time too: false with {@code peak} and {@code efficiency} alone. */
    boolean isRoofline() {
        return bandwidth < Double.POSITIVE_INFINITY;
    }

    /** Returns how long a product of M x K and K x N takes, seconds; sides of zero take none. */
    double product(double m, double n, double k, boolean of8Bits) {
        double flops = 2 * m * n * k;
        double filled = corner == 0 ? 1 : (1 + corner / m) * (1 + corner / n) * (1 + corner / k);
        double speed = of8Bits && isRoofline() ? peakOf8Bits * OF_8_BITS : of8Bits ? peakOf8Bits : peak;
        return flops == 0 ? 0 : flops * filled / (speed * efficiency);
    }

    /** Returns how long work takes that moves so many bytes, seconds. */
    double moving(double bytes) {
        return bytes / (bandwidth * memoryEfficiency);
    }

    /** Returns what its numbers come from, a sentence; empty if they were given. */
    public String origin() {
        Gpu own = BUILT_IN.get(name);
        return own == null || efficiency != own.efficiency
                ? ""
                : name.equals("a100")
                        ? "The numbers of 'a100' come from a fit to all shared steps of vTrain: on these, errors are those"
                                + " of the fit (in-sample). --gpu takes the numbers of a fit to other steps."
                        : "The peaks of '" + name + "' are nominal; its efficiencies and launches are guessed from the"
                                + " A100's. 'fit training' finds them.";
    }

    /**
     * Returns this GPU with other numbers that are fitted, in the order of {@link TrainingFit}, and their residuals.
     */
    Gpu with(double[] fitted, KeyedResiduals newResiduals) {
        return new Gpu(
                name,
                peak,
                peakOf8Bits,
                bandwidth,
                memory,
                fitted[0],
                fitted[1],
                fitted[2],
                fitted[3],
                corner,
                newResiduals);
    }
}
