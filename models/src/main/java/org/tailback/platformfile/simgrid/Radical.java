package org.tailback.platformfile.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of hosts as SimGrid writes them: {@code 0-3,7,9-10}. */
final class Radical {
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final int MAX_HOSTS = 1 << 20;

    private Radical() {}

    static List<Integer> numbers(XmlElement element) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : element.text("radical").split(",")) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw element.problem(
                        "'radical' must be numbers and ranges, found '" + part.strip() + "'", "Write 0-3,7");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (last < first) {
                throw element.problem("the range '" + part.strip() + "' in 'radical' ends before it begins", "");
            }
            if (last - first + numbers.size() >= MAX_HOSTS) {
                throw element.problem("more than " + MAX_HOSTS + " hosts", "");
            }
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
