package org.tailback.table;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Short names of files for charts. Folders and endings are omitted where the names remain distinct. */
public final class ShortNames {
    private ShortNames() {}

    /** Returns a function that shortens each of the given paths; the identity if two shortened paths would be equal. */
    public static UnaryOperator<String> of(Collection<String> paths) {
        long all = paths.stream().distinct().count();
        return paths.stream().map(ShortNames::stem).distinct().count() == all ? ShortNames::stem : path -> path;
    }

    /** Returns a function that removes the parts common to all texts from texts such as {@code hpl:n=4000,nb=64}. */
    public static UnaryOperator<String> different(Collection<String> texts) {
        Set<String> common = new HashSet<>();
        texts.stream().limit(1).forEach(text -> common.addAll(List.of(text.split(","))));
        texts.forEach(text -> common.retainAll(List.of(text.split(","))));
        return text -> Arrays.stream(text.split(","))
                .filter(part -> !common.contains(part))
                .collect(Collectors.joining(","));
    }

    /** Returns the name of a file without folders and ending. */
    public static String stem(String path) {
        Path file = Path.of(path).getFileName();
        String name = file == null ? path : file.toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
