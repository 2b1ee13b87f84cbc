package org.tailback.trace;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.tailback.trace.dumpi.DumpiSamples;
import org.tailback.trace.goal.GoalFiles;
import org.tailback.trace.goal.GoalFormat;

/** Small traces that {@link ReaderFuzzTest} damages. A format that is registered needs one line here at least. */
final class FuzzSamples {
    private static final List<FuzzSample> ALL = List.of(
            new FuzzSample("astra-sim", "SimAI", example("simai-8.txt")),
            new FuzzSample("chakra", "protobuf", example("chakra-4")),
            new FuzzSample("chakra", "JSON", copy("chakra/json-2")),
            new FuzzSample("clog2", "npb-is", copy("clog2/npb-is-S-4-blk4k.clog2")),
            new FuzzSample("clog2", "gzip", copy("clog2/comm1-isr-6.clog2.gz")),
            new FuzzSample("dumpi", "calls", DumpiSamples::write),
            new FuzzSample("goal", "text", example("halo-4.goal")),
            new FuzzSample("goal", "binary", FuzzSamples::binaryGoal),
            new FuzzSample("liballprof", "communicators", copy("allprof/split-4")),
            new FuzzSample("otf1", "two streams", copy("otf1/pingpong-2")),
            new FuzzSample("otf1", "one stream", copy("otf1/bcast-2")),
            new FuzzSample("otf2", "all events", copy("otf2/allevents-1")),
            new FuzzSample("otf2", "big endian", copy("otf2/subcomm-mapped-8-bigendian")),
            new FuzzSample("otf2", "collectives", copy("otf2/collectives-8")),
            new FuzzSample("otf2", "messages", copy("otf2/ring-isend-4")),
            new FuzzSample("otf2", "any source", copy("otf2/anysource-tags-4")),
            new FuzzSample("otf2", "Score-P", copy("otf2/scorep-corners-4")),
            new FuzzSample("paraver", "cut", copy("prv")),
            new FuzzSample("simgrid-ti", "folder", example("ring-8")),
            new FuzzSample("simgrid-ti", "merged", FuzzSamples::mergedTi),
            new FuzzSample("tailback", "example", example("exchange-3.tailback")),
            new FuzzSample("tailback", "gzip with times", folder -> written(folder, "ring.tailback.gz")));

    private FuzzSamples() {}

    /**
     * A sample of a format.
     *
     * @param format its name
     * @param name what is particular of it
     * @param maker puts it into an empty folder
     */
    record FuzzSample(String format, String name, Maker maker) {
        @Override
        public String toString() {
            return format + " (" + name + ")";
        }
    }

    /** Puts a trace into an empty folder; what to open, which is in it. */
    interface Maker {
        Path make(Path folder) throws IOException;
    }

    static List<FuzzSample> all() {
        return ALL;
    }

    /** Traces that lie beside the repository, those that are there. */
    static List<FuzzSample> recorded() {
        Path shared = SharedSamples.traces();
        return Stream.of(
                        new FuzzSample(
                                "liballprof", "sphot", folder -> copy(shared.resolve("liballprof/sphot"), folder)),
                        new FuzzSample(
                                "liballprof",
                                "vladimir",
                                folder -> copy(shared.resolve("liballprof/vladimir"), folder)),
                        new FuzzSample(
                                "paraver",
                                "profet-lulesh-8",
                                folder -> copy(shared.resolve("prv/profet-lulesh-8"), folder)
                                        .resolve("lulesh_7+1_chop8.prv")))
                .filter(sample -> Files.isDirectory(shared.resolve("prv/profet-lulesh-8")))
                .toList();
    }

    /** A file or folder of the test resources beside this class; files with expected output are left out. */
    private static Maker copy(String resource) {
        return folder -> {
            URL found = Objects.requireNonNull(FuzzSamples.class.getResource(resource), resource);
            try {
                return copy(Path.of(found.toURI()), folder);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** One of the repository's examples. */
    private static Maker example(String name) {
        return folder -> copy(examples().resolve(name), folder);
    }

    private static Path examples() {
        Path module = Path.of("").toAbsolutePath();
        return (Files.isDirectory(module.resolve("examples")) ? module : module.resolve("traces")).resolve("examples");
    }

    private static Path copy(Path source, Path folder) throws IOException {
        Path target = folder.resolve(source.getFileName());
        try (Stream<Path> files = Files.walk(source)) {
            files.filter(file -> !file.toString().endsWith(".tsv")
                            && !file.toString().endsWith(".md"))
                    .forEach(file -> {
                        try {
                            Files.copy(
                                    file, target.resolve(source.relativize(file).toString()));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        return target;
    }

    private static Path binaryGoal(Path folder) {
        Path file = folder.resolve("halo.bin");
        GoalFiles.write(GoalFiles.open(examples().resolve("halo-4.goal")), file, GoalFormat.BINARY);
        return file;
    }

    /** A recorded archive in another form. */
    private static Path written(Path folder, String name) throws IOException {
        Path target = folder.resolve(name);
        Path archive = Files.createTempDirectory("fuzz-sample");
        try (Trace trace = Traces.open(copy("otf2/ring-isend-4").make(archive), "otf2", TraceOptions.DEFAULTS)) {
            Traces.writerFor(target).write(trace, target, true);
        } finally {
            MoreFiles.deleteRecursively(archive, RecursiveDeleteOption.ALLOW_INSECURE);
        }
        return target;
    }

    /** The lines of all ranks in one file. */
    private static Path mergedTi(Path folder) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int rank = 0; rank < 8; rank++) {
            lines.append(Files.readString(examples().resolve("ring-8/rank-" + rank + ".txt")));
        }
        return Files.writeString(folder.resolve("merged.txt"), lines);
    }
}
