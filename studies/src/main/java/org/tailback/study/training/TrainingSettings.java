package org.tailback.study.training;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/** Builder of the settings of a training step from a training file, replacements of keys, and the machine's GPU. */
public final class TrainingSettings {
    private static final String GPU = "gpu";
    private static final String MODEL = "model";
    private static final String CONFIG = "config";

    private TrainingSettings() {}

    /**
     * Reads a training file or a model configuration. If the section {@code model} has the key {@code config}, a path
     * relative to the file, missing keys have the values of that configuration.
     *
     * @param changes replacements of the file's values by path, such as {@code model.sequence}
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
                    "a model configuration does not describe the training: 'batch' or 'model.sequence' is missing",
                    "Add --set batch=N,model.sequence=N and --parallelism to 'training', or write a training file with"
                            + " 'model: {config: " + file.getFileName() + ", sequence: N}', 'batch' and 'parallelism'");
        }
        return found;
    }

    /** Returns settings in which the key {@code model.config} is replaced by the contents of its file. */
    static Settings withConfig(Settings settings, Path file) {
        Value value = settings.value(MODEL);
        if (value == null || value.section() == null || !value.section().has(CONFIG)) {
            return settings;
        }
        Settings read = ModelConfig.read(
                file.toAbsolutePath().resolveSibling(value.section().text(CONFIG)));
        return with(settings, MODEL, read.overriddenBy(value.section().without(CONFIG)));
    }

    /** Returns settings in which the section of a key is replaced. */
    static Settings with(Settings settings, String key, Settings section) {
        return settings.overriddenBy(
                new Settings(settings.name(), section.place(), Map.of(key, Value.section(section))));
    }

    /** Returns the settings of {@code weaker}, overridden by those of {@code stronger} section by section. */
    static Settings merged(Settings weaker, Settings stronger) {
        Map<String, Value> values = new LinkedHashMap<>();
        stronger.values().forEach((key, value) -> {
            Value before = weaker.value(key);
            Settings old = before == null ? null : before.section();
            Settings section = value.section();
            boolean isWholeGpu = key.equals(GPU) && section != null && (section.has("name") || section.has("peak"));
            values.put(key, old == null || section == null || isWholeGpu ? value : Value.section(merged(old, section)));
        });
        return weaker.overriddenBy(new Settings(weaker.name(), stronger.place(), values));
    }

    /** Returns the settings that result from paths such as {@code model.hidden} and their values. */
    static Settings ofPaths(String place, Map<String, String> values) {
        Settings root = Settings.empty("training file", place);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            List<String> path = List.of(entry.getKey().split("\\."));
            Settings branch = Settings.ofScalars("", place, Map.of(path.get(path.size() - 1), entry.getValue()));
            for (int i = path.size() - 2; i >= 0; i--) {
                branch =
                        with(Settings.empty("", place), path.get(i), new Settings(path.get(i), place, branch.values()));
            }
            root = merged(root, branch);
        }
        return root;
    }

    /**
     * Reads texts such as {@code data=16,tensor=8}; no key may be repeated.
     *
     * @param option name of the option, for messages
     * @param example of the texts, for messages
     */
    public static Map<String, String> pairs(Iterable<String> parts, String option, String example) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            String key = part.substring(0, Math.max(0, equals)).strip();
            if (key.isEmpty() || pairs.put(key, part.substring(equals + 1).strip()) != null) {
                throw InputException.at(option, "expected " + example + ", each key once, found '" + part + "'", "");
            }
        }
        return pairs;
    }

    /**
     * Returns the complete settings of a training file, with the GPU of {@code gpuFile}, of the training file, or of
     * the machine.
     */
    static Settings complete(Optional<String> machineGpu, Settings file, @Nullable Path gpuFile) {
        StepReader.requireKnown(file);
        Settings all = merged(
                ofPaths(
                        "platform",
                        machineGpu.map(name -> Map.of("gpu.name", name)).orElse(Map.of())),
                file);
        if (gpuFile != null) {
            Settings given = YamlSettings.read(gpuFile, "GPU file");
            given.rejectUnknown(List.of(GPU));
            all = merged(all, with(Settings.empty("GPU file", ""), GPU, given.section(GPU)));
        }
        all.require(
                all.has(GPU),
                GPU,
                "no GPU is named",
                "Add 'gpu: {name: h100}' (" + String.join(", ", Gpu.names())
                        + "), or choose a platform that names its GPU");
        return all;
    }
}
