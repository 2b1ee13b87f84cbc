package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.trace.FuzzSamples.FuzzSample;
import org.tailback.trace.otf2.HostileArchives;

/**
 * Files that are made to do harm: they claim 10^9 ranks in some bytes, refer to each other in circles, or swap bytes.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
    private static final int CLAIMED = 1_000_000_000;

    @TempDir
    Path folder;

    private Path sample(String format, String name) throws IOException {
        FuzzSample found = FuzzSamples.all().stream()
                .filter(sample ->
                        sample.format().equals(format) && sample.name().equals(name))
                .findFirst()
                .orElseThrow();
        return found.maker().make(folder);
    }

    private static byte[] replaced(byte[] bytes, String text, String by) {
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(all).contains(text);
        return all.replace(text, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    // ---- 10^9 ranks

    @Test
    void manyRanks_otf2() throws IOException {
        assertThat(HostileTraces.isRefused("otf2", HostileArchives.manyRanks(folder)))
                .isTrue();
    }

    @Test
    void manyRanks_clog2_areCountedByTheirRecords() throws IOException {
        Path file = sample("clog2", "npb-is");
        String key = "max_comm_world_size=\0";
        byte[] bytes = replaced(Files.readAllBytes(file), key + "4\0", key + CLAIMED + "\0");
        // 9 bytes longer, taken from the end of the header
        byte[] header = new byte[bytes.length - 9];
        System.arraycopy(bytes, 0, header, 0, 1024);
        System.arraycopy(bytes, 1024 + 9, header, 1024, header.length - 1024);
        Files.write(file, header);
        assertThat(HostileTraces.isRefused("clog2", file)).isFalse();
        try (Trace trace = Traces.open(file, "clog2", TraceOptions.DEFAULTS)) {
            assertThat(trace.ranks()).isEqualTo(4);
            assertThat(trace.approximations()).contains("The file announces 1000000000 ranks and has records of 4.");
        }
    }

    @Test
    void manyRanks_dumpi() throws IOException {
        Path meta = sample("dumpi", "calls");
        Files.writeString(meta, "numprocs=" + CLAIMED + "\nfileprefix=trace\n");
        assertThat(HostileTraces.isRefused("dumpi", meta)).isTrue();
    }

    @Test
    void manyRanks_goal() throws IOException {
        Path text =
                Files.writeString(folder.resolve("many.goal"), "num_ranks " + CLAIMED + "\nrank 0 {\nl1: calc 1\n}\n");
        assertThat(HostileTraces.isRefused("goal", text)).isTrue();
        Path binary = sample("goal", "binary");
        byte[] bytes = Files.readAllBytes(binary);
        ByteBuffer.wrap(bytes).putInt(8, Integer.reverseBytes(CLAIMED));
        Files.write(binary, bytes);
        assertThat(HostileTraces.isRefused("goal", binary)).isTrue();
    }

    @Test
    void manyRanks_simgridTi() throws IOException {
        Path file = Files.writeString(folder.resolve("one.txt"), "0 init\n" + (CLAIMED - 1) + " init\n0 finalize\n");
        assertThat(HostileTraces.isRefused("simgrid-ti", file)).isTrue();
    }

    // ---- circles

    @Test
    void cyclicReferences_otf2_areNotFollowed() throws IOException {
        Path archive = HostileArchives.cyclicReferences(folder);
        assertThat(HostileTraces.isRefused("otf2", archive)).isFalse();
        try (Trace trace = Traces.open(archive, "otf2", TraceOptions.DEFAULTS)) {
            assertThat(TraceSummary.of(trace).messages()).isEqualTo(2);
        }
    }

    @Test
    void cyclicDependencies_goal_areRefused() throws IOException {
        Path text = Files.writeString(
                folder.resolve("circle.goal"),
                "num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 1\nl1 requires l2\nl2 requires l1\n}\n");
        assertThat(HostileTraces.isRefused("goal", text)).isTrue();
    }

    // ---- byte order

    @Test
    void wrongByteOrder_otf2() throws IOException {
        Path archive = sample("otf2", "messages");
        Path events = archive.resolve("traces/0.evt");
        byte[] bytes = Files.readAllBytes(events);
        bytes[1] ^= 0x42 ^ 0x23;
        Files.write(events, bytes);
        HostileTraces.isRefused("otf2", archive); // times and ids become others, which may be possible ones
        Path anchor = archive.resolve("traces.otf2");
        byte[] anchorBytes = Files.readAllBytes(anchor);
        anchorBytes[1] ^= 0x42 ^ 0x23;
        Files.write(anchor, anchorBytes);
        assertThat(HostileTraces.isRefused("otf2", archive)).isTrue();
    }

    @Test
    void wrongByteOrder_clog2() throws IOException {
        Path file = sample("clog2", "npb-is");
        Files.write(file, replaced(Files.readAllBytes(file), "is_big_endian=\0TRUE ", "is_big_endian=\0FALSE"));
        assertThat(HostileTraces.isRefused("clog2", file)).isTrue();
    }

    @Test
    void wrongByteOrder_dumpi() throws IOException {
        Path meta = sample("dumpi", "calls");
        Path file = meta.resolveSibling("trace-0002.bin");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (int at = 16; at + 4 <= bytes.limit(); at += 4) {
            bytes.putInt(at, Integer.reverseBytes(bytes.getInt(at)));
        }
        Files.write(file, bytes.array());
        assertThat(HostileTraces.isRefused("dumpi", meta)).isTrue();
    }

    @Test
    void wrongByteOrder_goal() throws IOException {
        Path binary = sample("goal", "binary");
        byte[] bytes = Files.readAllBytes(binary);
        ByteBuffer.wrap(bytes)
                .putInt(8, Integer.reverseBytes(ByteBuffer.wrap(bytes).getInt(8)));
        Files.write(binary, bytes);
        assertThat(HostileTraces.isRefused("goal", binary)).isTrue();
    }
}
