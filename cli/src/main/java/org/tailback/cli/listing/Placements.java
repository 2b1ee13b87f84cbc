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
                    "random",
                    "ranks on a random permutation of the cores; written random or random:SEED",
                    "",
                    List.of(new Parameter("SEED", "--seed", "whole number: same seed, same permutation"))),
            new Description(
                    "file",
                    "a file of lines 'rank node'; written file:PATH",
                    "",
                    List.of(new Parameter(
                            "PATH", "", "the file, relative to the platform file or the working folder"))));

    private Placements() {}
}
