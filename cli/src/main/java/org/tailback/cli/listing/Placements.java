package org.tailback.cli.listing;

import java.util.List;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;

/** The placement rules that {@link org.tailback.platformfile.PlacementText} reads, described. */
final class Placements {
    static final List<Description> DESCRIPTIONS = List.of(
            new Description(
                    "round-robin-node",
                    "rank i on node i mod nodes: neighbouring ranks on different nodes",
                    "",
                    List.of()),
            new Description(
                    "round-robin-processor", "rank i on core i: one node is filled after the other", "", List.of()),
            new Description(
                    "block",
                    "one node is filled after the other, on a part of the machine; written block:KEY=VALUE,…",
                    "",
                    List.of(
                            new Parameter("ranks-per-node", "", "ranks of a node (as many as it has cores, or evenly)"),
                            new Parameter("nodes", "", "how many nodes are used (as few as the ranks need)"),
                            new Parameter(
                                    "node-choice",
                                    "contiguous",
                                    "which: contiguous (the first), spread at equal distances, drawn or drawn:SEED"))),
            new Description(
                    "random",
                    "ranks on a random permutation of the cores; written random or random:SEED",
                    "",
                    List.of(new Parameter("SEED", "--seed", "whole number: same seed, same permutation"))),
            new Description(
                    "file",
                    "a file of lines 'rank node'; written file:PATH",
                    "",
                    List.of(new Parameter(
                            "PATH", "", "the file, relative to the platform file or the working folder"))),
            new Description(
                    "allocation",
                    "a file of nodes as schedulers write it, a line a rank; written allocation:PATH",
                    "",
                    List.of(
                            new Parameter("PATH", "", "the file, relative to the platform file or the working folder"),
                            new Parameter("ranks-per-node", "1", "ranks of a line; written after the path"))));

    private Placements() {}
}
