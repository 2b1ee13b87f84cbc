package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/** Every public type is published, which the build guards by japicmp, or marked as beta or internal. */
final class StabilityRules {
    private static final Pattern INCLUDES = Pattern.compile("<include>(org\\.tailback[a-z.]*)</include>");

    private StabilityRules() {}

    @ArchTest
    static void publicTypes_publishedOrMarked(JavaClasses classes) throws IOException {
        Set<String> published = publishedPackages();
        List<String> unlabelled = classes.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .filter(type -> !published.contains(type.getPackageName()) && !isMarked(type))
                .map(JavaClass::getName)
                .sorted()
                .toList();

        assertThat(published).contains("org.tailback.replay", "org.tailback.generator");
        assertThat(unlabelled)
                .as("public types that are neither in a package of a pom's japicmp includes nor @Beta or @Internal")
                .isEmpty();
    }

    @ArchTest
    static void publishedPackages_notMarked(JavaClasses classes) throws IOException {
        Set<String> published = publishedPackages();
        assertThat(published).allSatisfy(name -> {
            Set<String> marks = new TreeSet<>();
            classes.getPackage(name)
                    .tryGetPackageInfo()
                    .ifPresent(info -> info.getAnnotations()
                            .forEach(mark -> marks.add(mark.getRawType().getSimpleName())));
            assertThat(marks).as(name).doesNotContain("Beta", "Internal");
        });
    }

    private static boolean isMarked(JavaClass type) {
        return Stream.of(Beta.class, Internal.class)
                .anyMatch(mark -> type.isAnnotatedWith(mark)
                        || type.getPackage()
                                .tryGetPackageInfo()
                                .map(info -> info.isAnnotatedWith(mark))
                                .orElse(false));
    }

    /** The packages that the sections of japicmp in the modules' poms include. */
    private static Set<String> publishedPackages() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        Set<String> packages = new TreeSet<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path pom : modules.map(module -> module.resolve("pom.xml"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                Matcher include = INCLUDES.matcher(Files.readString(pom));
                while (include.find()) {
                    packages.add(include.group(1));
                }
            }
        }
        return packages;
    }
}
