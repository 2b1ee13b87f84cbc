package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;
import org.tailback.platformfile.PlatformFile;
import org.tailback.settings.Settings;

/** The JSON Schema of platform files in docs/platforms. Renew it with -Dschema.renew=true. */
class PlatformSchemaTest {
    private static final Path FILE = CommandRun.repository("docs/platforms/platform-file.schema.json");

    @Test
    void schema_hasEveryKeyOfTheReaderAndOfTheModels() throws IOException {
        String expected = PlatformSchema.text();
        if (Boolean.getBoolean("schema.renew")) {
            Files.writeString(FILE, expected);
        }
        assertThat(PlatformSchema.sections().get("")).contains("network", "cost-from-ranks", "residuals");
        assertThat(expected).doesNotContain("null");
        assertThat(Files.readString(FILE))
                .as("renew it with -Dschema.renew=true")
                .isEqualTo(expected);
    }

    @Test
    void everyShippedPlatform_hasKeysOfTheSchemaOnly() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(FILE.toFile());
        List<String> unknown = new ArrayList<>();
        int files = 0;
        try (Stream<Path> list = Files.list(FILE.resolveSibling("."))) {
            for (Path file : list.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                files++;
                check(PlatformFile.read(file).settings(), schema, file.getFileName() + "", unknown);
            }
        }
        assertThat(files).isGreaterThan(15);
        assertThat(unknown).isEmpty();
    }

    @Test
    void keyThatIsNotThere_isFound() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(FILE.toFile());
        List<String> unknown = new ArrayList<>();
        check(PlatformFile.parse("network: {model: max-min, bandwith: 1}", "x").settings(), schema, "x", unknown);
        check(PlatformFile.parse("network: {model: max-mun}", "y").settings(), schema, "y", unknown);

        assertThat(unknown).containsExactly("x/network/bandwith", "y/network/model: max-mun");
    }

    /** The part of JSON Schema that the file uses: properties without others, enumerations. */
    private static void check(Settings section, JsonNode schema, String path, List<String> unknown) {
        for (String key : section.keys()) {
            JsonNode property = schema.path("properties").path(key);
            Settings.Value value = section.value(key);
            String scalar = value == null ? null : value.scalar();
            if (property.isMissingNode()) {
                unknown.add(path + "/" + key);
            } else if (property.has("enum") && scalar != null) {
                List<String> names = new ArrayList<>();
                property.get("enum").forEach(each -> names.add(each.asText()));
                if (!names.contains(scalar)) {
                    unknown.add(path + "/" + key + ": " + scalar);
                }
            } else if (property.has("items")) {
                section.sections(key).forEach(each -> check(each, property.get("items"), path + "/" + key, unknown));
            } else if (property.has("properties")) {
                check(section.section(key), property, path + "/" + key, unknown);
            }
        }
    }
}
