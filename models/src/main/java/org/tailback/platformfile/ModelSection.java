package org.tailback.platformfile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/** A section of a platform file that chooses a model by name, together with the overrides of the command line. */
final class ModelSection {
    private static final String MODEL = "model";

    private ModelSection() {}

    /**
     * Returns the model and parameters chosen by the file's section and the command line together.
     *
     * <ul>
     * <li>Without an option of the command line: the section.
     * <li>With the section's model on the command line: the section, with its keys overridden by the command line's
     *     keys.
     * <li>With another model on the command line: the keys of the section that this model has, and the command line's
     * keys. For example, {@code --model max-min} keeps the bandwidths that the file defines for another model.
     * </ul>
     *
     * <p>A key without a value, as in {@code --cost plogp:bandwidth=,gap-per-byte=8ns}, removes the file's key.
     *
     * @param key key of the section in the platform file
     * @param option option of the command line, for messages
     * @param text text from the command line, {@code NAME[:k=v,…]}
     * @param describe function from a model's name and the location of the name to its description
     */
    static ModelChoice choose(
            Settings root,
            String key,
            String option,
            @Nullable String text,
            BiFunction<String, String, Description> describe) {
        if (text == null) {
            if (!root.has(key)) {
                throw InputException.at(
                        root.place(),
                        "missing section '" + key + "' in " + root.name(),
                        "Add '" + key + ": {model: NAME}' or use " + option + " NAME");
            }
            return chosen(root.section(key));
        }
        ModelChoice override = ModelChoice.parse(text, option + " " + text);
        Settings section = root.has(key) ? root.section(key) : Settings.empty(key, override.place());
        boolean sameModel = section.has(MODEL) && section.text(MODEL).equals(override.name());
        Settings kept = section.without(MODEL);
        if (!sameModel) {
            kept = kept.only(describe.apply(override.name(), override.place()).parameters().stream()
                    .map(Parameter::name)
                    .toList());
        }
        return new ModelChoice(override.name(), override.place(), overlaid(kept, override));
    }

    /** Returns the model of a section, with its parameters. */
    static ModelChoice chosen(Settings section) {
        return new ModelChoice(section.text(MODEL), section.placeOf(MODEL), section.without(MODEL));
    }

    /**
     * Returns settings located at the command line, which selects the model and to which a missing key can be added.
     */
    private static Settings overlaid(Settings kept, ModelChoice override) {
        Map<String, Value> values =
                new LinkedHashMap<>(kept.overriddenBy(override.settings()).values());
        values.values().removeIf(value -> "".equals(value.scalar()));
        return new Settings(override.name(), override.place(), values);
    }
}
