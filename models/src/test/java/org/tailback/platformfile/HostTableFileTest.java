package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.error.InputException;

class HostTableFileTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("hosts.csv"), text.replace(';', '\n'));
    }

    @Test
    void read_columnsInAnyOrderCommentsAndBlanks_areHosts() throws IOException {
        HostTable table = HostTableFile.read(file("# ours;;rack, host;A, n1 # the first;;B,n2;"));

        assertThat(table.columns()).containsExactly("rack", "host");
        assertThat(table.hosts()).extracting(HostTable.Host::name).containsExactly("n1", "n2");
        assertThat(table.hosts().get(0).values()).containsExactly("A", "n1");
        assertThat(table.hosts().get(1).place()).isEqualTo(folder.resolve("hosts.csv") + ":6");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host,rack;n1,A;n1,B      | :3: host 'n1' is already listed, at ",
                "host,rack;n1             | :2: expected 2 values (host,rack), found 1",
                "host,rack;n1,A,B         | :2: expected 2 values (host,rack), found 3",
                "host,rack;n1,            | :2: expected a value in each column, found 'n1,'",
                "host,rack;n 1,A          | :2: host names must not have blanks, found 'n 1'",
                "name,rack;n1,A           | :1: expected the names of the columns, one of them 'host', found",
                "host,,rack;n1,1,A        | :1: expected the names of the columns, one of them 'host', found",
                "host,rack,rack;n1,A,A    | :1: two columns are called 'rack'",
                "host,rack                | : expected 1 to 16777216 hosts, found 0",
                "# nothing                | : expected 1 to 16777216 hosts, found 0",
            })
    void read_badTable_saysTheLine(String text, String message) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> HostTableFile.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + message);
    }

    @Test
    void read_noFile_saysSo() {
        assertThatThrownBy(() -> HostTableFile.read(folder.resolve("none.csv")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("none.csv: there is no such table of hosts");
    }

    @Test
    void cluster_hostsFile_isRelativeToThePlatformFile() throws IOException {
        file("host;n1;n2");
        Path platform = Files.writeString(folder.resolve("p.yaml"), "cluster: {hosts: hosts.csv, cores-per-node: 4}");

        Cluster cluster = PlatformFile.read(platform).cluster();

        assertThat(cluster.nodes()).isEqualTo(2);
        assertThat(cluster.coresPerNode()).isEqualTo(4);
        assertThat(cluster.nodeName(1)).isEqualTo("n2");
        assertThat(cluster.nodeNamed("n1")).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cluster: {hosts: hosts.csv, nodes: 4}                           | Remove 'nodes'",
                "cluster: {hosts: hosts.csv, racks: [{name: X, nodes: 2}]}       | Remove 'racks'",
                "{cluster: {hosts: hosts.csv}, racks: [{name: X, nodes: 2}]}     | Remove 'racks'",
            })
    void cluster_nodesTwice_isRefused(String text, String message) throws IOException {
        file("host;n1");
        Path platform = Files.writeString(folder.resolve("p.yaml"), text);
        assertThatThrownBy(() -> PlatformFile.read(platform).cluster())
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(platform + ":1:")
                .hasMessageContaining("'hosts' already defines the nodes. " + message);
    }
}
