package org.tailback.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;
import org.tailback.cli.Main;

class ServerTest {
    private static final String RING =
            CommandRun.repository("traces/examples/ring-8").toString();

    /** Takes minutes. */
    private static final String LONG = "[\"replay\",\"ring:ranks=64,bytes=100kB,iterations=10000000\"]";

    @Test
    void replay_resultIsWhatTheCommandPrints() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            // from its files, read into memory, from memory
            for (int use = 1; use <= 3; use++) {
                JsonNode answer = client.ask("{\"id\":" + use + ",\"command\":[\"replay\",\"" + RING + "\"]}");

                assertThat(answer.get("id").asInt()).isEqualTo(use);
                assertThat(answer.get("status").asInt()).isZero();
                assertThat(answer.get("result")).isEqualTo(CommandRun.json("replay", RING));
            }
        }
    }

    @Test
    void failingCommand_itsStatusAndItsMessage() throws Exception {
        CommandRun alone = CommandRun.of("replay", "nowhere", "--format", "json");
        try (ServedClient client = new ServedClient(1)) {
            JsonNode answer = client.ask("{\"id\":\"a\",\"command\":[\"replay\",\"nowhere\"]}");

            assertThat(answer.get("id").asText()).isEqualTo("a");
            assertThat(answer.get("status").asInt()).isEqualTo(alone.status()).isEqualTo(2);
            assertThat("tailback: " + answer.get("error").get("message").asText() + "\n")
                    .isEqualTo(alone.err());
            assertThat(answer.get("error").get("status").asInt()).isEqualTo(2);
        }
    }

    @Test
    void requestInLatin1_isRefusedWithItsByte_serverGoesOn() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            client.send("{\"id\":1,\"command\":[\"replay\",\"für\"]}", StandardCharsets.ISO_8859_1);
            JsonNode answer = client.next();

            assertThat(answer.get("status").asInt()).isEqualTo(2);
            assertThat(answer.get("error").get("message").asText())
                    .isEqualTo(
                            "byte 30: expected text in UTF-8, found the byte 0xfc. Is the text in another encoding?");
            client.send("{\"id\":1,\"command\":[\"replay\",\"für\"]}", StandardCharsets.UTF_8);
            assertThat(client.next().get("error").get("message").asText()).startsWith("für");
        }
    }

    @Test
    void otherFormats_resultIsText() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            JsonNode csv = client.ask("{\"command\":[\"models\",\"--format\",\"csv\"]}");
            JsonNode help = client.ask("{\"command\":[\"help\",\"replay\"]}");

            assertThat(csv.get("result").asText())
                    .isEqualTo(CommandRun.of("models", "--format", "csv").out());
            assertThat(csv.get("id").isNull()).isTrue();
            assertThat(help.get("result").asText()).contains("Replays a trace");
        }
    }

    @Test
    void format_isTheWordBehindItsOption_whateverOtherWordsAre() {
        assertThat(Job.isJson(List.of("replay", "ring-8"))).isTrue();
        assertThat(Job.isJson(List.of("replay", "json", "--format", "json"))).isTrue();
        assertThat(Job.isJson(List.of("replay", "json", "--format=json"))).isTrue();
        assertThat(Job.isJson(List.of("replay", "json", "--format", "csv"))).isFalse();
        assertThat(Job.isJson(List.of("replay", "ring-8", "--format=text"))).isFalse();
        assertThat(Job.isJson(List.of("replay", "ring-8", "--format"))).isFalse();
    }

    @Test
    void severalWorkers_eachRequestItsOwnAnswer() throws Exception {
        Map<Integer, Double> makespans = new HashMap<>();
        int requests = 40;
        try (ServedClient client = new ServedClient(3)) {
            for (int i = 1; i <= requests; i++) {
                client.send("{\"id\":" + i + ",\"command\":[\"replay\",\"ring:ranks=4,bytes=" + 1000 * i
                        + ",iterations=3\"]}");
            }
            for (int i = 1; i <= requests; i++) {
                JsonNode answer = client.next();
                makespans.put(
                        answer.get("id").asInt(),
                        answer.get("result").get("makespan").asDouble());
            }
            client.endInput();
            client.awaitEnd();
        }
        for (int i = 1; i <= requests; i += 13) {
            assertThat(makespans)
                    .containsEntry(
                            i,
                            CommandRun.json("replay", "ring:ranks=4,bytes=" + 1000 * i + ",iterations=3")
                                    .get("makespan")
                                    .asDouble());
        }
    }

    @Test
    void cancel_runningAndWaitingRequestsEnd_serverGoesOn() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            client.send("{\"id\":1,\"command\":" + LONG + ",\"progress\":true}");
            client.send("{\"id\":2,\"command\":" + LONG + "}");
            JsonNode progress = client.next();
            assertThat(progress.get("id").asInt()).isEqualTo(1);
            assertThat(progress.get("progress").get("seconds").asDouble()).isPositive();

            client.send("{\"id\":3,\"cancel\":2}");
            assertThat(nextWith("result", client).get("result").get("cancelled").asBoolean())
                    .isTrue();
            client.send("{\"id\":4,\"cancel\":1}");
            // the request and the cancelled ones are answered by different threads
            Map<Integer, JsonNode> answers = new HashMap<>();
            while (answers.size() < 3) {
                JsonNode answer = client.next();
                if (!answer.has("progress")) {
                    answers.put(answer.get("id").asInt(), answer);
                }
            }
            assertThat(answers.get(4).get("result").get("cancelled").asBoolean())
                    .isTrue();
            assertThat(answers.get(1).get("error").get("message").asText()).isEqualTo("cancelled");
            assertThat(answers.get(2).get("error").get("message").asText()).isEqualTo("cancelled");
            assertThat(client.ask("{\"id\":5,\"cancel\":1}")
                            .get("result")
                            .get("cancelled")
                            .asBoolean())
                    .isFalse();
            assertThat(client.ask("{\"id\":1,\"command\":[\"models\"]}")
                            .get("status")
                            .asInt())
                    .isZero();
        }
    }

    /** 1,024 lines of 4 KiB, which a short one counts as, wait or run at most: what comes behind them is not read. */
    @Test
    void moreRequestsThanMayWait_areReadWhenOthersAreAnswered() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CommandRunner waiting = (arguments, console, traces) -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 0;
        };
        int most = (4 << 20) / (4 << 10);
        try (ServedClient client = new ServedClient(waiting, 1)) {
            for (int id = 0; id <= most; id++) {
                client.send("{\"id\":" + id + ",\"command\":[\"models\"]}");
            }
            client.send("{\"id\":\"last\",\"cancel\":\"none\"}");
            assertThat(client.nextSoon())
                    .as("answer behind " + most + " requests")
                    .isNull();

            released.countDown();
            boolean last = false;
            for (int i = 0; i < most + 2; i++) {
                JsonNode answer = client.next();
                assertThat(answer.get("status").asInt()).isZero();
                last |= answer.get("id").asText().equals("last");
            }
            assertThat(last).isTrue();
        }
    }

    /** An id with half a character comes back as it was given; a byte order mark is no character of a request. */
    @Test
    void idsAndLines_ofOddCharacters_areAnsweredByTheirIds() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            client.send("{\"id\":\"a\\ud800b😀\",\"command\":[\"models\"]}");
            assertThat(client.next().get("id").asText()).isEqualTo("a\ud800b😀");
            assertThat(client.ask("\ufeff{\"id\":2,\"command\":[\"models\"]}")
                            .get("status")
                            .asInt())
                    .isZero();
        }
    }

    /** Returns the next answer with a field; lines of progress may come before it. */
    private static JsonNode nextWith(String field, ServedClient client) throws Exception {
        JsonNode answer = client.next();
        while (!answer.has(field)) {
            assertThat(answer.has("progress")).as(answer.toString()).isTrue();
            answer = client.next();
        }
        return answer;
    }

    @Test
    void outOfMemory_oneRequestFails_serverGoesOn() throws Exception {
        CommandRunner runner = (args, console, traces) -> {
            if (args[0].equals("large")) {
                throw new OutOfMemoryError("Java heap space");
            }
            return Main.run(args, console, traces);
        };
        try (ServedClient client = new ServedClient(runner, 1)) {
            assertThat(client.ask("{\"command\":[\"large\"]}").get("status").asInt())
                    .isEqualTo(1);
            assertThat(client.ask("{\"command\":[\"models\"]}").get("status").asInt())
                    .isZero();
        }
    }

    @Test
    void endOfInput_afterWhatWasAskedFor() throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            client.send("{\"id\":1,\"command\":[\"models\"]}");
            client.endInput();
            client.awaitEnd();
            assertThat(client.next().get("status").asInt()).isZero();
        }
    }

    @Test
    void requestThatCannotBeInterrupted_isAnswered_othersGoOn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CommandRunner runner = (args, console, traces) -> {
            begun.countDown();
            while (args[0].equals("stuck") && released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    // as a thread that opens a pipe which no process writes to
                }
            }
            console.results().print("done");
            console.flush();
            return 0;
        };
        try (ServedClient client = new ServedClient(runner, 1)) {
            client.send("{\"id\":1,\"command\":[\"stuck\"]}");
            begun.await();
            client.send("{\"id\":2,\"command\":[\"x\"]}");
            client.send("{\"id\":3,\"cancel\":1}");

            Map<Integer, String> answers = new HashMap<>();
            for (int i = 0; i < 3; i++) {
                JsonNode answer = client.next();
                answers.put(answer.get("id").intValue(), answer.toString());
            }
            assertThat(answers.get(1)).contains("cancelled. Its thread is still running");
            assertThat(answers.get(2)).contains("\"result\":\"done\"");
            released.countDown();
            assertThat(client.ask("{\"id\":1,\"command\":[\"x\"]}").toString()).contains("\"result\":\"done\"");
        }
    }

    @Test
    void deadClient_itsRequestsEnd() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CommandRunner runner = (args, console, traces) -> {
            begun.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return 0;
        };
        try (ServedClient client = new ServedClient(runner, 1)) {
            client.send("{\"id\":1,\"command\":[\"x\"]}");
            begun.await();
            client.die();
            client.endInput();
            client.awaitEnd();
            interrupted.await();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rubbish|expected a JSON object",
                "[1]|expected a JSON object",
                "\"x\"|expected a JSON object",
                "{\"id\":1|expected a JSON object",
                "{}|needs \"command\"",
                "{\"id\":1,\"id\":2}|Duplicate field",
                "{\"id\":{}}|id: expected a text or a number",
                "{\"id\":1,\"command\":\"models\"}|command: expected an array of texts",
                "{\"id\":1,\"command\":[[\"models\"]]}|command: expected texts",
                "{\"id\":1,\"command\":[1]}|command: expected texts",
                "{\"id\":1,\"command\":[]}|expected its name first",
                "{\"id\":1,\"command\":[\"--seed\",\"1\",\"serve\"]}|expected its name first",
                "{\"id\":1,\"command\":[\"serve\"]}|'serve' is not served",
                "{\"id\":1,\"command\":[\"measure\",\"server\"]}|'measure' is not served",
                "{\"id\":1,\"command\":[\"@/etc/passwd\"]}|unknown command '@/etc/passwd'",
                "{\"id\":1,\"command\":[\"replya\",\"x\"]}|unknown command 'replya'. Did you mean 'replay'?",
                "{\"id\":1,\"command\":[\"models\"],\"comand\":1}|unknown field 'comand'. Did you mean 'command'?",
                "{\"id\":1,\"command\":[\"models\"],\"limits\":{\"seconds\":9}}|limits are no longer offered",
                "{\"id\":1,\"command\":[\"models\"],\"progress\":1}|progress: expected true or false",
                "{\"id\":1,\"command\":[\"models\"],\"cancel\":1}|not several",
                "{\"id\":1,\"command\":[\"models\"]} {}|one JSON object in a line",
                "[[[[[[[[[[[[[[[[[[[[[[|expected a JSON object",
                "{\"a\":{\"b\":[[[[[[[[[[[[[[1]]]]]]]]]]]]]]}}|unknown field",
                "{\"command\":[[[[[[[[[[[[[[1]]]]]]]]]]]]]]}|expected texts",
            })
    void notARequest_saysSo_serverGoesOn(String line, String problem) throws Exception {
        try (ServedClient client = new ServedClient(1)) {
            JsonNode answer = client.ask(line);

            assertThat(answer.get("status").asInt()).isEqualTo(2);
            assertThat(answer.get("error").get("message").asText()).contains(problem);
            assertThat(client.ask("{\"id\":1,\"command\":[\"models\"]}")
                            .get("status")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void hostileLines_eachAnsweredOrBlank_serverGoesOn() throws Exception {
        String seedLine = "{\"id\":1,\"command\":[\"graph\",\"a:0>1\",\"--model\",\"max-min\"],\"progress\":false}";
        Random random = new Random(23);
        try (ServedClient client = new ServedClient(1)) {
            for (int i = 0; i < 300; i++) {
                char[] line = seedLine.toCharArray();
                for (int changes = random.nextInt(4); changes >= 0; changes--) {
                    line[random.nextInt(line.length)] = (char) ('!' + random.nextInt(400));
                }
                JsonNode answer = client.ask(new String(line));
                assertThat(answer.get("status").asInt())
                        .as("change %d: %s: %s", i, new String(line), answer)
                        .isIn(0, 2);
            }
            assertThat(client.ask("x".repeat((1 << 20) + 1))
                            .get("error")
                            .get("message")
                            .asText())
                    .contains("at most 1048576 bytes");
            client.send("  \r");
            assertThat(client.ask("{\"id\":9,\"command\":[\"models\"]}")
                            .get("id")
                            .asInt())
                    .isEqualTo(9);
        }
    }
}
