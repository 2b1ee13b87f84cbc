package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.generator.Programs;
import org.tailback.platformfile.PlatformFile;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Simulation;

/** The project of docs/examples/modules, compiled and run on the module path by the JDK's own tools. */
class ModulePathTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES =
            List.of("simulator-core", "models", "collectives", "traces", "simulation", "studies", "fitting");
    /** What the jars need at run time. */
    private static final Pattern LIBRARIES =
            Pattern.compile("(ssj|colt|guava|failureaccess|slf4j-api|jspecify|snakeyaml|jackson|fastcsv|hipparchus).*");

    private static final Pattern NAME = Pattern.compile("<Automatic-Module-Name>(.*)</Automatic-Module-Name>");

    private static final String OPTIMIZATION = "optimization/";

    @TempDir
    Path folder;

    @Test
    void projectWithModuleInfo_compilesAndPredictsAsOnTheClassPath() throws Exception {
        String modules = modulePath();
        Path sources = ROOT.resolve("docs/examples/modules/src/main/java");
        Path platform = ROOT.resolve("docs/platforms/star-10g.yaml");
        Path classes = folder.resolve("classes");
        List<String> javac = new ArrayList<>(List.of("javac", "-p", modules, "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(Files::isRegularFile).map(Path::toString).forEach(javac::add);
        }

        run(javac);
        String printed = run(List.of(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-p",
                classes + File.pathSeparator + modules,
                "-m",
                "com.example.modules/com.example.modules.Prediction",
                folder.toString(),
                platform.toString()));

        double makespan = Simulation.of(Programs.ring(4, 10, 100_000, 1e-3))
                .on(Platforms.of("platform", PlatformFile.read(platform)))
                .run()
                .makespan();
        String last = printed.strip().lines().reduce((first, second) -> second).orElseThrow();
        assertThat(Double.parseDouble(last) / makespan).isBetween(1.0015 - 1e-9, 1.0015 + 1e-9);
    }

    /** Libraries as they are, and the modules of this build as jars with the names that their POMs give them. */
    private String modulePath() throws IOException {
        List<String> paths = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path file = Path.of(entry).getFileName();
            if (file != null
                    && file.toString().endsWith(".jar")
                    && LIBRARIES.matcher(file.toString()).matches()) {
                paths.add(entry);
            }
        }
        for (String module : MODULES) {
            paths.add(jar(module).toString());
        }
        return String.join(File.pathSeparator, paths);
    }

    private Path jar(String module) throws IOException {
        Matcher name = NAME.matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
        assertThat(name.find()).as(module).isTrue();
        Path classes = classes(module);
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", name.group(1));
        Path jar = folder.resolve(module + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
            if (module.equals("simulator-core") && !Files.isDirectory(classes.resolve(OPTIMIZATION))) {
                copyOptimization(out);
            }
        }
        return jar;
    }

    /** Adds the classes of SSJ's that the packaged core has inside. */
    private static void copyOptimization(JarOutputStream out) throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Path.of(entry).getFileName().toString().startsWith("optimization-")) {
                try (JarFile from = new JarFile(entry)) {
                    for (JarEntry type : from.stream()
                            .filter(its -> its.getName().startsWith(OPTIMIZATION) && !its.isDirectory())
                            .toList()) {
                        out.putNextEntry(new JarEntry(type.getName()));
                        from.getInputStream(type).transferTo(out);
                    }
                }
            }
        }
    }

    /** The folder or the jar of the class path with the classes of a module. */
    private static Path classes(String module) throws IOException {
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        String source;
        try (Stream<Path> files = Files.walk(sources)) {
            source = files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .sorted()
                    .map(file -> sources.relativize(file).toString())
                    .findFirst()
                    .orElseThrow();
        }
        String type = source.replace(".java", "").replace(File.separatorChar, '.');
        try {
            return Path.of(Class.forName(type, false, ModulePathTest.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private String run(List<String> command) throws Exception {
        List<String> words = new ArrayList<>(command);
        words.set(
                0,
                Path.of(System.getProperty("java.home"), "bin", command.get(0)).toString());
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
