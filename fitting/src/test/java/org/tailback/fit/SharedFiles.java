package org.tailback.fit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Files of the repository, and beside it, which tests use where they are. */
public final class SharedFiles {
    private SharedFiles() {}

    /** A file of the repository. */
    public static Path repository(String name) {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        return root.resolve(name);
    }

    /** The file ../shared/NAME seen from the repository, or what was recorded; the test is skipped without it. */
    public static Path find(String name) {
        Path folder = Path.of("").toAbsolutePath();
        for (Path here = folder; here != null; here = here.getParent()) {
            Path file = here.resolve("shared").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        Path recorded = repository("traces/recorded").resolve(name);
        if (Files.exists(recorded)) {
            return recorded;
        }
        Assumptions.abort("skipped: ../shared/" + name + " is not there");
        throw new IllegalStateException();
    }
}
