package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** Traces of real applications run to their end on the papers' platform. */
class RealTracesTest {
    /**
     * Messages and bytes counted in the sends of the files, awk '$2 ~ /^i?send$/' with 8 bytes for datatype 0, 4 for 1;
     * collectives add to them.
     */
    @ParameterizedTest
    @CsvSource({"npb-cg-A-16, 16, 47104, 559325184", "hpl-N4000-32, 32, 42979, 783280956"})
    void replay_toTheEnd(String name, int ranks, long messages, long bytes) {
        JsonNode result = CommandRun.json(
                "replay",
                CommandRun.shared("traces/ti/" + name).toString(),
                "--platform",
                CommandRun.platform("plogpt-table2-bidirectional.yaml"));

        assertThat(result.get("ranks")).hasSize(ranks);
        assertThat(result.get("messages").asLong()).isGreaterThanOrEqualTo(messages);
        assertThat(result.get("bytes").asLong()).isGreaterThanOrEqualTo(bytes);
        assertThat(result.get("makespan").asDouble()).isPositive();
    }
}
