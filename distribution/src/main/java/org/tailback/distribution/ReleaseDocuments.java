package org.tailback.distribution;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tailback.cli.Completion;
import org.tailback.cli.Main;
import picocli.CommandLine;

/** Generator of the archive's contents other than the command: pages, examples, completion, manual pages. */
public final class ReleaseDocuments {
    private static final Set<String> COPIED = Set.of("docs", "python", "traces/examples");

    /** Pattern of files that are not copied: pages, which become HTML, and build products. */
    private static final Pattern LEFT_OUT = Pattern.compile("\\.md$|\\.pyc$|\\b(target|build|[^/]*egg-info)[/\\\\]");

    /**
     * Pattern of the name of a POM's artifact; in a POM without a parent, the first coordinates belong to the POM
     * itself.
     */
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(tailback-[a-z-]+)</artifactId>");

    private static final Set<String> UNPUBLISHED = Set.of("tailback-benchmarks", "tailback-distribution");

    private ReleaseDocuments() {}

    /**
     * Writes the documents of a release.
     *
     * @param args folder of the sources, folder of the release, version
     */
    public static void main(String[] args) throws IOException {
        Path sources = Path.of(args[0]);
        Path release = Path.of(args[1]);
        String version = args[2];
        clear(release);
        CommandLine commands = Main.commandLine();
        for (String folder : COPIED) {
            copy(sources, folder, release);
        }
        Site.write(sources, commands, version, release);
        // one script for bash and zsh; it detects the shell in which it runs
        Files.writeString(
                Files.createDirectories(release.resolve("share/completion")).resolve("tailback"),
                Completion.script(commands));
        manual(commands, version, release.resolve("share"));
        repository(sources, version, release.resolve("repository/org/tailback"));
    }

    /** Writes a Maven repository with the artifacts of the built modules. */
    static void repository(Path sources, String version, Path repository) throws IOException {
        try (Stream<Path> modules = Files.list(sources)) {
            for (Path module : new TreeSet<>(modules.toList())) {
                Path pom = module.resolve(".flattened-pom.xml");
                Matcher artifact = ARTIFACT.matcher(Files.isRegularFile(pom) ? Files.readString(pom) : "");
                if (artifact.find() && !UNPUBLISHED.contains(artifact.group(1))) {
                    String name = artifact.group(1) + "-" + version;
                    Path folder = Files.createDirectories(repository.resolve(artifact.group(1) + "/" + version));
                    Files.copy(pom, folder.resolve(name + ".pom"));
                    for (String kind : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                        Path jar = module.resolve("target/" + name + kind);
                        if (Files.isRegularFile(jar)) {
                            Files.copy(jar, folder.resolve(name + kind));
                        }
                    }
                }
            }
        }
    }

    private static void manual(CommandLine commands, String version, Path share) throws IOException {
        Path folder = Files.createDirectories(share.resolve("man/man1"));
        for (CommandLine command : CommandReference.commands(commands)) {
            ManualPage page = new ManualPage(command.getCommandSpec(), version);
            Files.writeString(folder.resolve(page.file()), page.text());
        }
    }

    /** Copies a folder without the excluded files. */
    private static void copy(Path sources, String folder, Path release) throws IOException {
        try (Stream<Path> files = Files.walk(sources.resolve(folder))) {
            for (Path file : new TreeSet<>(files.filter(Files::isRegularFile).toList())) {
                Path relative = sources.relativize(file);
                if (!LEFT_OUT.matcher(relative.toString()).find()) {
                    Path copy = release.resolve(relative);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
        Files.createDirectories(folder);
    }
}
