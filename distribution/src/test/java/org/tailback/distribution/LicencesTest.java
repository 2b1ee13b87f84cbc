package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The command in one file has the licence of everything that is in it. */
class LicencesTest {
    private static final Path JAR = Path.of("../cli/target/tailback.jar");

    /** Where the classes of others are, and the texts of their licences; none beyond Tailback's own for Apache-2.0. */
    private static final Map<String, List<String>> LICENCES = Map.ofEntries(
            Map.entry("ch/qos/logback/", List.of("Logback.txt", "EPL-2.0.txt", "LGPL-2.1.txt")),
            Map.entry("cern/", List.of("Colt.txt")),
            Map.entry("hep/aida/", List.of("Colt.txt", "LGPL-2.1.txt")),
            Map.entry("com/fasterxml/jackson/", List.of("Jackson.txt", "FastDoubleParser.txt")),
            Map.entry("com/google/", List.of()),
            Map.entry("de/siegmar/fastcsv/", List.of("FastCSV.txt")),
            Map.entry("linear_algebra/", List.of("Optimization.txt")),
            Map.entry("optimization/", List.of("Optimization.txt")),
            Map.entry("org/hipparchus/", List.of("Hipparchus.txt")),
            Map.entry("org/jspecify/", List.of()),
            Map.entry("org/slf4j/", List.of("SLF4J.txt")),
            Map.entry("org/snakeyaml/", List.of()),
            Map.entry("picocli/", List.of()),
            Map.entry("umontreal/", List.of()),
            Map.entry("org/tailback/", List.of()));

    @BeforeAll
    static void requireJar() {
        Assumptions.assumeTrue(Files.exists(JAR));
    }

    @Test
    void jar_hasTheLicencesOfAllItsClasses() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            List<String> names = jar.stream().map(ZipEntry::getName).toList();
            assertThat(names)
                    .filteredOn(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .allSatisfy(name -> assertThat(LICENCES.keySet()).anyMatch(name::startsWith));
            assertThat(LICENCES.keySet())
                    .allSatisfy(folder -> assertThat(names).anyMatch(name -> name.startsWith(folder)));
            Set<String> texts = names.stream()
                    .filter(name -> name.startsWith("META-INF/licenses/") && !name.endsWith("/"))
                    .map(name -> name.substring("META-INF/licenses/".length()))
                    .collect(Collectors.toSet());
            assertThat(texts)
                    .isEqualTo(LICENCES.values().stream().flatMap(List::stream).collect(Collectors.toSet()));
        }
    }

    @Test
    void jar_hasOneLicenceAndOneNoticeOfItsOwn() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (String file : List.of("LICENSE", "NOTICE")) {
                assertThat(jar.stream().map(ZipEntry::getName).toList())
                        .filteredOn(name -> name.startsWith("META-INF/" + file) || name.endsWith("-" + file))
                        .containsExactly("META-INF/" + file);
                byte[] text =
                        jar.getInputStream(jar.getEntry("META-INF/" + file)).readAllBytes();
                assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo(Files.readString(Path.of("..", file)));
            }
        }
    }

    @Test
    void texts_areThoseOfTheirLicences() throws IOException {
        Map<String, String> words = Map.of(
                "EPL-2.0.txt", "Eclipse Public License - v 2.0",
                "LGPL-2.1.txt", "GNU LESSER GENERAL PUBLIC LICENSE",
                "Colt.txt", "CERN - European Organization for Nuclear Research",
                "FastDoubleParser.txt", "Werner Randelshofer",
                "Hipparchus.txt", "The Hipparchus project",
                "Optimization.txt", "in the public domain");
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (Map.Entry<String, String> each : words.entrySet()) {
                byte[] text = jar.getInputStream(jar.getEntry("META-INF/licenses/" + each.getKey()))
                        .readAllBytes();
                assertThat(new String(text, StandardCharsets.UTF_8)).contains(each.getValue());
            }
        }
    }
}
