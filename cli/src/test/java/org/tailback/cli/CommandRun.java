package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.LoggerFactory;

/** One run of the command inside this process, and what it said. */
public record CommandRun(int status, String out, String err) {
    /** Runs the command. */
    public static CommandRun of(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.run(args, out, err);
        quieten();
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Ends the effect of {@code -v}, which is for the rest of the process. */
    private static void quieten() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("org.tailback").setLevel(null);
        }
    }

    /** Runs a command that must succeed without a message, and parses its results. */
    public static JsonNode json(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--format";
        all[args.length + 1] = "json";
        return of(all).succeeded().json();
    }

    /** Checks that the command did what it was asked. */
    public CommandRun succeeded() {
        assertThat(err).doesNotContain("internal error");
        assertThat(status).as(err).isZero();
        return this;
    }

    /**
     * Checks that the command failed with a status, wrote no results, and said all these words, without a stack trace.
     */
    public CommandRun failed(int expectedStatus, String... words) {
        assertThat(err).contains(words);
        assertThat(err).startsWith("tailback: ").doesNotContain("\tat ", "Exception", "internal error");
        assertThat(out).isEmpty();
        assertThat(status).isEqualTo(expectedStatus);
        return this;
    }

    /** The results as JSON. */
    public JsonNode json() {
        try {
            return new ObjectMapper().readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + out, e);
        }
    }

    /** A file of the repository. */
    public static Path repository(String path) {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        return root.resolve(path);
    }

    /** One of the example platforms. */
    public static String platform(String name) {
        return repository("docs/platforms/" + name).toString();
    }

    /** A file or folder beside the repository or among what was recorded; the test is skipped without it. */
    public static Path shared(String path) {
        // a git worktree may lie deeper than the repository
        for (Path folder = repository(""); folder != null; folder = folder.getParent()) {
            Path shared = folder.resolveSibling("shared").resolve(path);
            if (Files.exists(shared)) {
                return shared;
            }
        }
        Path recorded = repository("traces/recorded").resolve(path);
        if (Files.exists(recorded)) {
            return recorded;
        }
        return Assumptions.abort("no ../shared/" + path + ": real traces are not here");
    }
}
