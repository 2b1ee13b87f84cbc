package org.tailback.trace.clog2;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** The small files of this repository. */
final class Clog2Samples {
    private Clog2Samples() {}

    static Path file(String name) {
        URL file = Clog2Samples.class.getResource(name);
        try {
            return Path.of(Objects.requireNonNull(file, name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
