package org.tailback.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/** The public types of the library with their stability; {@code main} prints how many there are in each module. */
final class PublicSurface {
    private static final Pattern INCLUDES = Pattern.compile("<include>(org\\.tailback[a-z.]*)</include>");

    enum Stability {
        STABLE,
        BETA,
        INTERNAL,
        UNLABELLED
    }

    /** Types and the public methods of their own. */
    record Count(int types, int methods) {
        static final Count NONE = new Count(0, 0);

        Count plus(Count other) {
            return new Count(types + other.types, methods + other.methods);
        }
    }

    private final Path root;
    private final Set<String> published = new TreeSet<>();
    private final List<Path> modules;

    PublicSurface() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        root = folder;
        try (Stream<Path> folders = Files.list(root)) {
            modules = folders.filter(module -> Files.isRegularFile(module.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
        for (Path module : modules) {
            Matcher include = INCLUDES.matcher(Files.readString(module.resolve("pom.xml")));
            while (include.find()) {
                published.add(include.group(1));
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.tailback");
        PublicSurface surface = new PublicSurface();
        System.out.print(surface.table(classes));
        surface.leaks(classes).forEach(System.out::println);
        for (String stable : surface.typesOf(Stability.STABLE, classes)) {
            System.out.println(stable);
        }
    }

    /** The packages that the sections of japicmp in the modules' poms include. */
    Set<String> publishedPackages() {
        return published;
    }

    /** Whether users can name the type: it and all types around it are public. */
    static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getSimpleName().equals("package-info")
                && type.getEnclosingClass().map(PublicSurface::isPublic).orElse(true);
    }

    Stability stability(JavaClass type) {
        if (hasMark(type, Internal.class)) {
            return Stability.INTERNAL;
        }
        if (hasMark(type, Beta.class)) {
            return Stability.BETA;
        }
        return published.contains(type.getPackageName()) ? Stability.STABLE : Stability.UNLABELLED;
    }

    /** Types and methods by module and stability; methods that are marked count as their mark says. */
    Map<String, Map<Stability, Count>> counts(Iterable<JavaClass> classes) {
        Map<String, Map<Stability, Count>> counts = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isPublic(type)) {
                Map<Stability, Count> ofModule = counts.computeIfAbsent(module(type), name -> new TreeMap<>());
                ofModule.merge(stability(type), new Count(1, 0), Count::plus);
                for (JavaMember method : type.getMethods()) {
                    if (method.getModifiers().contains(JavaModifier.PUBLIC)
                            && !method.getModifiers().contains(JavaModifier.SYNTHETIC)) {
                        ofModule.merge(stability(type, method), new Count(0, 1), Count::plus);
                    }
                }
            }
        }
        return counts;
    }

    /** The counts as text, a line for each module, and the sum. */
    String table(Iterable<JavaClass> classes) {
        Function<Map<Stability, Count>, String> line = counts -> {
            List<String> cells = new ArrayList<>();
            for (Stability stability : Stability.values()) {
                Count count = counts.getOrDefault(stability, Count.NONE);
                cells.add("%6d (%d)".formatted(count.types(), count.methods()));
            }
            return String.join("\t", cells);
        };
        StringBuilder text = new StringBuilder("types (methods): stable, beta, internal, unlabelled\n");
        Map<Stability, Count> sum = new TreeMap<>();
        counts(classes).forEach((module, counts) -> {
            text.append("%-16s%s\n".formatted(module, line.apply(counts)));
            counts.forEach((stability, count) -> sum.merge(stability, count, Count::plus));
        });
        return text.append("%-16s%s\n".formatted("sum", line.apply(sum))).toString();
    }

    /** Names of the public types of one stability, in their order. */
    List<String> typesOf(Stability stability, Iterable<JavaClass> classes) {
        List<String> names = new ArrayList<>();
        classes.forEach(type -> {
            if (isPublic(type) && stability(type) == stability) {
                names.add(type.getName());
            }
        });
        names.sort(null);
        return names;
    }

    /** Stable methods and constructors that mention a type of the library which is not stable. */
    List<String> leaks(Iterable<JavaClass> classes) {
        return stableUnits(classes)
                .flatMap(unit -> unit.getAllInvolvedRawTypes().stream()
                        .map(JavaClass::getBaseComponentType)
                        .filter(type -> type.getName().startsWith("org.tailback"))
                        .filter(type -> stability(type) != Stability.STABLE)
                        .map(type -> unit.getFullName() + " mentions " + type.getName()))
                .toList();
    }

    /** Stable methods and constructors with more parameters than a number. */
    List<String> withParametersAbove(int most, Iterable<JavaClass> classes) {
        return stableUnits(classes)
                .filter(unit -> unit.getRawParameterTypes().size() > most)
                .map(JavaCodeUnit::getFullName)
                .toList();
    }

    private Stream<JavaCodeUnit> stableUnits(Iterable<JavaClass> classes) {
        return StreamSupport.stream(classes.spliterator(), false)
                .filter(type -> isPublic(type) && stability(type) == Stability.STABLE)
                .flatMap(type -> type.getCodeUnits().stream()
                        .filter(unit -> isVisible(unit) && stability(type, unit) == Stability.STABLE));
    }

    private static boolean isVisible(JavaCodeUnit unit) {
        Set<JavaModifier> modifiers = unit.getModifiers();
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
    }

    /** Folders of published packages without a text in their package-info. */
    List<Path> packagesWithout(String text) throws IOException {
        List<Path> without = new ArrayList<>();
        for (Path module : modules) {
            Path sources = module.resolve("src/main/java");
            if (!Files.isDirectory(sources) || module.endsWith("benchmarks")) {
                continue;
            }
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path folder : files.filter(file -> file.toString().endsWith(".java"))
                        .map(Path::getParent)
                        .collect(Collectors.toCollection(TreeSet::new))) {
                    Path info = folder.resolve("package-info.java");
                    if (!Files.isRegularFile(info) || !Files.readString(info).contains(text)) {
                        without.add(root.relativize(folder));
                    }
                }
            }
        }
        return without;
    }

    static boolean isMarkedPackage(JavaPackage holder, Class<? extends Annotation> mark) {
        return holder.tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(mark))
                .orElse(false);
    }

    private Stability stability(JavaClass type, JavaMember method) {
        if (method.isAnnotatedWith(Internal.class)) {
            return Stability.INTERNAL;
        }
        return method.isAnnotatedWith(Beta.class) && stability(type) == Stability.STABLE
                ? Stability.BETA
                : stability(type);
    }

    private String module(JavaClass type) {
        JavaClass outermost = type;
        for (Optional<JavaClass> around = type.getEnclosingClass(); around.isPresent(); ) {
            outermost = around.get();
            around = outermost.getEnclosingClass();
        }
        String source = "src/main/java/" + outermost.getName().replace('.', '/') + ".java";
        return modules.stream()
                .filter(module -> Files.isRegularFile(module.resolve(source)))
                .map(module -> root.relativize(module).toString())
                .findFirst()
                .orElse("elsewhere");
    }

    private static boolean hasMark(JavaClass type, Class<? extends Annotation> mark) {
        return type.isAnnotatedWith(mark)
                || type.getEnclosingClass().map(around -> hasMark(around, mark)).orElse(false)
                || isMarkedPackage(type.getPackage(), mark);
    }
}
