package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * The description of a model, a cost or a loss model in listings.
 *
 * @param name the name under which it is found
 * @param summary one line: what it predicts, for which network
 * @param reference the paper, section and equations it comes from; empty for a baseline without one
 * @param parameters the keys that it understands
 */
public record Description(String name, String summary, String reference, List<Parameter> parameters) {
    /** Copies the parameters. */
    public Description {
        parameters = ImmutableList.copyOf(parameters);
    }
}
