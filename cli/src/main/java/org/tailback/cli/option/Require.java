package org.tailback.cli.option;

import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.Registry;

/** Checks of the values of options, shared by several commands. */
public final class Require {
    private Require() {}

    /**
     * Checks a condition on the value of an option.
     *
     * @throws InputException unless the condition holds, with a message such as {@code --nodes: expected 2 or more,
     *     found 1}
     */
    public static void that(boolean holds, String option, String expected, Object found) {
        if (!holds) {
            throw InputException.at(option, "expected " + expected + ", found " + found, "");
        }
    }

    /** Checks that the number given for an option is in a range, as {@link #that} does. */
    public static void range(String option, int least, int most, int found) {
        that(found >= least && found <= most, option, least + " to " + most, found);
    }

    /** Returns the error of a command that has neither a model nor a platform. */
    public static InputException model(String command, Registry registry) {
        return new InputException(command + " needs a model: add --model NAME or --platform FILE. Models: "
                + registry.sharingModels().stream().map(Description::name).collect(Collectors.joining(", ")));
    }
}
