package org.tailback.fit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Files beside the repository, which tests use where they are. */
public final class SharedFiles {
    private SharedFiles() {}

    /** The file ../shared/NAME seen from the repository; the test is skipped if it is not there. */
    public static Path find(String name) {
        Path folder = Path.of("").toAbsolutePath();
        for (Path here = folder; here != null; here = here.getParent()) {
            Path file = here.resolve("shared").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        Assumptions.abort("skipped: ../shared/" + name + " is not there");
        throw new IllegalStateException();
    }
}
