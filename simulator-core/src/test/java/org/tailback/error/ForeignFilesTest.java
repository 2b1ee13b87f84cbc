package org.tailback.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignFilesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            net.yml | topology: [ Ring ]\\nnpus_count: [ 8 ]\\nbandwidth: [ 50.0 ]\\n | network file of ASTRA-sim
            net.json | {"topology-name": "Hierarchical", "dimensions-count": 1} | network file of ASTRA-sim
            sys.json | {"scheduling-policy": "LIFO", "endpoint-delay": 10} | system file of ASTRA-sim
            sys.txt | scheduling-policy: LIFO\\nendpoint-delay: 1\\n | system file of ASTRA-sim
            mem.json | {"memory-type": "NO_MEMORY_EXPANSION"} | file of ASTRA-sim about remote memory
            config.txt | ENABLE_QCN 1\\nUSE_DYNAMIC_PFC_THRESHOLD 1\\n | ns-3
            fat.topo | Nodes 128\\nTiers 3\\nPodsize 16\\n | topology of htsim
            perm.cm | Nodes 16\\nConnections 16\\n0->1 start 0 size 2000000\\n | connection matrix of htsim
            run.dim | #DIMEMAS:"a":1,0:4(1,1,1,1)\\n | trace of Dimemas
            machine.cfg | "environment information" {"", 0, "", 4, 0.0, 0, 1};;\\n | configuration of Dimemas
            new.cfg | #DIMEMAS_CONFIGURATION:3.0\\n | configuration of Dimemas
            logical.json | {"logical-dims": ["8"]} | network file of ASTRA-sim
            ns3.txt | 9 1 1 8\\n8\\n0 8 200Gbps 0.005ms 0\\n | ns-3
            list.json | [{"name": "a", "ph": "X", "ts": 1}] | trace for Chrome and Perfetto
            torus.py | import sst\\nsst.Component("a", "b")\\n | Python file of SST
            load.txt | [JOB_ID] 10\\n[NID_LIST] 0-7\\n | load of SST
            dfly.conf | LPGROUPS\\n{\\n MODELNET_GRP\\n {\\n | configuration of CODES
            trace.json | {"schemaVersion": 1, "deviceProperties": [], "traceEvents": []} | profile of PyTorch
            run.nsys-rep | x | Nsight Systems
            run.sqlite | SQLite format 3\\u0000 | SQLite database
            experiment.xml | <?xml version="1.0"?>\\n<HPCToolkitExperiment version="2.0"> | HPCToolkit
            meta.db | HPCTOOLKITmeta | HPCToolkit
            comm_group.json | {"0": [0, 1]} | process groups of a Chakra trace
            """)
    void file_isNamed(String name, String content, String expected) throws IOException {
        Path file = Files.writeString(
                folder.resolve(name), content.replace("\\u0000", "\0").translateEscapes(), StandardCharsets.ISO_8859_1);
        assertThat(ForeignFiles.advice(file))
                .hasValueSatisfying(text -> assertThat(text).contains(expected));
    }

    @Test
    void fileInGzip_isNamed() throws IOException {
        Path file = folder.resolve("rank0.pt.trace.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"schemaVersion\": 1, \"traceEvents\": []}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(ForeignFiles.advice(file))
                .hasValueSatisfying(text -> assertThat(text).contains("profile of PyTorch"));
    }

    @Test
    void partOfAnOtf2Archive_namesTheArchive() throws IOException {
        Path anchor = Files.createFile(folder.resolve("traces.otf2"));
        Path traces = Files.createDirectory(folder.resolve("traces"));
        Path events = Files.createFile(traces.resolve("0.evt"));
        for (Path part : new Path[] {traces, events}) {
            assertThat(ForeignFiles.advice(part))
                    .hasValueSatisfying(text -> assertThat(text).endsWith("Name the archive: " + anchor));
        }
    }

    @Test
    void databaseOfHpctoolkit_isNamed() throws IOException {
        Files.createFile(folder.resolve("meta.db"));
        Files.createFile(folder.resolve("profile.db"));
        assertThat(ForeignFiles.advice(folder))
                .hasValueSatisfying(text -> assertThat(text).contains("HPCToolkit"));
    }

    @Test
    void otherFiles_areUnknown() throws IOException {
        Path platform = Files.writeString(folder.resolve("p.yaml"), "cluster: {nodes: 4}\ntopology: {type: star}\n");
        assertThat(ForeignFiles.advice(platform)).isEmpty();
        assertThat(ForeignFiles.advice(folder)).isEmpty();
        assertThat(ForeignFiles.advice(folder.resolve("missing"))).isEmpty();
    }
}
