package org.tailback.fit.modelfit;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableListMultimap;
import java.util.List;
import org.tailback.error.InputException;

/**
 * A parameter that is fitted.
 *
 * @param name key of the parameter
 * @param low smallest value, finite
 * @param start of the search, between low and high
 * @param high largest value, finite
 */
public record FreeParameter(String name, double low, double start, double high) {
    private static final ImmutableListMultimap<String, String> USUAL = ImmutableListMultimap.<String, String>builder()
            .putAll("gigabit-ethernet", "beta=0.3:0.9:2", "outgoing-gamma=0:0.05:0.6", "incoming-gamma=0:0.05:0.6")
            .putAll("infiniband-vienne", "incoming-beta=0.3:0.95:2", "outgoing-beta=0.3:0.95:2", "gamma=0.3:1.2:3")
            .putAll(
                    "tcp-proportional",
                    "acknowledgement-share=0:0.03:0.3",
                    "unevenness=0:0.05:0.3",
                    "receiver-delay=0:0.5:5",
                    "contended-weight=0.1:0.7:1")
            .build();

    public FreeParameter {
        Preconditions.checkArgument(
                low < high && low <= start && start <= high && Double.isFinite(low) && Double.isFinite(high),
                "%s: %s <= %s <= %s",
                name,
                low,
                start,
                high);
    }

    /**
     * Reads {@code name=low:start:high}.
     *
     * @throws InputException if the text does not have this form
     */
    public static FreeParameter parse(String text) {
        int equals = text.indexOf('=');
        String[] words = text.substring(equals + 1).split(":", -1);
        if (equals > 0 && words.length == 3) {
            try {
                return new FreeParameter(
                        text.substring(0, equals).strip(),
                        Double.parseDouble(words[0].strip()),
                        Double.parseDouble(words[1].strip()),
                        Double.parseDouble(words[2].strip()));
            } catch (IllegalArgumentException e) {
                // the message below contains the expected form
            }
        }
        throw new InputException(
                "expected NAME=LOW:START:HIGH with LOW <= START <= HIGH and LOW < HIGH, found '" + text + "'");
    }

    /**
     * Returns the parameters of a model that are usually fitted; empty for models without parameters, and for unknown
     * models.
     */
    public static List<FreeParameter> usual(String model) {
        return USUAL.get(model).stream().map(FreeParameter::parse).toList();
    }
}
