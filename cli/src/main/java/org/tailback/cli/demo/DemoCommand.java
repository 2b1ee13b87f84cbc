package org.tailback.cli.demo;

import java.util.ArrayList;
import java.util.List;
import org.tailback.cli.option.Command;

/**
 * The first example, a short name for a comparison. {@link #expand} replaces the name with the comparison before
 * options are parsed, so that all options of {@code compare} may follow the name.
 */
public final class DemoCommand extends Command {
    public static final String NAME = "demo";

    private static final String COMPARISON = "compare halo:grid=8x8,bytes=8MiB,iterations=20,compute=5ms"
            + " --platform fat-tree-100g,fat-tree-hdr,fat-tree-ndr --ranks-per-node 16 --model-error 15%";

    /** Returns the arguments with the comparison in place of the first word {@code demo}. */
    public static String[] expand(String[] arguments) {
        List<String> expanded = new ArrayList<>(List.of(arguments));
        int at = expanded.indexOf(NAME);
        expanded.remove(at);
        expanded.addAll(at, List.of(COMPARISON.split(" ")));
        return expanded.toArray(String[]::new);
    }

    /** Returns the comparison as a command line. */
    public static String commandLine() {
        return "tailback " + COMPARISON;
    }

    @Override
    public void run() {
        throw new IllegalStateException(NAME + " is replaced before options are parsed");
    }
}
