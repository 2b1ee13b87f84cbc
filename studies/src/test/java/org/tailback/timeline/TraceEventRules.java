package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads trace events and checks every rule of the format that a viewer needs. */
final class TraceEventRules {
    /** Slices without slices inside, [thread, begin, end] in seconds. */
    final List<double[]> leaves = new ArrayList<>();
    /** Arrows: [begin, end] in seconds and threads. */
    final Map<Long, double[]> arrows = new TreeMap<>();
    /** Counter name to the integral of its value over time. */
    final Map<String, Double> integrals = new HashMap<>();
    /** Counter name to its last value. */
    final Map<String, Double> last = new HashMap<>();

    final Map<Integer, String> threads = new TreeMap<>();
    double firstTime = Double.NaN;
    double lastTime = Double.NaN;

    private final Map<Integer, ArrayDeque<double[]>> open = new HashMap<>();
    private final Map<String, Double> since = new HashMap<>();

    static TraceEventRules check(String text) throws IOException {
        ObjectMapper mapper = new ObjectMapper()
                .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        JsonNode root = mapper.readTree(text);
        TraceEventRules rules = new TraceEventRules();
        for (JsonNode event : root.get("traceEvents")) {
            rules.event(event);
        }
        assertThat(rules.open.values()).as("slices left open").allMatch(ArrayDeque::isEmpty);
        assertThat(rules.arrows.values()).as("arrows without end").noneMatch(arrow -> Double.isNaN(arrow[1]));
        assertThat(rules.last.values()).as("counters at the end").allMatch(value -> value == 0);
        return rules;
    }

    private void event(JsonNode event) {
        String phase = event.get("ph").asText();
        assertThat(event.get("pid").isInt()).isTrue();
        assertThat(event.get("tid").isInt()).isTrue();
        assertThat(event.get("ts").isNumber()).isTrue();
        if (phase.equals("M")) {
            assertThat(Set.of("process_name", "process_sort_index", "thread_name", "thread_sort_index"))
                    .contains(event.get("name").asText());
            if (event.get("name").asText().equals("thread_name")) {
                threads.put(
                        event.get("tid").asInt(), event.get("args").get("name").asText());
            }
            return;
        }
        BigDecimal microseconds = event.get("ts").decimalValue();
        double time = microseconds.movePointLeft(6).doubleValue();
        assertThat(Double.isNaN(lastTime) || time >= lastTime)
                .as("in the order of time: %s", event)
                .isTrue();
        firstTime = Double.isNaN(firstTime) ? time : firstTime;
        lastTime = time;
        int thread = event.get("tid").asInt();
        ArrayDeque<double[]> stack = open.computeIfAbsent(thread, key -> new ArrayDeque<>());
        switch (phase) {
            case "B" -> {
                assertThat(threads).as("named before it is used").containsKey(thread);
                assertThat(event.get("name").isTextual()).isTrue();
                if (!stack.isEmpty()) {
                    stack.peek()[1] = 1;
                }
                stack.push(new double[] {time, 0});
            }
            case "E" -> {
                double[] slice = stack.pop();
                if (slice[1] == 0) {
                    leaves.add(new double[] {thread, slice[0], time});
                }
            }
            case "s" -> {
                assertThat(stack).as("a slice around %s", event).isNotEmpty();
                assertThat(arrows.put(event.get("id").asLong(), new double[] {time, Double.NaN, thread, -1}))
                        .isNull();
            }
            case "f" -> {
                assertThat(event.get("bp").asText()).isEqualTo("e");
                double[] arrow = arrows.get(event.get("id").asLong());
                assertThat(arrow).as("the begin of %s", event).isNotNull();
                assertThat(arrow[1]).isNaN();
                assertThat(time).isGreaterThanOrEqualTo(arrow[0]);
                arrow[1] = time;
                arrow[3] = thread;
            }
            case "C" -> {
                String name = event.get("name").asText();
                assertThat(event.get("args")).hasSize(1);
                double value = event.get("args").elements().next().asDouble();
                if (last.containsKey(name)) {
                    integrals.merge(name, last.get(name) * (time - since.get(name)), Double::sum);
                }
                last.put(name, value);
                since.put(name, time);
            }
            case "i" -> assertThat(event.get("s").asText()).isEqualTo("t");
            default -> throw new AssertionError("phase " + phase);
        }
    }
}
