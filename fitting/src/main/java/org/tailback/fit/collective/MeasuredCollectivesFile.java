package org.tailback.fit.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.platformfile.YamlSettings;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;

/**
 * A file of measured collective operations and messages: text output of the OSU micro-benchmarks, of the Intel
 * MPI Benchmarks or of nccl-tests, a table of IMB's results ({@link ImbTable}), or JSON or YAML:
 *
 * <pre>
 * {"machine": "marenostrum5", "cells": [
 *   {"operation": "allreduce", "algorithm": "ring_ompi", "tailback": "ring", "nodes": 32, "ppn": 1,
 *    "bytes": 1048576, "median": 0.000405}, …]}
 * </pre>
 *
 * <p>Times are in seconds, sizes in bytes; {@code bytes} is the whole buffer for bcast, reduce and allreduce, and a
 * block for other operations. {@code tailback} is the name of the algorithm in Tailback, perhaps with a segment size
 * ({@code binary/64KiB}). A cell without this key is not predicted, unless its {@code algorithm} is {@code nccl_ring}
 * or {@code nccl_tree}. {@code run} is the name of the benchmark's run. Other keys are ignored.
 *
 * @param source the file's name
 * @param machine name of the machine in the file; may be empty
 * @param cells in the order of the file, at least one
 * @param warnings about omitted or wrong rows, one sentence each
 */
public record MeasuredCollectivesFile(
        String source, String machine, List<MeasuredCollective> cells, List<String> warnings) {
    /**
     * Algorithms by benchmark label, for the reliable labels. Other labels of NCCL's algorithms often differ from the
     * algorithm that ran.
     */
    private static final Map<String, String> NCCL = Map.of("nccl_ring", "nccl-ring", "nccl_tree", "nccl-tree");

    /**
     * Reads a file.
     *
     * @throws InputException with line and column of the wrong or missing entry
     */
    public static MeasuredCollectivesFile read(Path file) {
        return read(file, null);
    }

    /**
     * Reads a file whose format is recognised by its content.
     *
     * @param run values that are missing from text output; null if unknown, and for JSON and YAML, which contain the
     *     values
     * @throws InputException with the line of the wrong or missing entry
     */
    public static MeasuredCollectivesFile read(Path file, @Nullable BenchmarkRun run) {
        String text = Utf8.read(file, "file");
        String source = file.toString();
        if (ImbTable.recognises(text)) {
            return new MeasuredCollectivesFile(source, "", ImbTable.cells(text, source, run), List.of());
        }
        if (!BenchmarkLog.recognises(text)) {
            if (run != null) {
                throw InputException.at(
                        source,
                        "expected text output of OSU micro-benchmarks, Intel MPI Benchmarks or nccl-tests, as nodes, ranks"
                                + " per node or algorithm are given",
                        "Files in JSON and YAML contain them");
            }
            return readCells(file);
        }
        List<String> warnings = new ArrayList<>();
        List<MeasuredCollective> cells = BenchmarkLog.cells(text, source, run, warnings::add);
        return new MeasuredCollectivesFile(source, "", cells, warnings);
    }

    /** Returns whether a file contains the nodes and ranks of its cells: JSON, YAML or CSV, not text output. */
    public static boolean saysNodes(Path file) {
        return !BenchmarkLog.recognises(Utf8.read(file, "file"));
    }

    private static MeasuredCollectivesFile readCells(Path file) {
        Settings root = YamlSettings.read(file, "file of measured collectives");
        List<MeasuredCollective> cells = root.sections("cells").stream()
                .map(MeasuredCollectivesFile::cell)
                .toList();
        if (cells.isEmpty()) {
            throw InputException.at(file.toString(), "no cells", "");
        }
        return new MeasuredCollectivesFile(
                file.toString(), root.has("machine") ? root.text("machine") : "", cells, List.of());
    }

    private static MeasuredCollective cell(Settings cell) {
        Kind operation = operation(cell);
        String label = cell.text("algorithm");
        String algorithm = cell.has("tailback") ? algorithm(cell, operation, label) : NCCL.getOrDefault(label, "");
        double bytes = cell.bytes("bytes");
        if (bytes != Math.rint(bytes)) {
            throw cell.problem("bytes", "'bytes' must be a whole number, found '" + cell.text("bytes") + "'", "");
        }
        try {
            MeasuredCollective read = new MeasuredCollective(
                    cell.has("run") ? cell.text("run") : "",
                    operation,
                    algorithm,
                    label,
                    cell.integer("nodes"),
                    cell.integer("ppn", 1),
                    (long) bytes,
                    cell.number("median"));
            requireSame(cell, "ranks", read.ranks(), read);
            requireSame(cell, "ranksPerNode", read.ranksPerNode(), read);
            return read;
        } catch (IllegalArgumentException e) {
            throw InputException.at(cell.place(), "unusable cell: " + e.getMessage(), "");
        }
    }

    private static void requireSame(Settings cell, String key, int number, MeasuredCollective read) {
        if (cell.integer(key, number) != number) {
            throw cell.problem(
                    key,
                    "'" + key + "' is " + cell.text(key) + ", but " + read.nodes() + " nodes with "
                            + read.ranksPerNode() + " ranks each ('ppn', 1 without it) have " + read.ranks(),
                    "Correct 'nodes', 'ppn' or '" + key + "', or leave '" + key + "' out");
        }
    }

    /** Returns the algorithm, perhaps with segments; MPICH's variant of it if the label ends with {@code _mpich}. */
    private static String algorithm(Settings cell, Kind operation, String label) {
        String name = cell.text("tailback");
        String ofMpich = name + "-mpich";
        List<String> known = CollectiveProgram.algorithms(operation);
        if (label.endsWith("_mpich") && known.contains(ofMpich)) {
            return ofMpich;
        }
        if (!known.contains(name) && !CollectiveProgram.isExchange(operation, name)) {
            try {
                CollectiveAlgorithms.named(operation, name);
            } catch (InputException e) {
                throw cell.problem("tailback", String.valueOf(e.getMessage()), "");
            }
        }
        return name;
    }

    private static Kind operation(Settings cell) {
        String name = cell.text("operation");
        return Kind.labelled(name)
                .orElseThrow(() -> cell.problem("operation", "there is no collective operation '" + name + "'", ""));
    }
}
