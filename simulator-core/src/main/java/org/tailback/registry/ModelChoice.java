package org.tailback.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/**
 * A model, cost or loss model chosen by name with its parameters, from a command line or a file.
 *
 * @param name name as written
 * @param place position of the name, for messages
 * @param settings the parameters, without the name
 */
public record ModelChoice(String name, String place, Settings settings) {
    /**
     * Parses the notation of the command line: {@code NAME[:key=value,key=value…]}. A value ends at the next comma.
     *
     * @throws InputException if the text does not have this form, or has a key twice
     */
    public static ModelChoice parse(String text) {
        return parse(text, text);
    }

    /**
     * Parses the notation of {@link #parse(String)}.
     *
     * @param place position of the text, such as {@code --model}, for messages
     */
    public static ModelChoice parse(String text, String place) {
        int colon = text.indexOf(':');
        String name = (colon < 0 ? text : text.substring(0, colon)).strip();
        if (name.isEmpty()) {
            throw malformed(text, place, "the name is missing");
        }
        Map<String, String> scalars = new LinkedHashMap<>();
        if (colon >= 0) {
            for (String pair : text.substring(colon + 1).split(",", -1)) {
                int equals = pair.indexOf('=');
                String key = equals < 0 ? "" : pair.substring(0, equals).strip();
                if (key.isEmpty()) {
                    throw malformed(text, place, "'" + pair.strip() + "' is not key=value");
                }
                if (scalars.put(key, pair.substring(equals + 1).strip()) != null) {
                    throw malformed(text, place, "key '" + key + "' is given twice");
                }
            }
        }
        return new ModelChoice(name, place, Settings.ofScalars(name, place, scalars));
    }

    private static InputException malformed(String text, String place, String problem) {
        String expected = "expected NAME or NAME:key=value,key=value, found '" + text + "': " + problem;
        return place.equals(text) ? new InputException(expected) : InputException.at(place, expected, "");
    }
}
