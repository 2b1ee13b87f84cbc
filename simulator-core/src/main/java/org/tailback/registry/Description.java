package org.tailback.registry;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import org.tailback.output.NoOutput;

/**
 * Description of a model, a cost or a loss model in listings.
 *
 * @param name name in the registry
 * @param summary one line about the prediction of the model and its kind of network
 * @param reference paper, section and equations of the model; empty for a baseline without one
 * @param parameters keys that the model reads
 * @param retired keys of earlier versions, each with one sentence about its replacement
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
