package org.tailback.cli.option;

import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import picocli.CommandLine.Option;

/** The option for the algorithms of collective operations. */
public final class CollectivesOption {
    @Option(
            names = "--collectives",
            paramLabel = "SELECTOR",
            description = "algorithms of collective operations: basic, openmpi, mpich, nccl or fixed:kind=algorithm,…"
                    + " (default: nccl on GPUs, basic elsewhere)")
    private String collectives = CollectiveSelectors.DEFAULT;

    public String text() {
        selector();
        return collectives;
    }

    public CollectiveSelector selector() {
        try {
            return CollectiveSelectors.parse(collectives);
        } catch (InputException e) {
            throw new InputException("--collectives: " + e.getMessage(), e);
        }
    }
}
