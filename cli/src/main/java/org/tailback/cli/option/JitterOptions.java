package org.tailback.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.replication.Replications;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.units.Quantity;

/** Options for random delays and for repetitions of a run. */
public final class JitterOptions extends Options {
    private static final int MOST = 1_000_000;

    private final Given<@Nullable String> jitter = text("--jitter", "SPEC");

    private final Given<Integer> replications = option(Integer.class, 1, "--replications", "N");

    private final Given<@Nullable Double> until = option(Double.class, null, "--until", "X");

    public boolean repeats() {
        return replications.value() > 1;
    }

    public String nothingRandom() {
        return "--replications " + replications.value()
                + " has no effect: nothing here is random, every run would be the same";
    }

    public Replications plan() {
        Require.range("--replications", 1, MOST, replications.value());
        double share = until.value() == null ? 0 : until.value();
        Require.that(until.value() == null || share > 0 && share < 1, "--until", "more than 0 and less than 1", share);
        if (until.value() != null && replications.value() == 1) {
            throw new InputException(
                    "--until stops repetitions early: add --replications N, the largest number of runs");
        }
        return Replications.of(replications.value()).until(share);
    }

    /** Returns the jitter at strength 1; a jitter without effect if the option is not given. */
    public Jitter.Scaled jitter() {
        return jitters("1").get(0);
    }

    /** Returns the jitter at each of the given strengths, which are numbers separated by commas. */
    public List<Jitter.Scaled> jitters(String scales) {
        if (jitter.value() == null) {
            if (!scales.equals("1")) {
                throw new InputException("--jitter-scale needs --jitter, whose strength it changes: add --jitter SPEC");
            }
            return List.of(Jitter.NONE.scaledBy(0));
        }
        Jitter parsed;
        try {
            parsed = Jitter.parse(jitter.value());
        } catch (InputException e) {
            throw e.at("--jitter");
        }
        List<Jitter.Scaled> scaled = new ArrayList<>();
        for (String part : scales.split(",", -1)) {
            double scale = Quantity.parseAt("--jitter-scale", part.strip(), Quantity.Kind.NUMBER);
            Require.that(scale >= 0, "--jitter-scale", "0 or more", "'" + part.strip() + "'");
            scaled.add(parsed.scaledBy(scale));
        }
        return scaled;
    }
}
