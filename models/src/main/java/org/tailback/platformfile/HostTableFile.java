package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.cluster.HostTable.Host;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Reader of a table of hosts: lines of values separated by commas. The first line contains the names of the columns,
 * one of which is {@code host}. Text after a {@code #} is a comment; empty lines are skipped.
 */
final class HostTableFile {
    private static final String HOST = "host";

    private HostTableFile() {}

    static HostTable read(Path file) {
        CsvRows rows = CsvRows.read(Utf8.read(file, "table of hosts"), file.toString());
        if (!rows.header().isEmpty()) {
            checkColumns(rows.place(-1), rows.header());
        }
        Map<String, Host> hosts = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            Host host = host(rows, i);
            Host before = hosts.put(host.name(), host);
            if (before != null) {
                String found = "host '" + host.name() + "' is already listed, at " + before.place();
                throw InputException.at(host.place(), found, "Remove one");
            }
        }
        if (hosts.isEmpty() || hosts.size() > Cluster.MAX_NODES) {
            throw InputException.at(
                    file.toString(), "expected 1 to " + Cluster.MAX_NODES + " hosts, found " + hosts.size(), "");
        }
        return new HostTable(rows.header(), List.copyOf(hosts.values()));
    }

    private static void checkColumns(String place, List<String> names) {
        if (!names.contains(HOST) || names.contains("")) {
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
    }

    private static Host host(CsvRows rows, int line) {
        List<String> values =
                rows.header().stream().map(column -> rows.text(line, column)).toList();
        String found = "found '" + String.join(",", values) + "'";
        if (values.contains("")) {
            throw InputException.at(rows.place(line), "expected a value in each column, " + found, "Fill it in");
        }
        String name = rows.text(line, HOST);
        if (name.matches(".*\\s.*")) {
            throw InputException.at(rows.place(line), "host names must not have blanks, found '" + name + "'", "");
        }
        return new Host(name, rows.place(line), values);
    }
}
