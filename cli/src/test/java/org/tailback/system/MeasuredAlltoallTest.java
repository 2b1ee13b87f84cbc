package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** The alltoalls of docs/internals/tcp-measured.md, measured over Open MPI, beside predictions: errors as there. */
class MeasuredAlltoallTest {
    private static Map<String, Double> measured(String shape) throws IOException {
        JsonNode file = new ObjectMapper()
                .readTree(CommandRun.repository("docs/measured/testbed-alltoall-" + shape + ".json")
                        .toFile());
        Map<String, Double> medians = new HashMap<>();
        for (JsonNode row : file.get("alltoall")) {
            double[] seconds = StreamSupport.stream(row.get("seconds").spliterator(), false)
                    .mapToDouble(JsonNode::asDouble)
                    .sorted()
                    .toArray();
            int middle = seconds.length / 2;
            medians.put(
                    row.get("algorithm").asText() + row.get("bytes").asLong(),
                    (seconds[middle] + seconds[seconds.length - 1 - middle]) / 2);
        }
        return medians;
    }

    /** Relative errors of all algorithms and sizes of a shape. */
    private static List<Double> errors(String shape, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "alltoall",
                "--algorithm",
                "A,B",
                "--ranks",
                "8",
                "--size",
                "16KiB,64KiB,128KiB,256KiB,512KiB,1MiB",
                "--platform",
                "testbed-tree",
                "--loss",
                "none",
                "--format",
                "csv"));
        if (shape.equals("star")) {
            arguments.addAll(List.of("--model", "max-min:bandwidth=47.8Mbit/s"));
        }
        arguments.addAll(List.of(options));
        List<String> lines = CommandRun.of(arguments.toArray(String[]::new))
                .succeeded()
                .out()
                .lines()
                .toList();
        Map<String, Double> measured = measured(shape);
        List<Double> errors = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split(",", 5);
            errors.add(Double.parseDouble(row[3]) / measured.get(row[0] + row[2]) - 1);
        }
        assertThat(errors).hasSize(12);
        return errors;
    }

    private static double mean(List<Double> errors) {
        return errors.stream().mapToDouble(Math::abs).average().orElseThrow();
    }

    @Test
    void rendezvousInTurn_predictsWhatWasMeasured() throws IOException {
        List<Double> star = errors("star");
        List<Double> tree = errors("tree");

        assertThat(star.subList(0, 12)).allSatisfy(error -> assertThat(error).isBetween(-0.14, 0.075));
        assertThat(mean(star)).isCloseTo(0.077, within(0.001));
        assertThat(mean(tree)).isCloseTo(0.089, within(0.001));
        List<Double> all = new ArrayList<>(star);
        all.addAll(tree);
        assertThat(all.stream().filter(error -> Math.abs(error) <= 0.1)).hasSize(17);
    }

    @Test
    void fullDuplex_exchangesAreFarTooFast() throws IOException {
        assertThat(mean(errors("star", "--cost", "plogp:rendezvous=independent")))
                .isGreaterThan(0.3);
        assertThat(mean(errors("tree", "--cost", "plogp:rendezvous=independent")))
                .isGreaterThan(0.25);
    }
}
