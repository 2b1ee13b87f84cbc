package org.tailback.simulation.jitter;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.units.Quantity;

/**
 * Random disturbances of a machine: late starts of ranks, late arrivals of messages, and longer computations of all
 * ranks or of individual ranks. They address an open problem of Nomura et al. (section VI): real ranks are never
 * exactly synchronous, and whether a message has a retransmission timeout depends on the start times of the ranks.
 *
 * <p>The notation is {@code start=exponential:50us,latency=uniform:0:10us,compute=normal:1:0.02}; each part is
 * optional. {@code start} and {@code latency} are additional seconds, {@code compute} is a factor of each computation,
 * and {@code rank} is a factor of all computations of a rank. {@code fitted:FILE} sets {@code rank} and {@code compute}
 * from measured steps of a program ({@link FittedSteps}). {@link Variate} lists the distributions.
 *
 * @param start delay of a rank's start, seconds; null for none
 * @param latency addition to the latency of each message between nodes, seconds; null for none
 * @param compute factor of each computation; null for 1
 * @param rank factor of all computations of a rank; null for 1
 */
public record Jitter(
        @Nullable Variate start,
        @Nullable Variate latency,
        @Nullable Variate compute,
        @Nullable Variate rank) {
    /** Jitter without disturbances. */
    public static final Jitter NONE = new Jitter(null, null, null, null);

    private static final String FITTED = "fitted:";
    private static final List<String> KEYS = List.of("start", "latency", "compute", "rank");

    /**
     * Parses the disturbances of a run.
     *
     * @throws InputException if the text cannot be used
     */
    public static Jitter parse(String text) {
        Variate[] parts = new Variate[KEYS.size()];
        for (String part : text.split(",", -1)) {
            if (part.strip().startsWith(FITTED)) {
                FittedSteps steps = FittedSteps.read(Path.of(part.strip().substring(FITTED.length())));
                if (parts[2] != null || parts[3] != null) {
                    throw new InputException(
                            "'" + part.strip() + "' sets compute and rank, but one of them is given, too");
                }
                parts[2] = steps.step();
                parts[3] = steps.rank();
                continue;
            }
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            int index = KEYS.indexOf(key);
            if (index < 0) {
                throw new InputException("unknown jitter '" + key + "'. " + Suggestion.of(key, KEYS)
                        + "Write start=…, latency=…, compute=…, rank=… or fitted:FILE.csv, separated by commas");
            }
            if (equals < 0 || parts[index] != null) {
                throw new InputException(
                        equals < 0
                                ? "'" + key + "' needs a distribution: " + key + "=exponential:…"
                                : "'" + key + "' is given twice");
            }
            parts[index] = Variate.parse(
                    part.substring(equals + 1), index >= 2 ? Quantity.Kind.NUMBER : Quantity.Kind.SECONDS);
        }
        return new Jitter(parts[0], parts[1], parts[2], parts[3]);
    }

    /** Returns whether nothing is disturbed. */
    public boolean isNone() {
        return start == null && latency == null && compute == null && rank == null;
    }

    /**
     * Returns the jitter with its delays multiplied by a number, and with factors of computations scaled likewise: a
     * factor f becomes 1 + scale (f - 1).
     *
     * @param scale finite, >= 0; 0 is no jitter
     */
    public Scaled scaledBy(double scale) {
        return new Scaled(this, scale);
    }

    /** Returns the text from which the jitter was parsed. */
    @Override
    public String toString() {
        boolean isFitted = compute != null && compute.toString().startsWith(FITTED);
        List<@Nullable Variate> variates = Arrays.asList(start, latency, compute, rank);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < (isFitted ? 2 : variates.size()); i++) {
            if (variates.get(i) != null) {
                parts.add(KEYS.get(i) + "=" + variates.get(i));
            }
        }
        if (isFitted) {
            parts.add(String.valueOf(compute));
        }
        return String.join(",", parts);
    }

    /**
     * Jitter with its strength.
     *
     * @param jitter jitter at strength 1
     * @param scale strength, finite, >= 0
     */
    public record Scaled(Jitter jitter, double scale) {
        /** Returns whether the jitter cannot cause differences between runs with different seeds. */
        public boolean isNone() {
            return jitter.isNone() || scale == 0;
        }
    }
}
