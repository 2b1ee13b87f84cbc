package org.tailback.study.training;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/** Assembly of a description from a training file, replacements of its keys, and the GPU of the machine. */
public final class TrainingSettings {
    private static final String GPU = "gpu";
    private static final String MODEL = "model";
    private static final String CONFIG = "config";

    private TrainingSettings() {}

    /**
     * Reads a training file, or the configuration of a model alone. A section {@code model} with {@code config} takes
     * its missing keys from that configuration, a path relative to the file.
     *
     * @param changes other values, by path, such as {@code model.sequence}
     * @throws org.tailback.error.InputException if a file cannot be read or is malformed
     */
    public static Settings read(Path file, Map<String, String> changes) {
        String text = YamlSettings.text(file, "training file");
        Settings given = withConfig(ofPaths("--set", changes), Path.of("here"));
        if (!ModelConfig.isOne(text)) {
            return merged(withConfig(YamlSettings.parse(text, file.toString(), "training file"), file), given);
        }
        Map<String, Value> model = Map.of(MODEL, Value.section(ModelConfig.read(file)));
        Settings found = merged(new Settings("training file", file.toString(), model), given);
        if (!found.has("batch") || !found.section(MODEL).has("sequence")) {
            throw InputException.at(
                    file.toString(),
                    "the configuration of a model lacks its training: 'batch' or 'model.sequence' is missing",
                    "Add --set batch=N,model.sequence=N and --parallelism to 'training', or write a training file with"
                            + " 'model: {config: " + file.getFileName() + ", sequence: N}', 'batch' and 'parallelism'");
        }
        return found;
    }

    /** Returns settings with the contents of {@code model.config} in the place of that key. */
    static Settings withConfig(Settings settings, Path file) {
        Value value = settings.value(MODEL);
        if (value == null || value.section() == null || !value.section().has(CONFIG)) {
            return settings;
        }
        Path folder = file.toAbsolutePath().getParent();
        Path config = Path.of(value.section().text(CONFIG));
        Settings read = ModelConfig.read(folder == null || config.isAbsolute() ? config : folder.resolve(config));
        Settings model = read.overriddenBy(value.section().without(CONFIG));
        return settings.overriddenBy(
                new Settings(settings.name(), settings.place(), Map.of(MODEL, Value.section(model))));
    }

    /** Returns settings with those of {@code stronger} in place of their own, section by section. */
    static Settings merged(Settings weaker, Settings stronger) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (String key : stronger.keys()) {
            Value value = value(stronger, key);
            Value old = weaker.value(key);
            boolean isWholeGpu = key.equals(GPU)
                    && value.section() != null
                    && (value.section().has("name") || value.section().has("peak"));
            if (old != null && old.section() != null && value.section() != null && !isWholeGpu) {
                value = Value.section(merged(old.section(), value.section()));
            }
            values.put(key, value);
        }
        return weaker.overriddenBy(new Settings(weaker.name(), stronger.place(), values));
    }

    private static Value value(Settings settings, String key) {
        return Objects.requireNonNull(settings.value(key), key);
    }

    /** Returns the settings of keys such as {@code model.hidden}. */
    static Settings ofPaths(String place, Map<String, String> values) {
        Settings root = Settings.empty("training file", place);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            List<String> path = List.of(entry.getKey().split("\\."));
            Value value = Value.scalar(place, entry.getValue());
            for (int i = path.size() - 1; i >= 0; i--) {
                Settings section =
                        new Settings(i == 0 ? "training file" : path.get(i - 1), place, Map.of(path.get(i), value));
                value = Value.section(section);
            }
            root = merged(root, Objects.requireNonNull(value.section()));
        }
        return root;
    }

    /** Returns the section {@code parallelism} of a text such as {@code data=16,tensor=8}. */
    static Settings ofDivision(String parallelism, String place) {
        for (String part : Splitter.on(',').split(parallelism)) {
            if (!part.contains("=")) {
                throw InputException.at(
                        "--parallelism " + parallelism,
                        "expected KIND=N,... such as data=16,tensor=8, found '" + part + "'",
                        "");
            }
        }
        ModelChoice given = ModelChoice.parse("parallelism:" + parallelism, "--parallelism " + parallelism);
        Map<String, String> scalars = new LinkedHashMap<>();
        for (String key : given.settings().keys()) {
            scalars.put(key, given.settings().text(key));
        }
        return Settings.ofScalars("parallelism", place, scalars);
    }

    static Settings ofGpu(Optional<String> name) {
        return ofPaths("platform", name.isEmpty() ? Map.of() : Map.of("gpu.name", name.get()));
    }

    static Settings complete(Optional<String> machineGpu, Settings file, @Nullable Path gpuFile) {
        Settings all = merged(ofGpu(machineGpu), file);
        if (gpuFile != null) {
            Settings given = YamlSettings.read(gpuFile, "GPU file");
            given.rejectUnknown(List.of(GPU));
            all = merged(all, new Settings(all.name(), given.place(), Map.of(GPU, value(given, GPU))));
        }
        if (!all.has(GPU)) {
            throw all.problem(
                    GPU,
                    "no GPU is named",
                    "Add 'gpu: {name: h100}' (" + String.join(", ", Gpu.names())
                            + "), or choose a platform that names its own");
        }
        return all;
    }
}
