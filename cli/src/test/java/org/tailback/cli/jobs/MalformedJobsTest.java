package org.tailback.cli.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** Malformed jobs files end with status 2, the line and what was expected. */
class MalformedJobsTest {
    private static final String RING = "trace: 'ring:ranks=4,bytes=1MB'";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    start: -1 s                     | 3 | negative
                    start: .nan                     | 3 | not finite
                    start: [1, 2]                   | 3 | one value
                    start: uniform:5s:1s            | 3 | least value is above
                    repeat: 0                       | 3 | at least 1
                    repeat: forever                 | 3 | whole number
                    ranks-per-node: 2               | 3 | 1 core
                    node: 0-3                       | 3 | Did you mean 'nodes'?
                    nodes: 7-3                      | 3 | ends before it begins
                    nodes: 0-999999999              | 3 | 64 nodes
                    nodes: [0-2, 2-4]               | 3 | named twice
                    nodes: 0-1                      | 3 | its nodes hold 2
                    nodes: [[0], 1]                 | 3 | one value
                    nodes: randm:4                  | 3 | Did you mean 'random'?
                    nodes: random:99                | 3 | 64 of 64 are free
                    after: a                        | 3 | start after each other
                    after: b                        | 3 | not the name of a job
                    repeat: until-others-end        | 3 | at least one job that ends
                    collectives: xyz                | 3 | Selectors
                    """)
    void job_withAMistake_isRefusedAtItsLine(String mistake, String line, String words) throws IOException {
        refused("jobs:\n  - {name: a, " + RING + ", " + mistake + "}", line, words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jobs: 3                                                         | 2 | a list
                    jobs: [a]                                                       | 2 | a section
                    jobs: []                                                        | 2 | at least one job
                    jobs: [{name: a}]                                               | 2 | missing key 'trace'
                    jobs: [{name: '', trace: 'ring:ranks=4,bytes=1MB'}]             | 2 | name of the job is empty
                    jobs: [{name: a, trace: nowhere/trace}]                         | 2 | job 'a'
                    jobs: [{name: a, trace: 'rng:ranks=4'}]                         | 2 | Did you mean 'ring'?
                    jobs: [{name: a, trace: 'ring:ranks=-4,bytes=1'}]               | 2 | found '-4'
                    jobs: [{name: a, trace: x, after: b}, {name: b, trace: x, after: a}] | 2 | in a cycle: a, b
                    jobs: [{name: a, trace: x}, {name: a, trace: y}]                | 2 | two jobs
                    """)
    void file_withAMistake_isRefusedAtItsLine(String jobs, String line, String words) throws IOException {
        refused(jobs, line, words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    pattern: x, nodes: 0-3, bytes: 1MB                   | 5 | unknown pattern
                    pattern: incast, nodes: 0-3, bytes: -1MB             | 5 | negative
                    pattern: incast, nodes: 0-3                          | 5 | missing key 'bytes'
                    pattern: incast, nodes: 5, bytes: 1MB                | 5 | at least 2 nodes
                    pattern: incast, bytes: 1MB                          | 5 | the number of nodes is missing
                    pattern: incast, nodes: 0-3, bytes: 1MB, off: 1 ms   | 5 | need 'on'
                    pattern: incast, nodes: 0-3, bytes: 1MB, on: -1 ms   | 5 | negative
                    pattern: incast, nodes: 0-3, bytes: 1MB, repeat: 3   | 5 | unknown key
                    """)
    void background_withAMistake_isRefusedAtItsLine(String mistake, String line, String words) throws IOException {
        refused("jobs:\n  - {name: a, " + RING + "}\nbackground:\n  - {name: b, " + mistake + "}", line, words);
    }

    private void refused(String content, String line, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("jobs.yaml"), "platform: star-10g\n" + content + "\n");
        CommandRun.of("jobs", file.toString()).failed(2, "jobs.yaml:" + line + ":", words);
    }
}
