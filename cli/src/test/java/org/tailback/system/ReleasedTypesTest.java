package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkObserver;
import org.tailback.stability.Internal;

/**
 * One coordinate, one API: a build with the version of the last release has its public types and members. {@code
 * api/released-types.txt} has that version first, then a line for each type with a hash of its members; {@code
 * -Dtailback.writes-released-types=true} writes it.
 */
class ReleasedTypesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path RELEASED = ROOT.resolve("api/released-types.txt");

    private static String found(String file, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve(file)));
        assertThat(matcher.find()).as(file).isTrue();
        return matcher.group(1);
    }

    private static String version() throws IOException {
        return found("pom.xml", "<artifactId>tailback-parent</artifactId>\\s*<version>(.*?)<");
    }

    private static boolean isInternal(HasAnnotations<?> element) {
        return element.isAnnotatedWith(Internal.class);
    }

    private static boolean isPublished(JavaClass type) {
        boolean isSeen = type.getModifiers().contains(JavaModifier.PUBLIC) && !isInternal(type);
        return isSeen
                && type.getEnclosingClass().map(ReleasedTypesTest::isPublished).orElse(!isInternal(type.getPackage()));
    }

    private static String line(JavaClass type) {
        String members = type.getMembers().stream()
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC) && !isInternal(member))
                .map(JavaMember::getDescription)
                .map(description -> description.replaceAll(" in \\(.*", ""))
                .sorted()
                .collect(Collectors.joining("\n"));
        String annotations = type.getAnnotations().stream()
                .map(JavaAnnotation::getRawType)
                .map(JavaClass::getName)
                .sorted()
                .collect(Collectors.joining(","));
        return type.getName() + " "
                + Hashing.sha256()
                        .hashString(members + annotations, StandardCharsets.UTF_8)
                        .toString()
                        .substring(0, 12);
    }

    private static List<String> lines(Collection<JavaClass> types) {
        return types.stream()
                .filter(type -> !type.getPackageName().startsWith("org.tailback.cli"))
                .filter(ReleasedTypesTest::isPublished)
                .map(ReleasedTypesTest::line)
                .sorted()
                .toList();
    }

    private static List<String> lines() {
        return lines(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.tailback").stream()
                        .toList());
    }

    @Test
    void versionOfTheRelease_itsPublicTypesAndMembers() throws IOException {
        if (Boolean.getBoolean("tailback.writes-released-types")) {
            Files.write(
                    RELEASED,
                    Stream.concat(Stream.of(version()), lines().stream()).toList());
        }
        List<String> released = Files.readAllLines(RELEASED);
        if (released.get(0).equals(version())) {
            assertThat(lines())
                    .as("public types of %s, which is released: the next version is a -SNAPSHOT", version())
                    .containsExactlyInAnyOrderElementsOf(released.subList(1, released.size()));
        } else {
            assertThat(version()).isNotEqualTo(released.get(0));
        }
    }

    @Test
    void lines_ofATypeWithOtherMembers_differ() {
        ClassFileImporter importer = new ClassFileImporter();
        JavaClass network = importer.importClass(Network.class);

        assertThat(lines(List.of(network)))
                .singleElement()
                .asString()
                .matches("org\\.tailback\\.embed\\.Network [0-9a-f]{12}");
        assertThat(line(network)).isNotEqualTo(line(importer.importClass(NetworkObserver.class)));
        assertThat(lines(List.of(importer.importClass(ReleasedTypesTest.class))))
                .isEmpty();
    }

    @Test
    void version_isTheSameEverywhere() throws IOException {
        String version = version();
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            List<Path> poms = files.filter(
                            file -> file.endsWith("pom.xml") && !file.toString().contains("/target/"))
                    .toList();
            assertThat(poms).hasSizeGreaterThan(15);
            for (Path pom : poms) {
                assertThat(Files.readString(pom))
                        .as(pom.toString())
                        .containsAnyOf("<version>" + version + "</version>", "<tailback.version>" + version + "<");
            }
        }
        String python = version.replace("-SNAPSHOT", ".dev0");
        assertThat(found("python/pyproject.toml", "\nversion = \"(.*)\"")).isEqualTo(python);
        assertThat(found("python/tailback/__init__.py", "__version__ = \"(.*)\""))
                .isEqualTo(python);
        if (!version.endsWith("-SNAPSHOT")) {
            assertThat(found("CITATION.cff", "\nversion: (.*)")).isEqualTo(version);
            assertThat(found("CHANGELOG.md", "\n## ([0-9.]+)")).isEqualTo(version);
            assertThat(found("docs/embedding/README.md", "<version>(.*)<")).isEqualTo(version);
            assertThat(found("README.md", "tailback-([0-9.]+)\\.tar")).isEqualTo(version);
            assertThat(found("docs/badges.svg", ">version</text><text[^>]*>([^<]+)<"))
                    .isEqualTo(version);
        }
    }
}
