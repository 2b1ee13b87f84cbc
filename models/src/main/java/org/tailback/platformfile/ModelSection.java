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

/** A section of a platform file that chooses a model by name, and the command line's replacement. */
final class ModelSection {
    private static final String MODEL = "model";

    private ModelSection() {}

    /**
     * Returns the model and parameters chosen by the file's section and the command line together.
     *
     * <ul>
     * <li>Without an option of the command line: the section.
     * <li>It names the section's model: the section, with the command line's keys in place of its own.
     * <li>It names another: those keys of the section that this model has, and the command line's. So
     * {@code --model max-min} keeps the bandwidths that the file gave to another model.
     * </ul>
     *
     * <p>A key without a value, as in {@code --cost plogp:bandwidth=,gap-per-byte=8ns}, removes the file's key.
     *
     * @param key the section's key in the platform file
     * @param option the option of the command line, for messages
     * @param text from the command line, {@code NAME[:k=v,…]}
     * @param describe a model's description from its name and the place of the name
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

    /** Returns the model that a section names, with its parameters. */
    static ModelChoice chosen(Settings section) {
        return new ModelChoice(section.text(MODEL), section.placeOf(MODEL), section.without(MODEL));
    }

    /** Returns settings placed at the command line, which chose the model and is where a missing key can be added. */
    private static Settings overlaid(Settings kept, ModelChoice override) {
        Map<String, Value> values =
                new LinkedHashMap<>(kept.overriddenBy(override.settings()).values());
        values.values().removeIf(value -> "".equals(value.scalar()));
        return new Settings(override.name(), override.place(), values);
    }
}
