package org.tailback.trace.prv;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;

/**
 * First line of a trace: {@code #Paraver
 * (date):duration[_unit]:nodes[(cpus,…)]:applications:tasks(threads:node,…)[,or:]…[,communicators]}.
 *
 * @param duration duration of the trace, ticks, >= 0
 * @param ticksPerSecond resolution of all times
 * @param tasks number of tasks of each application
 */
record PrvHeader(long duration, double ticksPerSecond, List<Integer> tasks) {
    PrvHeader {
        tasks = List.copyOf(tasks);
    }

    static PrvHeader read(PrvLine line, String file) {
        if (!line.next() || !line.text().startsWith("#Paraver (")) {
            throw InputException.at(file + ":1", "not a Paraver trace: the file does not begin with '#Paraver ('", "");
        }
        String text = line.text();
        int date = text.indexOf("):");
        if (date < 0) {
            throw line.malformed("a header with a date in brackets");
        }
        line.skipTo(date + 2);
        long duration = line.digits("the trace's duration");
        double ticks = line.skip('_') ? ticksPerSecond(line) : 1e6;
        line.expect(':');
        line.digits("a number of nodes");
        if (line.skip('(')) {
            while (!line.skip(')')) {
                if (!line.hasMore()) {
                    throw line.malformed("the end of the list of nodes");
                }
                line.skipTo(line.column());
            }
        }
        line.expect(':');
        long applications = line.digits("a number of applications");
        List<Integer> tasks = new ArrayList<>();
        while (tasks.size() < applications) {
            if (!line.skip(':')) {
                line.expect(',');
            }
            tasks.add(application(line));
        }
        return new PrvHeader(duration, ticks, tasks);
    }

    private static double ticksPerSecond(PrvLine line) {
        String rest = line.text().substring(line.column() - 1);
        String unit = rest.substring(0, Math.max(0, rest.indexOf(':')));
        line.skipTo(line.column() - 1 + unit.length());
        return switch (unit) {
            case "ns" -> 1e9;
            case "us" -> 1e6;
            case "ms" -> 1e3;
            default -> throw line.malformed("a duration in ns, us or ms");
        };
    }

    private static int application(PrvLine line) {
        long announced = line.digits("an application's number of tasks");
        int tasks = 0;
        line.expect('(');
        while (!line.skip(')')) {
            if (tasks > 0) {
                line.expect(',');
            }
            line.digits("a task's number of threads");
            if (line.skip(':')) {
                line.digits("a task's node");
            }
            tasks++;
        }
        if (announced != tasks) {
            throw line.malformed(announced + " tasks in an application's list, which has " + tasks);
        }
        return tasks;
    }
}
