package org.tailback.trace.chakra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tailback.error.InputException;

/**
 * The files of a trace: {@code NAME.R.et} or {@code NAME.R.json} for every rank R from 0 on, perhaps with {@code .gz}
 * behind, in one folder. The folder stands for them if it holds one trace, and any of the files does.
 */
final class ChakraFiles {
    private static final Pattern NAME = Pattern.compile("(.*)\\.([0-9]{1,7})\\.(et|json)(?:\\.gz)?");

    private final List<Path> ranks;

    private ChakraFiles(List<Path> ranks) {
        this.ranks = ranks;
    }

    static boolean isNamed(String name) {
        return NAME.matcher(name).matches();
    }

    static boolean isFirst(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() && Integer.parseInt(matcher.group(2)) == 0;
    }

    /**
     * Finds the files of all ranks.
     *
     * @param path a folder, or one of the files
     * @throws InputException if there are none, or one is missing
     */
    static ChakraFiles of(Path path) {
        boolean folder = Files.isDirectory(path);
        Path parent = folder ? path : path.toAbsolutePath().getParent();
        Matcher wanted = NAME.matcher(String.valueOf(path.getFileName()));
        if (!folder && !wanted.matches()) {
            throw InputException.at(
                    path.toString(),
                    "the files of a Chakra trace are named NAME.R.et or NAME.R.json, R from 0 on",
                    "Rename them, or give their folder");
        }
        TreeMap<Integer, Path> found = new TreeMap<>();
        TreeSet<String> traces = new TreeSet<>();
        try (Stream<Path> files = Files.list(parent)) {
            for (Path file : files.sorted().toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (!name.matches() || !folder && !isSame(name, wanted)) {
                    continue;
                }
                traces.add(name.group(1) + ".R." + name.group(3));
                Path other = found.put(Integer.parseInt(name.group(2)), file);
                if (other != null && traces.size() == 1) {
                    throw InputException.at(file.toString(), "is the second file of a rank beside " + other, "");
                }
            }
        } catch (IOException e) {
            throw new InputException(parent + ": cannot be read (" + e + ")", e);
        }
        if (traces.size() > 1) {
            throw InputException.at(
                    path.toString(),
                    "holds several traces: " + String.join(", ", traces),
                    "Give one file of the trace that is meant");
        }
        return new ChakraFiles(complete(path, found));
    }

    private static boolean isSame(Matcher name, Matcher wanted) {
        return name.group(1).equals(wanted.group(1)) && name.group(3).equals(wanted.group(3));
    }

    private static List<Path> complete(Path path, TreeMap<Integer, Path> found) {
        if (found.isEmpty()) {
            throw InputException.at(
                    path.toString(), "has no file NAME.R.et or NAME.R.json", "Is it a folder of a Chakra trace?");
        }
        List<Path> files = new ArrayList<>();
        for (var entry : found.entrySet()) {
            if (entry.getKey() != files.size()) {
                throw InputException.at(
                        path.toString(),
                        "the file of rank " + files.size() + " is missing, there is that of rank " + entry.getKey(),
                        "Put the files of all ranks into one folder");
            }
            files.add(entry.getValue());
        }
        return files;
    }

    int ranks() {
        return ranks.size();
    }

    List<ChakraNode> nodes(int rank) {
        Path file = ranks.get(rank);
        return file.getFileName().toString().contains(".json") ? JsonNodes.read(file) : ProtobufNodes.read(file);
    }

    Path groups() {
        return ranks.get(0).resolveSibling("comm_group.json");
    }
}
