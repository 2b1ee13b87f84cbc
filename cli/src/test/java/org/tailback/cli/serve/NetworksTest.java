package org.tailback.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.embed.Network;
import org.tailback.simulation.Platforms;

/** Requests for a network give what the library's network gives. */
class NetworksTest {
    private static final String OPEN = "{\"network\":{\"platform\":\"star-10g\"}}";

    private static JsonNode result(ServedClient client, String request) throws Exception {
        JsonNode answer = client.ask(request);
        assertThat(answer.get("status").asInt()).as(answer.toString()).isZero();
        return answer.get("result");
    }

    @Test
    void messages_arriveAsInALoopOfTheLibrary() throws Exception {
        List<Double> expected = new ArrayList<>();
        Network network = Network.builder(Platforms.named("star-10g").whole()).build();
        for (int destination = 1; destination < 4; destination++) {
            network.send(0, destination, destination * 1_000_000L, delivery -> expected.add(delivery.arrived()));
        }
        network.advanceTo(0.001);
        network.send(5, 1, 500_000, delivery -> expected.add(delivery.arrived()));
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }

        List<Double> found = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        try (ServedClient client = new ServedClient(1)) {
            JsonNode opened = result(client, OPEN);
            assertThat(opened.get("nodes").asInt()).isEqualTo(64);
            int number = opened.get("network").asInt();
            String all =
                    "{\"network\":" + number + ",\"send\":[[0,1,1000000],[0,2,2000000],[0,3,3000000]],\"until\":0.001}";
            assertThat(result(client, all).get("now").asDouble()).isEqualTo(0.001);
            result(client, "{\"network\":" + number + ",\"send\":[[5,1,500000]]}");
            JsonNode step;
            do {
                step = result(client, "{\"network\":" + number + ",\"until\":null}");
                for (JsonNode arrival : step.get("arrived")) {
                    assertThat(arrival.get("arrived").asDouble())
                            .isEqualTo(step.get("now").asDouble());
                    found.add(arrival.get("arrived").asDouble());
                    numbers.add(arrival.get("message").asInt());
                }
            } while (!step.get("arrived").isEmpty());
            assertThat(result(client, "{\"network\":" + number + "}")
                            .get("next")
                            .isNull())
                    .isTrue();
            JsonNode sum = result(client, "{\"network\":" + number + ",\"close\":true}");

            assertThat(found).isEqualTo(expected).hasSize(4);
            assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(sum.get("bytesArrived").asLong()).isEqualTo(6_500_000);
            assertThat(sum.get("averagePenalty").asDouble())
                    .isCloseTo(network.result().averagePenalty(), within(1e-12));
            assertThat(client.ask("{\"network\":" + number + "}")
                            .at("/error/message")
                            .asText())
                    .isEqualTo("network: there is no network " + number);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"network\":{\"platfrom\":\"x\"}}; network: unknown field 'platfrom'. Did you mean 'platform'?",
                "{\"network\":{\"seed\":8}}; network: expected a platform",
                "{\"network\":{\"platform\":\"no-such\"}}; no-such",
                "{\"network\":{\"platform\":\"star-10g\",\"model\":\"no-such\"}}; 'no-such'",
                "{\"network\":1,\"send\":[[0,64,1]]}; send: expected nodes from 0 to 63, found 64",
                "{\"network\":1,\"send\":[[0,1,-1]]}; send: expected 0 bytes or more, found -1",
                "{\"network\":1,\"send\":[[0,1]]}; send: expected a list of [source, destination, bytes], found 2 numbers",
                "{\"network\":1,\"send\":[[0,1,2,3]]}; found 4 numbers",
                "{\"network\":1,\"send\":[[0,1,1.5]]}; send: expected a whole number, found 1.5",
                "{\"network\":1,\"until\":-1}; until: expected 0.0 s (the current time) or later, found -1.0",
                "{\"network\":1,\"until\":\"x\"}; until: expected seconds, or null, found x",
                "{\"network\":1,\"close\":1}; close: expected true, found 1",
                "{\"network\":1,\"command\":[\"models\"]}; not several"
            })
    void badRequests_statusTwoAndTheNetworkGoesOn(String request, String message) throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            result(client, OPEN);

            JsonNode answer = client.ask(request);

            assertThat(answer.get("status").asInt()).as(answer.toString()).isEqualTo(2);
            assertThat(answer.at("/error/message").asText()).contains(message);
            assertThat(result(client, "{\"network\":1,\"send\":[[0,1,1]],\"until\":1}")
                            .get("arrived"))
                    .hasSize(1);
        }
    }
}
