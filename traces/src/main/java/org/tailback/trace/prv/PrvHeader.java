package org.tailback.trace.prv;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;

/**
 * The first line: {@code #Paraver
 * (date):duration[_unit]:nodes[(cpus,…)]:applications:tasks(threads:node,…)[,or:]…[,communicators]}.
 *
 * @param duration of the trace, ticks, >= 0
 * @param ticksPerSecond of all times
 * @param tasks number of tasks of each application
 */
record PrvHeader(long duration, double ticksPerSecond, List<Integer> tasks) {
    PrvHeader {
        tasks = List.copyOf(tasks);
    }

    static PrvHeader read(PrvLine line, String file) {
        if (!line.next() || !line.text().startsWith("#Paraver (")) {
            throw InputException.at(
                    file + ":1", "this is not a Paraver trace: it does not begin with '#Paraver ('", "");
        }
        return new Parser(line).parse();
    }

    private static final class Parser {
        private final PrvLine line;
        private final String text;
        private int at;

        Parser(PrvLine line) {
            this.line = line;
            this.text = line.text();
        }

        PrvHeader parse() {
            at = text.indexOf("):");
            if (at < 0) {
                throw line.malformed("a header with a date in brackets");
            }
            at += 2;
            long duration = number("the trace's duration");
            double ticks = 1e6;
            if (skip('_')) {
                int end = text.indexOf(':', at);
                String unit = end < 0 ? "" : text.substring(at, end);
                ticks = switch (unit) {
                    case "ns" -> 1e9;
                    case "us" -> 1e6;
                    case "ms" -> 1e3;
                    default -> throw line.malformed("a duration in ns, us or ms");
                };
                at = end;
            }
            expect(':');
            number("a number of nodes");
            if (skip('(')) {
                int end = text.indexOf(')', at);
                if (end < 0) {
                    throw line.malformed("a list of nodes that ends");
                }
                at = end + 1;
            }
            expect(':');
            long applications = number("a number of applications");
            List<Integer> tasks = new ArrayList<>();
            while (tasks.size() < applications) {
                if (!skip(':')) {
                    expect(',');
                }
                tasks.add(application());
            }
            return new PrvHeader(duration, ticks, tasks);
        }

        private int application() {
            long announced = number("an application's number of tasks");
            int tasks = 0;
            expect('(');
            while (!skip(')')) {
                if (tasks > 0) {
                    expect(',');
                }
                number("a task's number of threads");
                if (skip(':')) {
                    number("a task's node");
                }
                tasks++;
            }
            if (announced != tasks) {
                throw line.malformed(announced + " tasks in an application's list, which has " + tasks);
            }
            return tasks;
        }

        private long number(String what) {
            int begin = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == begin || at - begin > 18) {
                throw line.malformed(what + " at column " + (begin + 1));
            }
            return Long.parseLong(text.substring(begin, at));
        }

        private boolean skip(char c) {
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char c) {
            if (!skip(c)) {
                throw line.malformed("'" + c + "' at column " + (at + 1));
            }
        }
    }
}
