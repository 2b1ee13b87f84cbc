package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

class MeasuredCollectivesFileTest {
    @TempDir
    private Path folder;

    @Test
    void read_cell_hasWhatTheFileSays() throws IOException {
        MeasuredCollectivesFile file = read("""
                {"machine": "m", "cells": [{"operation": "allgather", "algorithm": "ring_ompi", "tailback": "ring",
                 "nodes": 4, "ppn": 2, "bytes": 1024, "median": 1.5e-5, "q05": 1e-5}]}
                """);

        assertThat(file.machine()).isEqualTo("m");
        assertThat(file.cells())
                .containsExactly(new MeasuredCollective(Kind.ALLGATHER, "ring", "ring_ompi", 4, 2, 1024, 1.5e-5));
        assertThat(file.cells().get(0).bufferBytes()).isEqualTo(8 * 1024);
    }

    @Test
    void read_cellWithoutName_isMeasuredOnly() throws IOException {
        MeasuredCollectivesFile file = read("""
                {"cells": [{"operation": "bcast", "algorithm": "own", "nodes": 4, "bytes": 8, "median": 1e-6}]}
                """);

        assertThat(file.cells().get(0).isPredictable()).isFalse();
        assertThat(file.cells().get(0).ranksPerNode()).isEqualTo(1);
        assertThat(file.cells().get(0).bufferBytes()).isEqualTo(8);
    }

    @Test
    void read_algorithmWithSegments_isPredicted() throws IOException {
        MeasuredCollectivesFile file = read("""
                {"cells": [{"operation": "reduce", "algorithm": "default-binary", "tailback": "binary/64KiB", "nodes": 4,
                            "bytes": 8, "median": 1e-6}]}
                """);

        assertThat(file.cells().get(0).algorithm()).isEqualTo("binary/64KiB");
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "reduce", "algorithm": "x", "tailback": "linear/64KiB",
                                            "nodes": 4, "bytes": 8, "median": 1e-6}]}
                                """)).hasMessageContaining("does not work with segments");
    }

    @Test
    void read_labelOfMpich_isTheAlgorithmAsMpichPerformsIt() throws IOException {
        MeasuredCollectivesFile file = read("""
                {"cells": [
                  {"operation": "allgather", "algorithm": "brucks_mpich", "tailback": "bruck", "nodes": 4, "bytes": 8,
                   "median": 1e-6},
                  {"operation": "allgather", "algorithm": "ring_mpich", "tailback": "ring", "nodes": 4, "bytes": 8,
                   "median": 1e-6}]}
                """);

        assertThat(file.cells()).extracting(MeasuredCollective::algorithm).containsExactly("bruck-mpich", "ring");
    }

    @Test
    void read_unknownAlgorithm_saysWhere() {
        assertThatThrownBy(() -> read("""
                                {"cells": [
                                  {"operation": "bcast", "algorithm": "x", "tailback": "rings", "nodes": 4,
                                   "bytes": 8, "median": 1e-6}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cells.json:2:")
                .hasMessageContaining("Unknown algorithm 'rings' for bcast");
    }

    @Test
    void read_unknownOperationOrTime_isRefused() {
        assertThatThrownBy(() -> read("{\"cells\": [{\"operation\": \"barier\", \"algorithm\": \"x\"}]}"))
                .hasMessageContaining("there is no collective operation 'barier'");
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "bcast", "algorithm": "x", "nodes": 4, "bytes": 8, "median": 0}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("seconds must be finite and > 0");
    }

    @Test
    void read_moreRanksThanThereCanBe_saysWhere() {
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "bcast", "algorithm": "x", "nodes": 32, "ppn": 1000000000,
                                            "bytes": 8, "median": 1e-6}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cells.json:1:")
                .hasMessageContaining("nodes x ranks per node must be <= 16777216");
    }

    @Test
    void read_contradictoryCell_saysWhereAndWhatToDo() {
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "bcast", "algorithm": "x", "nodes": 24, "ppn": 1,
                                            "ranks": 7, "bytes": 8, "median": 1e-6}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cells.json:2:")
                .hasMessageContaining("'ranks' is 7, but 24 nodes with 1 ranks each")
                .hasMessageContaining("leave 'ranks' out");
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "bcast", "algorithm": "x", "nodes": 24,
                                            "ranksPerNode": 4, "bytes": 8, "median": 1e-6}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'ranksPerNode' is 4, but 24 nodes with 1 ranks each ('ppn', 1 without it)");
        assertThatThrownBy(() -> read("""
                                {"cells": [{"operation": "bcast", "algorithm": "x", "nodes": 24, "ranks": 24,
                                            "bytes": 1.5, "median": 1e-6}]}
                                """))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cells.json:2:")
                .hasMessageContaining("'bytes': expected a size such as 64KiB, 20 MB or 1500 B, found '1.5'");
    }

    private MeasuredCollectivesFile read(String text) throws IOException {
        return MeasuredCollectivesFile.read(Files.writeString(folder.resolve("cells.json"), text));
    }
}
