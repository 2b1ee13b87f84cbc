package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import org.tailback.output.NoOutput;

/**
 * The description of a model, a cost or a loss model in listings.
 *
 * @param name the name under which it is found
 * @param summary one line: its prediction and its network
 * @param reference the paper, section and equations it comes from; empty for a baseline without one
 * @param parameters the keys that it understands
 * @param retired keys of earlier versions, each with its replacement, a sentence
 */
public record Description(
        String name,
        String summary,
        String reference,
        List<Parameter> parameters,
        @NoOutput Map<String, String> retired) {
    public Description {
        parameters = ImmutableList.copyOf(parameters);
        retired = ImmutableMap.copyOf(retired);
    }

    /** Creates a description without retired keys. */
    public Description(String name, String summary, String reference, List<Parameter> parameters) {
        this(name, summary, reference, parameters, ImmutableMap.of());
    }
}
