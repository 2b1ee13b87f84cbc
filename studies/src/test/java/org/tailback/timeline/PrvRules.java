package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a Paraver trace and checks every rule of the format, without our reader of traces. */
final class PrvRules {
    private static final Pattern HEADER =
            Pattern.compile("#Paraver \\(\\d\\d/\\d\\d/\\d{4} at \\d\\d:\\d\\d\\):(\\d+)_ns:(\\d+)\\(([\\d,]+)\\):1:"
                    + "(\\d+)\\(([\\d:,]+)\\),(\\d+)");

    /** Sender, receiver, bytes, tag, logical and physical send, logical and physical receive. */
    final List<String> messages = new ArrayList<>();
    /** Nanoseconds in states, by thread such as "1:1". */
    final Map<String, Long> inStates = new HashMap<>();
    /** Nanoseconds by thread and state, such as "1:1 state 13". */
    final Map<String, Long> byState = new HashMap<>();

    final List<String> comments = new ArrayList<>();
    long duration;
    long first = Long.MAX_VALUE;

    private int nodes;
    private int cpus;
    private int[] threads = new int[0];
    private final Map<String, Long> stateEnd = new HashMap<>();
    private final Map<String, Long> openCall = new HashMap<>();
    private final Map<String, String> cpuOf = new HashMap<>();
    private long time;

    static PrvRules check(String text) {
        PrvRules rules = new PrvRules();
        String[] lines = text.split("\n");
        rules.header(lines[0]);
        int next = 1;
        int communicators = 0;
        for (; next < lines.length && lines[next].startsWith("c:"); next++) {
            rules.communicator(lines[next], ++communicators);
        }
        assertThat(lines[0]).endsWith("," + communicators);
        for (; next < lines.length && lines[next].startsWith("#"); next++) {
            rules.comments.add(lines[next]);
        }
        for (; next < lines.length; next++) {
            rules.line(lines[next]);
        }
        assertThat(rules.openCall).as("calls without end").isEmpty();
        return rules;
    }

    private void header(String line) {
        Matcher header = HEADER.matcher(line);
        assertThat(header.matches()).as(line).isTrue();
        duration = Long.parseLong(header.group(1));
        nodes = Integer.parseInt(header.group(2));
        int[] cpusOfNode = Arrays.stream(header.group(3).split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
        assertThat(cpusOfNode).hasSize(nodes);
        cpus = Arrays.stream(cpusOfNode).sum();
        String[] tasks = header.group(5).split(",");
        assertThat(tasks).hasSize(Integer.parseInt(header.group(4)));
        threads = new int[tasks.length];
        int[] used = new int[nodes];
        for (int task = 0; task < tasks.length; task++) {
            String[] fields = tasks[task].split(":");
            threads[task] = Integer.parseInt(fields[0]);
            used[Integer.parseInt(fields[1]) - 1] += threads[task];
        }
        assertThat(used).as("a CPU per thread").isEqualTo(cpusOfNode);
    }

    private void communicator(String line, int number) {
        String[] fields = line.split(":");
        assertThat(line).startsWith("c:1:" + number + ":");
        assertThat(fields).hasSize(4 + Integer.parseInt(fields[3]));
        for (int i = 4; i < fields.length; i++) {
            assertThat(Integer.parseInt(fields[i])).as(line).isBetween(1, threads.length);
        }
    }

    private String object(String[] fields, int at, String line) {
        assertThat(fields[at + 1]).as(line).isEqualTo("1");
        int task = Integer.parseInt(fields[at + 2]);
        assertThat(task).as(line).isBetween(1, threads.length);
        assertThat(Integer.parseInt(fields[at + 3])).as(line).isBetween(1, threads[task - 1]);
        assertThat(Integer.parseInt(fields[at])).as(line).isBetween(1, cpus);
        String thread = task + ":" + fields[at + 3];
        assertThat(cpuOf.computeIfAbsent(fields[at], cpu -> thread)).as(line).isEqualTo(thread);
        return thread;
    }

    private long within(String field, String line) {
        long value = Long.parseLong(field);
        assertThat(value).as(line).isBetween(0L, duration);
        first = Math.min(first, value);
        return value;
    }

    private void line(String line) {
        String[] fields = line.split(":");
        String thread = object(fields, 1, line);
        long position = within(fields[fields[0].equals("3") ? 6 : 5], line);
        assertThat(position).as("in the order of time: %s", line).isGreaterThanOrEqualTo(time);
        time = position;
        switch (fields[0]) {
            case "1" -> {
                long end = within(fields[6], line);
                assertThat(fields).as(line).hasSize(8);
                assertThat(position).as(line).isGreaterThanOrEqualTo(stateEnd.getOrDefault(thread, 0L));
                assertThat(end).as(line).isGreaterThan(position);
                stateEnd.put(thread, end);
                inStates.merge(thread, end - position, Long::sum);
                byState.merge(thread + " state " + fields[7], end - position, Long::sum);
            }
            case "2" -> {
                assertThat(fields.length % 2).as(line).isEqualTo(0);
                long type = Long.parseLong(fields[6]);
                assertThat(type).as(line).isBetween(50_000_001L, 50_000_003L);
                Long open = fields[7].equals("0") ? openCall.remove(thread) : openCall.put(thread, type);
                assertThat(open).as(line).isEqualTo(fields[7].equals("0") ? type : null);
            }
            case "3" -> {
                assertThat(fields).as(line).hasSize(15);
                String receiver = object(fields, 7, line);
                assertThat(within(fields[5], line)).as(line).isLessThanOrEqualTo(position);
                assertThat(within(fields[12], line)).as(line).isGreaterThanOrEqualTo(within(fields[11], line));
                messages.add(thread + " " + receiver + " " + fields[13] + " " + fields[14] + " at " + fields[5] + " "
                        + fields[6] + " " + fields[11] + " " + fields[12]);
            }
            default -> throw new AssertionError(line);
        }
    }
}
