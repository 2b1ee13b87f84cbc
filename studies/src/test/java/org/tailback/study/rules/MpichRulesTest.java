package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tailback.study.rules.RuleCells.cell;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

class MpichRulesTest {
    private static String text(Kind kind, RuleCell... cells) {
        return RulesFormat.named("mpich").text(new DecisionRules(kind, List.of(cells)), List.of("left out"));
    }

    @Test
    void text_ofASelectionFile() {
        assertThat(text(
                        Kind.REDUCE,
                        cell(8, 1024, "binomial", "binomial", 1),
                        cell(8, 4096, "rabenseifner-mpich", "binomial", 2)))
                .isEqualTo("""
            {
              "collective=reduce": {
                "comm_type=intra": {
                  "comm_size<=7": {
                    "avg_msg_size<=2048": {
                      "algorithm=MPIR_Reduce_intra_binomial": { }
                    },
                    "avg_msg_size=any": {
                      "is_op_built_in=yes": {
                        "count<pow2": {
                          "algorithm=MPIR_Reduce_intra_binomial": { }
                        },
                        "count=any": {
                          "algorithm=MPIR_Reduce_intra_reduce_scatter_gather": { }
                        }
                      },
                      "is_op_built_in=no": {
                        "algorithm=MPIR_Reduce_intra_binomial": { }
                      }
                    }
                  },
                  "comm_size<=8": {
                    "avg_msg_size<=4095": {
                      "algorithm=MPIR_Reduce_intra_binomial": { }
                    },
                    "avg_msg_size=any": {
                      "is_op_built_in=yes": {
                        "count<pow2": {
                          "algorithm=MPIR_Reduce_intra_binomial": { }
                        },
                        "count=any": {
                          "algorithm=MPIR_Reduce_intra_reduce_scatter_gather": { }
                        }
                      },
                      "is_op_built_in=no": {
                        "algorithm=MPIR_Reduce_intra_binomial": { }
                      }
                    }
                  },
                  "comm_size=any": {
                    "avg_msg_size<=2048": {
                      "algorithm=MPIR_Reduce_intra_binomial": { }
                    },
                    "avg_msg_size=any": {
                      "is_op_built_in=yes": {
                        "count<pow2": {
                          "algorithm=MPIR_Reduce_intra_binomial": { }
                        },
                        "count=any": {
                          "algorithm=MPIR_Reduce_intra_reduce_scatter_gather": { }
                        }
                      },
                      "is_op_built_in=no": {
                        "algorithm=MPIR_Reduce_intra_binomial": { }
                      }
                    }
                  }
                },
                "comm_type=inter": {
                  "algorithm=MPIR_Reduce_inter_local_reduce_remote_send": { }
                }
              }
            }
            """);
    }

    /** Follows a tree as {@code MPIR_Csel_search} does: the first condition that holds, and never back. */
    private static String algorithm(JsonNode node, int ranks, long bytes, long total, boolean isPlainOperator) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String key = field.getKey();
            if (key.startsWith("algorithm=")) {
                return key.substring("algorithm=MPIR_".length()).replaceFirst(".*_(intra|inter)_", "");
            }
            if (holds(key, ranks, bytes, total, isPlainOperator)) {
                return algorithm(field.getValue(), ranks, bytes, total, isPlainOperator);
            }
        }
        throw new IllegalStateException("no condition holds in " + node);
    }

    private static boolean holds(String key, int ranks, long bytes, long total, boolean isPlainOperator) {
        if (key.endsWith("=any") || key.startsWith("collective=") || key.equals("comm_type=intra")) {
            return true;
        }
        if (key.contains("<=")) {
            int most = Integer.parseInt(key.substring(key.indexOf("<=") + 2));
            return switch (key.substring(0, key.indexOf("<="))) {
                case "comm_size" -> ranks <= most;
                case "avg_msg_size" -> bytes <= most;
                case "total_msg_size" -> total <= most;
                default -> throw new IllegalStateException(key);
            };
        }
        return switch (key) {
            case "comm_size=pow2" -> Integer.bitCount(ranks) == 1;
            case "count<pow2" -> bytes / 8 < Integer.highestOneBit(ranks);
            case "is_op_built_in=yes", "is_commutative=yes" -> isPlainOperator;
            case "is_op_built_in=no", "is_commutative=no" -> !isPlainOperator;
            case "is_sendbuf_inplace=yes" -> false;
            case "is_sendbuf_inplace=no" -> true;
            default -> throw new IllegalStateException("unknown condition " + key);
        };
    }

    private static String algorithm(Kind kind, String text, int ranks, long bytes) throws JsonProcessingException {
        String found = algorithm(new ObjectMapper().readTree(text), ranks, bytes, bytes * ranks, true);
        return MpichAlgorithms.of(kind).algorithms().entrySet().stream()
                .filter(entry -> entry.getValue().equals(found))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {
                "ALLGATHER",
                "ALLGATHERV",
                "ALLREDUCE",
                "ALLTOALL",
                "BCAST",
                "REDUCE",
                "REDUCE_SCATTER",
                "REDUCE_SCATTER_BLOCK"
            })
    void withoutRules_isWhatMpichDoesByItself(Kind kind) throws JsonProcessingException {
        String text = text(kind, cell(8, 1024, "x", "x", 1));

        for (int ranks : new int[] {2, 5, 7, 8, 12, 16, 64, 100}) {
            for (long bytes :
                    new long[] {8, 256, 264, 1024, 2048, 2056, 12280, 12288, 32768, 32776, 65536, 524288, 1 << 22}) {
                assertThat(algorithm(kind, text, ranks, bytes))
                        .as("%s on %s ranks, %s B", kind, ranks, bytes)
                        .isEqualTo(CollectiveProgram.selected(kind, CollectiveSelectors.parse("mpich"), ranks, bytes));
            }
        }
    }

    @Test
    void readBack_rulesHoldForTheirRanksOnly() throws JsonProcessingException {
        String text = text(
                Kind.ALLREDUCE,
                cell(12, 64, "ring", "recursive-doubling", 2),
                cell(12, 1024, "rabenseifner-mpich", "recursive-doubling", 1.01),
                cell(12, 65536, "recursive-doubling", "rabenseifner-mpich", 2),
                cell(16, 1024, "ring", "recursive-doubling", 2));

        assertThat(algorithm(Kind.ALLREDUCE, text, 12, 8)).isEqualTo("ring");
        assertThat(algorithm(Kind.ALLREDUCE, text, 12, 1023)).isEqualTo("ring");
        assertThat(algorithm(Kind.ALLREDUCE, text, 12, 1024))
                .as("within the error")
                .isEqualTo("recursive-doubling");
        assertThat(algorithm(Kind.ALLREDUCE, text, 12, 1 << 20)).isEqualTo("recursive-doubling");
        assertThat(algorithm(Kind.ALLREDUCE, text, 16, 1 << 20)).isEqualTo("ring");
        for (int other : new int[] {2, 11, 13, 15, 17}) {
            assertThat(algorithm(Kind.ALLREDUCE, text, other, 1 << 20)).isEqualTo("rabenseifner-mpich");
        }
        assertThat(algorithm(new ObjectMapper().readTree(text), 16, 1 << 20, 1 << 24, false))
                .as("an operator that is not commutative")
                .isEqualTo("recursive_doubling");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void algorithms_everyOneNamed_isOneOfOurs(Kind kind) {
        assertThat(CollectiveProgram.algorithms(kind))
                .containsAll(Stream.of(kind).flatMap(MpichRulesTest::names).toList());
    }

    private static Stream<String> names(Kind kind) {
        try {
            return RulesFormat.named("mpich").algorithms(kind).stream();
        } catch (InputException e) {
            assertThat(e).hasMessageContaining("no selection files of MPICH for " + kind.label());
            return Stream.of();
        }
    }

    @Test
    void sharedNodes_areRefused() {
        assertThatThrownBy(() -> text(Kind.BCAST, cell(16, 4, 1024, "binomial", "scatter-ring", 2)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("MPICH splits collectives by node")
                .hasMessageContaining("Give --ranks-per-node 1");
    }

    @Test
    void sizesBeyondInt_endWithAny() {
        assertThat(text(
                        Kind.ALLGATHER,
                        cell(1024, 1, "bruck-mpich", "ring", 2),
                        cell(1024, 1 << 22, "ring", "bruck-mpich", 2)))
                .contains("\"total_msg_size=any\": {\n          \"algorithm=MPIR_Allgather_intra_brucks\"")
                .doesNotContain("total_msg_size<=4294967295");
    }
}
