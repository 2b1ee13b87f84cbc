package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.study.rules.RuleCells.cell;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

class TunedJsonRulesTest {
    private static final DecisionRules BCAST = new DecisionRules(
            Kind.BCAST,
            List.of(
                    cell(8, 1, 1024, "chain", "linear", 2),
                    cell(8, 1, 4096, "linear", "chain", 1.05),
                    cell(8, 1, 65536, "pipeline/64KiB", "linear", 2),
                    cell(16, 1, 1024, "knomial", "linear", 2),
                    cell(16, 4, 1024, "binary", "linear", 2)));

    private static String text() {
        return RulesFormat.named("openmpi-json").text(BCAST, List.of("left out"));
    }

    @Test
    void text_ofTheSchema() {
        assertThat(text()).isEqualTo("""
            {
              "rule_file_version": 3,
              "module": "tuned",
              "collectives": {
                "bcast": [
                  {
                    "comm_size_min": 8,
                    "comm_size_max": 15,
                    "comm_rank_distribution": "one-per-node",
                    "rules": [
                      {
                        "msg_size_min": 0,
                        "msg_size_max": 4095,
                        "alg": 2,
                        "faninout": 4
                      },
                      {
                        "msg_size_min": 65536,
                        "msg_size_max": "inf",
                        "alg": 3,
                        "seg_size": 65536
                      }
                    ]
                  },
                  {
                    "comm_size_min": 16,
                    "comm_size_max": "inf",
                    "comm_rank_distribution": "one-per-node",
                    "rules": [
                      {
                        "msg_size_min": 0,
                        "msg_size_max": "inf",
                        "alg": 7
                      }
                    ]
                  },
                  {
                    "comm_size_min": 16,
                    "comm_size_max": "inf",
                    "comm_rank_distribution": "any",
                    "rules": [
                      {
                        "msg_size_min": 0,
                        "msg_size_max": "inf",
                        "alg": 5
                      }
                    ]
                  }
                ]
              }
            }
            """);
    }

    private static boolean holds(JsonNode rule, String key, long value) {
        JsonNode most = rule.get(key + "_max");
        return value >= rule.get(key + "_min").asLong() && (most.asText().equals("inf") || value <= most.asLong());
    }

    /** The first communicator that matches counts, then its first message size; 0 where there is none. */
    private static int algorithm(JsonNode file, int ranks, int ranksPerNode, long bytes) {
        for (JsonNode communicator : file.get("collectives").get("bcast")) {
            String distribution = communicator.get("comm_rank_distribution").asText();
            if (holds(communicator, "comm_size", ranks) && (distribution.equals("any") || ranksPerNode == 1)) {
                for (JsonNode message : communicator.get("rules")) {
                    if (holds(message, "msg_size", bytes)) {
                        return message.get("alg").asInt();
                    }
                }
                return 0;
            }
        }
        return 0;
    }

    @Test
    void readBack_firstMatchIsTheCell() throws JsonProcessingException {
        JsonNode file = new ObjectMapper().readTree(text());

        assertThat(ImmutableList.copyOf(file.fieldNames()))
                .containsExactly("rule_file_version", "module", "collectives");
        for (RuleCell cell : BCAST.cells()) {
            assertThat(algorithm(file, cell.ranks(), cell.ranksPerNode(), cell.bytes()))
                    .isEqualTo(OpenMpiAlgorithms.number(Kind.BCAST, cell));
        }
        assertThat(algorithm(file, 7, 1, 1024))
                .as("smaller than any of the study")
                .isZero();
        assertThat(algorithm(file, 8, 4, 1024)).as("no rules for shared nodes").isZero();
    }
}
