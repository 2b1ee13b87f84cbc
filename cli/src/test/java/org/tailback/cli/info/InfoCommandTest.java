package org.tailback.cli.info;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class InfoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void json_fieldsOfTheContract() {
        JsonNode info = CommandRun.json("info", TraceFiles.gather(folder).toString());

        assertThat(ImmutableList.copyOf(info.fieldNames()))
                .startsWith(
                        "format",
                        "ranks",
                        "operations",
                        "messages",
                        "bytes",
                        "span",
                        "communicators",
                        "approximations");
        assertThat(info.get("format").asText()).isEqualTo("simgrid-ti");
        assertThat(info.get("ranks").asInt()).isEqualTo(4);
        assertThat(info.get("messages").asLong()).isEqualTo(3);
        assertThat(info.get("bytes").asLong()).isEqualTo(3_000_000);
        assertThat(info.get("span").isNull()).isTrue();
        assertThat(info.get("operations").get("recv").asLong()).isEqualTo(3);
        assertThat(info.get("operations").get("compute").asLong()).isEqualTo(3);
    }

    @Test
    void textAndCsv_sameNumbers() {
        String trace = TraceFiles.gather(folder).toString();

        assertThat(CommandRun.of("info", trace).succeeded().out())
                .contains("4 ranks, 3 messages with 3 MB")
                .contains("recv");
        assertThat(CommandRun.of("info", trace, "--format", "csv").succeeded().out())
                .startsWith("property,value\nformat,simgrid-ti\nranks,4\n")
                .contains("operations.recv,3");
    }

    @Test
    void malformedTrace_fileAndLine() {
        CommandRun.of("info", TraceFiles.write(folder, "send 0").toString()).failed(2, "rank-0.txt:2");
    }
}
