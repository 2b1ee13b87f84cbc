package org.tailback.study.training;

import org.tailback.settings.Settings;

/** Whole numbers of a description within bounds. */
final class Whole {
    private Whole() {}

    /** Returns a number that must be there. */
    static int required(int least, int most, Settings settings, String key) {
        int value = settings.integer(key);
        if (value < least || value > most) {
            throw settings.problem(key, "'" + key + "' must be " + least + " to " + most + ", found " + value, "");
        }
        return value;
    }

    /** Returns a number, or a default if it is missing. */
    static int optional(int least, int most, Settings settings, String key, int ifMissing) {
        return settings.has(key) ? required(least, most, settings, key) : ifMissing;
    }
}
