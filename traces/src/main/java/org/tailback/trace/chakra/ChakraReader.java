package org.tailback.trace.chakra;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.Schedule;
import org.tailback.trace.FilesByRank;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.WritingLosses;

/**
 * Reader of Chakra execution traces (MLCommons), as written by the tools of PyTorch and ASTRA-sim: one graph of nodes
 * per accelerator. The schedule is held in memory with the messages of its collective operations, 20 to 40 bytes each.
 *
 * <p>Reference: S. Sridharan et al., Chakra: Advancing Performance Benchmarking and Co-design using Standardized
 * Execution Traces, 2023; schema {@code et_def.proto} of github.com/mlcommons/chakra.
 */
public final class ChakraReader extends ScheduleReader {
    public static final String NAME = "chakra";

    private static final Pattern FILE = Pattern.compile("(.*\\.)([0-9]{1,7})(\\.(?:et|json))(?:\\.gz)?");

    public ChakraReader() {
        super(
                NAME,
                "Chakra execution trace of MLCommons (PyTorch, ASTRA-sim): NAME.R.et (protobuf) or NAME.R.json for every"
                        + " rank, with comm_group.json",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.COMPUTE_FLOPS,
                TraceContent.DEPENDENCIES,
                TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        if (sample.isFolder()) {
            return sample.names().stream()
                    .filter(name -> name.matches(".*\\.0+\\.(et|json)(\\.gz)?"))
                    .anyMatch(name -> recognises(TraceSample.of(sample.path().resolve(name))));
        }
        if (!FILE.matcher(String.valueOf(sample.path().getFileName())).matches()) {
            return false;
        }
        byte[] leading = sample.leadingBytes();
        String text = new String(leading, StandardCharsets.ISO_8859_1);
        return ProtobufNodes.mayBegin(leading)
                || text.contains("\"workload_graph\"")
                || text.stripLeading().startsWith("{") && text.contains("\"version\"");
    }

    /** Opens a trace with the basic algorithms of collective operations. */
    @Override
    public Schedule open(Path path) {
        return open(path, new BasicSelector(), TraceOptions.DEFAULTS);
    }

    @Override
    public int ranks(Path path) {
        return filesOf(path).size();
    }

    private static List<Path> filesOf(Path path) {
        return FilesByRank.of(path, FILE, "NAME.R.et or NAME.R.json", 0);
    }

    private static List<ChakraNode> nodes(Path file) {
        return file.getFileName().toString().contains(".json") ? JsonNodes.read(file) : ProtobufNodes.read(file);
    }

    @Override
    public Schedule open(Path path, CollectiveSelector selector, TraceOptions options) {
        List<Path> files = filesOf(path);
        int ranks = files.size();
        WritingLosses counts = new WritingLosses();
        ProcessGroups groups = new ProcessGroups(files.get(0).resolveSibling("comm_group.json"), ranks, counts);
        NodeGraph graph = new NodeGraph(ranks, groups, selector, options, counts);
        PackedSchedule.Builder schedule = PackedSchedule.builder();
        for (Path file : files) {
            graph.next(nodes(file), schedule);
        }
        try {
            return schedule.approximations(graph.finish()).build();
        } catch (InputException e) {
            throw e.at(path.toString());
        }
    }
}
