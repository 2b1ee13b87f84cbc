package org.tailback.cli.option;

import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;

/** Option for the algorithms of collective operations. */
public final class CollectivesOption extends Options {
    private final Given<String> collectives =
            option(String.class, CollectiveSelectors.DEFAULT, "--collectives", "SELECTOR");

    public String text() {
        selector();
        return collectives.value();
    }

    public CollectiveSelector selector() {
        return CollectiveSelectors.parseAt("--collectives", collectives.value());
    }
}
