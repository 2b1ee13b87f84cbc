package org.tailback.trace;

import java.util.List;
import java.util.function.Predicate;
import org.tailback.error.InputException;

/**
 * A form that earlier versions wrote.
 *
 * @param ending of the outputs' names, in lower case
 * @param remedy what to write instead
 */
record RetiredForm(String name, String ending, String remedy) {
    private static final List<RetiredForm> ALL = List.of(
            new RetiredForm(
                    "tailback-binary",
                    ".tailbin",
                    "the binary native form is no longer written. Write native text: OUT.tailback, or"
                            + " OUT.tailback.gz, which is smaller"),
            new RetiredForm(
                    "tailback-folder",
                    ".tailback.d",
                    "native text is no longer written as a folder. Write one file: OUT.tailback, or"
                            + " OUT.tailback.gz"),
            new RetiredForm(
                    "otf2",
                    ".otf2",
                    "OTF2 archives are no longer written. Write native text (OUT.tailback); for viewers, replay with"
                            + " --timeline OUT.json (Perfetto)"));

    /** @throws InputException if one of the forms is meant; {@code asked} is the user's wording */
    static void refuse(String asked, Predicate<RetiredForm> isMeant) {
        ALL.stream().filter(isMeant).forEach(form -> {
            throw new InputException(asked + ": " + form.remedy);
        });
    }
}
