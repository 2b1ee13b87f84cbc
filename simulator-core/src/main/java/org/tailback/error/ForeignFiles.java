package org.tailback.error;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.tailback.stability.Internal;

/**
 * Files of other programs that users try in the place of a trace or a platform: their names, and the alternatives.
 */
@Internal
public final class ForeignFiles {
    private static final int LEADING_BYTES = 8192;

    private static final String PLATFORM = "Write its network as a platform file (docs/platforms/platform-file.md)";
    private static final String DESCRIBE =
            "Make a Chakra trace of the run (docs/traces/chakra.md), or describe the training step (docs/traces/training.md)";
    private static final String RECORD =
            "Record the program with Score-P (OTF2), or convert the trace with its own tools";

    /**
     * A kind of file.
     *
     * @param names of files; nothing matches if only content decides
     * @param content found in the leading bytes; nothing matches if only names decide
     */
    private record Kind(Pattern names, Pattern content, String what, String remedy) {
        static Kind named(String names, String what, String remedy) {
            return new Kind(Pattern.compile(names), Pattern.compile("(?!)"), what, remedy);
        }

        static Kind containing(String content, String what, String remedy) {
            return new Kind(Pattern.compile("(?!)"), Pattern.compile(content), what, remedy);
        }
    }

    private static final List<Kind> KINDS = List.of(
            Kind.named(
                    "comm_group\\.json",
                    "the process groups of a Chakra trace",
                    "Name the trace's folder, or a file NAME.R.et in it"),
            Kind.named(".*\\.(nsys-rep|qdrep)", "a report of Nvidia Nsight Systems, which is not read", DESCRIBE),
            Kind.named(".*\\.ncu-rep", "a report of Nvidia Nsight Compute, which is not read", DESCRIBE),
            Kind.containing(
                    "\\ASQLite format 3\\x00",
                    "an SQLite database, as Nvidia Nsight Systems exports, which is not read",
                    DESCRIBE),
            Kind.containing(
                    "\\A\\s*\\{[\\s\\S]*\"(traceEvents|deviceProperties)\"\\s*:|\\A\\s*\\[\\s*\\{[^}]*\"ph\"\\s*:",
                    "a profile of PyTorch (Kineto) or another trace for Chrome and Perfetto, which is not read: it has no"
                            + " dependencies and no sizes of messages",
                    "Link it to PyTorch's execution trace of the host with chakra_trace_link, and convert that with"
                            + " chakra_converter (docs/traces/chakra.md)"),
            Kind.containing(
                    "\\AHPCTOOLKIT|\\AHPCRUN-|<HPCToolkitExperiment",
                    "a database or measurement of HPCToolkit, which is not read: it holds samples, not messages",
                    RECORD),
            Kind.containing(
                    "(?m)(?:^|[{,\\s])\"?(npus_count|npus-count|topologies-per-dim|dimensions-count|topology-name|logical-dims)\"?\\s*:",
                    "a network file of ASTRA-sim",
                    PLATFORM),
            Kind.containing(
                    "\"?(scheduling-policy|active-chunks-per-dimension|endpoint-delay|all-reduce-implementation)\"?\\s*:",
                    "a system file of ASTRA-sim",
                    "Choose collective algorithms with --collectives, and write the network as a platform file"),
            Kind.containing(
                    "\"memory-type\"\\s*:",
                    "a file of ASTRA-sim about remote memory",
                    "Memory is not modelled: give the trace and a platform"),
            Kind.containing(
                    "(?m)^(ENABLE_QCN|PACKET_PAYLOAD_SIZE|CC_MODE)\\s|^\\d+ \\d+ [\\d.]+[GM]bps [\\d.]+[mun]?s\\b",
                    "a configuration of ASTRA-sim's or SimAI's ns-3",
                    PLATFORM),
            Kind.containing("(?m)\\ANodes \\d+\\s+(Tiers|Podsize)\\b", "a topology of htsim", PLATFORM),
            Kind.containing(
                    "(?m)\\ANodes \\d+\\s+(Connections|Triggers)\\b",
                    "a connection matrix of htsim",
                    "Write the messages as a GOAL schedule (docs/goal.md)"),
            Kind.containing(
                    "\\A#DIMEMAS:",
                    "a trace of Dimemas (.dim), which is not read",
                    "Use the Paraver trace (.prv) that it was made of"),
            Kind.containing(
                    "\"(wide area network|environment|node|mapping) information\"\\s*\\{|dimemas configuration|#DIMEMAS_CONFIGURATION",
                    "a configuration of Dimemas",
                    PLATFORM),
            Kind.containing(
                    "(?m)^\\s*(import sst\\b|from sst\\b)|\\bsst\\.(Component|Link|setProgramOption)\\(",
                    "a Python file of SST",
                    PLATFORM),
            Kind.containing(
                    "(?m)^\\[JOB_ID\\]|^\\[NID_LIST\\]|\\bEmberMotif|\\bember\\.\\w+Motif",
                    "a load of SST/Ember",
                    "Generate the pattern (tailback formats, docs/traces/generated.md)"),
            Kind.containing(
                    "(?m)^\\s*(topology|switch|node)\\s*\\{[^}]*\\b(name|geometry|app1)\\b\\s*=?",
                    "a parameter file of SST/macro",
                    PLATFORM),
            Kind.containing(
                    "(?m)^\\s*(LPGROUPS|MODELNET_GRP)\\s*(\\{|$)|\\bmodelnet_order\\s*=",
                    "a configuration of CODES",
                    PLATFORM));

    private ForeignFiles() {}

    /** Refuses a file or folder that is known to be another program's. Reads 8 KiB at most. */
    public static void refuse(Path path) {
        advice(path).ifPresent(text -> {
            throw new InputException(path + ": " + text);
        });
    }

    /** Returns the kind of a file or folder and a remedy, in a line; empty if it is unknown. */
    public static Optional<String> advice(Path path) {
        String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
        if (Files.isDirectory(path)) {
            return folder(path, name);
        }
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        String content;
        try {
            content = beginning(path);
        } catch (IOException e) {
            return Optional.empty();
        }
        for (Kind kind : KINDS) {
            if (kind.names.matcher(name).matches()
                    || kind.content.matcher(content).find()) {
                return Optional.of("this is " + kind.what + ". " + kind.remedy);
            }
        }
        Path folder = path.toAbsolutePath().normalize().getParent();
        return name.matches("\\d+\\.(evt|def|snap|thumb)|.*\\.def") && folder != null
                ? partOfArchive(folder)
                : Optional.empty();
    }

    /** Returns the leading bytes, unpacked if the file is of gzip. */
    private static String beginning(Path path) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            in.mark(2);
            boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            InputStream content = isPacked ? new GZIPInputStream(in) : in;
            return new String(content.readNBytes(LEADING_BYTES), StandardCharsets.ISO_8859_1);
        }
    }

    private static Optional<String> folder(Path path, String name) {
        List<String> names = names(path);
        if (names.contains("experiment.xml")
                || names.containsAll(List.of("meta.db", "profile.db"))
                || names.stream().anyMatch(each -> each.endsWith(".hpcrun"))) {
            return Optional.of(
                    "this is a database or measurement of HPCToolkit, which is not read: it holds samples, not"
                            + " messages. " + RECORD);
        }
        boolean ofArchive = name.equals("traces") || names.stream().anyMatch(each -> each.matches("\\d+\\.evt"));
        return ofArchive ? partOfArchive(path) : Optional.empty();
    }

    /** A file of events lies in the folder with the anchor, or in a folder in it. */
    private static Optional<String> partOfArchive(Path folder) {
        Path outer = folder.toAbsolutePath().normalize().getParent();
        for (Path place : outer == null ? List.of(folder) : Arrays.asList(folder, outer)) {
            Optional<String> anchor = names(place).stream()
                    .filter(each -> each.endsWith(".otf2"))
                    .sorted()
                    .findFirst();
            if (anchor.isPresent()) {
                return Optional.of(
                        "this is a part of an OTF2 archive. Name the archive: " + place.resolve(anchor.get()));
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
