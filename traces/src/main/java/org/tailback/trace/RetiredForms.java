package org.tailback.trace;

import com.google.common.collect.ImmutableMap;
import java.util.Locale;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/** Forms that earlier versions wrote, and what to write instead. */
@Internal
public final class RetiredForms {
    /** Remedies by the name of the form; by the ending of the output's name where it begins with a dot. */
    private static final ImmutableMap<String, String> REMEDIES = remedies();

    private RetiredForms() {}

    private static ImmutableMap<String, String> remedies() {
        String binary = "the binary native form is not written any more."
                + " Write native text: OUT.tailback, or OUT.tailback.gz, which is smaller";
        String otf2 =
                "OTF2 archives are not written any more. Write native text (OUT.tailback); for viewers, replay with"
                        + " --timeline OUT.json (Perfetto)";
        return ImmutableMap.of("tailback-binary", binary, ".tailbin", binary, "otf2", otf2, ".otf2", otf2);
    }

    /**
     * Refuses a retired form.
     *
     * @param form its name on the command line
     * @throws InputException if it is retired
     */
    public static void refuseName(String form) {
        String remedy = REMEDIES.get(form);
        if (remedy != null) {
            throw new InputException("--output-format " + form + ": " + remedy);
        }
    }

    /**
     * Refuses a retired form that the name of the output asks for.
     *
     * @throws InputException if it is retired
     */
    public static void refuseEnding(String output) {
        String name = output.toLowerCase(Locale.ROOT);
        REMEDIES.forEach((ending, remedy) -> {
            if (ending.startsWith(".") && name.endsWith(ending)) {
                throw new InputException(output + ": " + remedy);
            }
        });
    }
}
