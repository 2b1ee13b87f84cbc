package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tailback.cli.PublicSurface.Count;
import org.tailback.cli.PublicSurface.Stability;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/** Every public type is published, which the build guards by japicmp, or marked as beta or internal. */
final class StabilityRules {
    /** Half of what was stable in version 0.3: 219 types with 1,750 methods. */
    private static final Count MOST_STABLE = new Count(109, 875);

    private StabilityRules() {}

    @ArchTest
    static void publicTypes_publishedOrMarked(JavaClasses classes) throws IOException {
        PublicSurface surface = new PublicSurface();

        assertThat(surface.publishedPackages()).contains("org.tailback.replay", "org.tailback.generator");
        assertThat(surface.typesOf(Stability.UNLABELLED, classes))
                .as("public types that are neither in a package of a pom's japicmp includes nor @Beta or @Internal")
                .isEmpty();
    }

    @ArchTest
    static void stableTypes_fewEnoughToKeep(JavaClasses classes) throws IOException {
        PublicSurface surface = new PublicSurface();
        Count stable = surface.counts(classes).values().stream()
                .map(ofModule -> ofModule.getOrDefault(Stability.STABLE, Count.NONE))
                .reduce(Count.NONE, Count::plus);

        assertThat(stable.types()).as(surface.table(classes)).isBetween(50, MOST_STABLE.types());
        assertThat(stable.methods()).as(surface.table(classes)).isBetween(400, MOST_STABLE.methods());
    }

    @ArchTest
    static void stableMethods_mentionStableTypesOnly(JavaClasses classes) throws IOException {
        assertThat(new PublicSurface().leaks(classes)).isEmpty();
    }

    @ArchTest
    static void stableConstructorsAndMethods_atMostEightParameters(JavaClasses classes) throws IOException {
        assertThat(new PublicSurface().withParametersAbove(8, classes))
                .as("stable signatures that cannot grow: mark the constructor of a record @Internal")
                .isEmpty();
    }

    @ArchTest
    static void publishedPackages_notMarked(JavaClasses classes) throws IOException {
        assertThat(new PublicSurface().publishedPackages())
                .allSatisfy(name -> assertThat(List.of(
                                PublicSurface.isMarkedPackage(classes.getPackage(name), Beta.class),
                                PublicSurface.isMarkedPackage(classes.getPackage(name), Internal.class)))
                        .as(name)
                        .containsOnly(false));
    }

    @ArchTest
    static void publishedPackages_nullMarked(JavaClasses classes) throws IOException {
        PublicSurface surface = new PublicSurface();

        assertThat(surface.packagesWithout("NullMarked\n")).isEmpty();
        assertThat(surface.packagesWithout("@Beta"))
                .contains(Path.of("simulator-core/src/main/java/org/tailback/embed"));
    }
}
