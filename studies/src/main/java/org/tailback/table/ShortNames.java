package org.tailback.table;

import java.nio.file.Path;
import java.util.Collection;
import java.util.function.UnaryOperator;

/** Names of files for charts: without folders and endings where they are still different then. */
public final class ShortNames {
    private ShortNames() {}

    /** Returns a function that shortens each of these paths; the identity if two would become the same. */
    public static UnaryOperator<String> of(Collection<String> paths) {
        long all = paths.stream().distinct().count();
        return paths.stream().map(ShortNames::stem).distinct().count() == all ? ShortNames::stem : path -> path;
    }

    /** Returns the name of a file without folders and ending. */
    public static String stem(String path) {
        Path file = Path.of(path).getFileName();
        String name = file == null ? path : file.toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
