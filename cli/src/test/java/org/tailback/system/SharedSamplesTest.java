package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tailback.cli.CommandRun;

/**
 * {@code info} and {@code replay} on every sample beside the repository. Messages and bytes are compared with what
 * other programs read in the same files: the OTF2 library, clog2_print, otfprint, and counts of lines where the trace
 * is text.
 */
class SharedSamplesTest {
    /** Ended by the replay with a word about what the tracer lost. */
    private static final Set<String> CANNOT_FINISH = Set.of("allevents-1", "eztrace-hpcc-4");

    /** No trace of MPI programs, or half a one: refused. */
    private static final Map<String, String> REFUSED = Map.of(
            "fastotf2-mi300",
            "communicates by MPI",
            "fpilog.clog",
            "not recognised as a trace",
            "fpilog.slog2",
            "SLOG-2",
            "actions0.txt",
            "destination 1 is out of range",
            "actions1.txt",
            "rank 0 has no action");

    /** Too large to be replayed here too. */
    private static final Set<String> INFO_ONLY = Set.of(
            "hpl-N8000-64", "lulesh-27", "npb-cg-A-16", "npb-cg-A-64", "npb-lu-W-32", "npb-sp-W-36", "multichunk-4");

    /** Made of all records that there are, with impossible values: not every message can be read as one. */
    private static final Set<String> IMPOSSIBLE_MESSAGES = Set.of("allevents-1", "otf2-integrity-test");

    private record Counts(long messages, long bytes) {}

    @TestFactory
    Stream<DynamicTest> everySample() throws IOException {
        Path folder;
        try {
            folder = CommandRun.shared("traces");
        } catch (org.opentest4j.TestAbortedException e) {
            return Stream.of(DynamicTest.dynamicTest("samples", () -> Assumptions.abort(e.getMessage())));
        }
        return samples(folder).stream()
                .map(sample -> DynamicTest.dynamicTest(folder.relativize(sample).toString(), () -> check(sample)));
    }

    private static List<Path> samples(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, 3)) {
            return files.filter(SharedSamplesTest::isSample).sorted().toList();
        }
    }

    private static boolean isSample(Path path) {
        String name = path.getFileName().toString();
        Path parent = path.getParent();
        String above = parent.getFileName().toString();
        String kind = parent.getParent().getFileName().toString().equals("traces") ? above : "";
        return switch (kind) {
            case "ti", "otf1", "dumpi", "liballprof" -> Files.isDirectory(path);
            case "otf2", "otf2-bigendian", "otf2-public", "otf2-real" -> Files.isDirectory(path);
            case "clog2" -> name.endsWith(".clog2") || name.endsWith(".clog2.gz");
            case "goal" -> name.endsWith(".goal");
            default ->
                name.endsWith(".prv")
                        || name.startsWith("fpilog.")
                        || above.equals("simgrid-examples") && !name.equals("README.md");
        };
    }

    private static void check(Path sample) throws IOException {
        String name = sample.getFileName().toString();
        Assumptions.assumeTrue(
                Boolean.getBoolean("tailback.thorough") || !name.equals("npb-sp-W-36"), "runs with -Pthorough");
        if (name.equals("simgrid-examples")) {
            Assumptions.abort("a folder of samples");
        }
        String refusal = REFUSED.get(name);
        if (refusal != null) {
            CommandRun.of("info", sample.toString()).failed(2, refusal);
            CommandRun.of("replay", sample.toString()).failed(2, refusal);
            return;
        }
        JsonNode info = CommandRun.json("info", sample.toString());
        checkFields(info);
        Counts expected = IMPOSSIBLE_MESSAGES.contains(name) ? null : reference(sample);
        if (expected != null) {
            assertThat(new Counts(
                            info.get("messages").asLong(), info.get("bytes").asLong()))
                    .isEqualTo(expected);
        }
        if (INFO_ONLY.contains(name)) {
            return;
        }
        CommandRun replay = CommandRun.of("replay", sample.toString(), "--format", "json");
        assertThat(replay.err()).doesNotContain("\tat ", "internal error", "Exception");
        if (CANNOT_FINISH.contains(name)) {
            assertThat(replay.status()).as(replay.err()).isEqualTo(3);
            return;
        }
        JsonNode result = replay.succeeded().json();
        assertThat(result.get("ranks")).hasSize(info.get("ranks").asInt());
        assertThat(result.get("makespan").asDouble()).isPositive();
        assertThat(result.get("messages").asLong())
                .isGreaterThanOrEqualTo(info.get("messages").asLong());
        assertThat(result.get("bytes").asLong())
                .isGreaterThanOrEqualTo(info.get("bytes").asLong());
    }

    /** The fields that the command promises, and numbers that can be. */
    private static void checkFields(JsonNode info) {
        assertThat(info.fieldNames())
                .toIterable()
                .contains(
                        "format",
                        "ranks",
                        "operations",
                        "messages",
                        "bytes",
                        "span",
                        "communicators",
                        "approximations");
        assertThat(info.get("ranks").asInt()).isPositive();
        assertThat(info.get("communicators").asInt()).isPositive();
        assertThat(info.get("operations").isEmpty()).isFalse();
        assertThat(info.get("span").isNull() || info.get("span").asDouble() > 0)
                .as("span %s", info.get("span"))
                .isTrue();
    }

    private static @Nullable Counts reference(Path sample) throws IOException {
        String name = sample.getFileName().toString();
        String kind = sample.getParent().getFileName().toString();
        return switch (kind) {
            case "otf2", "otf2-bigendian", "otf2-public", "otf2-real" ->
                count(sample.resolve("golden-events.tsv"), "\tMpiI?[sS]end\t.*msgLength=(\\d+)");
            case "clog2" ->
                count(
                        sample.resolveSibling(name.replaceAll("\\.gz$", "") + "_print.txt"),
                        "type=msg +et=send .* sz=(\\d+)");
            case "goal" -> count(sample, ": send (\\d+)b");
            case "otf1" -> count(sample.resolve("otfprint.txt"), "SendMessage:.*length (\\d+)");
            // an MPI rank's applications are the only ones that communicate
            case "profet-lulesh-8" -> count(sample, "^3(?::\\d+){12}:(\\d+):");
            case "ti" -> ofReadme(sample.resolve("README.md"));
            default -> null;
        };
    }

    private static Counts count(Path dump, String pattern) throws IOException {
        Pattern message = Pattern.compile(pattern);
        long[] found = new long[2];
        try (BufferedReader lines = text(dump)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = message.matcher(line);
                if (matcher.find()) {
                    found[0]++;
                    found[1] += Long.parseLong(matcher.group(1));
                }
            }
        }
        return new Counts(found[0], found[1]);
    }

    private static @Nullable Counts ofReadme(Path readme) throws IOException {
        if (!Files.exists(readme)) {
            return null;
        }
        String text = Files.readString(readme);
        ToLongFunction<String> number = word -> {
            Matcher matcher = Pattern.compile("\\b" + word + "=(\\d+)").matcher(text);
            assertThat(matcher.find()).as(word).isTrue();
            return Long.parseLong(matcher.group(1));
        };
        return new Counts(number.applyAsLong("p2p_msgs"), number.applyAsLong("p2p_bytes"));
    }

    /** A text file, or its twin with the suffix {@code .gz}. */
    private static BufferedReader text(Path file) throws IOException {
        Path zipped = file.resolveSibling(file.getFileName() + ".gz");
        return new BufferedReader(new InputStreamReader(
                Files.exists(file) ? Files.newInputStream(file) : new GZIPInputStream(Files.newInputStream(zipped)),
                StandardCharsets.ISO_8859_1));
    }
}
