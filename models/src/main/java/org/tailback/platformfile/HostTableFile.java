package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.cluster.HostTable.Host;
import org.tailback.error.InputException;

/**
 * A table of hosts: lines of values separated by commas, without quotes. The first line names the columns, of which one
 * is {@code host}. Text after a {@code #} is a comment; empty lines are skipped.
 */
final class HostTableFile {
    private static final String HOST = "host";

    private HostTableFile() {}

    static HostTable read(Path file) {
        List<String> columns = List.of();
        List<Host> hosts = new ArrayList<>();
        Map<String, String> placeOfHost = new HashMap<>();
        for (Map.Entry<Integer, String> line :
                NodeList.contents(file, "table of hosts").entrySet()) {
            String place = file + ":" + line.getKey();
            List<String> values = values(place, line.getValue());
            if (columns.isEmpty()) {
                columns = columns(place, values);
                continue;
            }
            Host host = host(place, columns, values);
            String before = placeOfHost.put(host.name(), place);
            if (before != null) {
                throw InputException.at(
                        place, "host '" + host.name() + "' is there already, at " + before, "Remove one");
            }
            hosts.add(host);
        }
        if (hosts.isEmpty() || hosts.size() > Cluster.MAX_NODES) {
            throw InputException.at(
                    file.toString(), "expected 1 to " + Cluster.MAX_NODES + " hosts, found " + hosts.size(), "");
        }
        return new HostTable(columns, hosts);
    }

    private static List<String> values(String place, String content) {
        List<String> values =
                Arrays.stream(content.split(",", -1)).map(String::strip).toList();
        if (values.contains("")) {
            throw InputException.at(place, "expected a value in each column, found '" + content + "'", "Fill it in");
        }
        return values;
    }

    private static List<String> columns(String place, List<String> names) {
        if (!names.contains(HOST)) {
            throw InputException.at(
                    place,
                    "expected the names of the columns, one of them 'host', found '" + String.join(",", names) + "'",
                    "Begin the table with a line such as 'host,cell,rack,switch'");
        }
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw InputException.at(place, "two columns are called '" + name + "'", "Rename one");
            }
        }
        return names;
    }

    private static Host host(String place, List<String> columns, List<String> values) {
        if (values.size() != columns.size()) {
            throw InputException.at(
                    place,
                    "expected " + columns.size() + " values (" + String.join(",", columns) + "), found "
                            + values.size(),
                    "");
        }
        String name = values.get(columns.indexOf(HOST));
        if (name.matches(".*\\s.*")) {
            throw InputException.at(place, "host names have no blanks, found '" + name + "'", "");
        }
        return new Host(name, place, values);
    }
}
