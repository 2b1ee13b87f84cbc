package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.trace.FilesByRank;
import org.tailback.trace.TraceSample;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.Numbers;

/**
 * Search for the files of a TI trace, which may be
 *
 * <ul>
 *   <li>a folder with {@code rank-R.txt} or {@code rank-R.txt.gz} for every rank R, from 0;
 *   <li>the folder {@code T_files} of SMPI's recorder with {@code <time>_rank-<R+1>.txt} for every rank R;
 *   <li>a list file: one path per line, rank 0 first. SimGrid takes paths relative to the current directory. If a path
 *       does not exist there, all paths are resolved relative to the folder of the list file: as written, then without
 *       their first folder, and so on. A list of one path refers to a merged file;
 *   <li>a merged file with the actions of all ranks.
 * </ul>
 */
final class TiLayout {
    private static final Pattern BY_RANK = Pattern.compile("(rank-)(\\d{1,9})(\\.txt)(?:\\.gz)?");
    private static final Pattern BY_RECORDER = Pattern.compile(".+(_rank-)(\\d{1,9})(\\.txt)(?:\\.gz)?");
    private static final Pattern ACTION = Pattern.compile("\\s*\\d+\\s+([A-Za-z_]+).*", Pattern.DOTALL);

    private TiLayout() {}

    static boolean recognises(TraceSample sample) {
        if (sample.isFolder()) {
            return sample.names().stream()
                    .anyMatch(name -> BY_RANK.matcher(name).matches()
                            || BY_RECORDER.matcher(name).matches());
        }
        String first = sample.firstLine().orElse("");
        return isAction(first)
                || !first.isEmpty()
                        && firstListed(sample.path(), first)
                                .flatMap(listed -> TraceSample.of(listed).firstLine())
                                .filter(TiLayout::isAction)
                                .isPresent();
    }

    private static boolean isAction(String line) {
        Matcher matcher = ACTION.matcher(line);
        return matcher.matches()
                && (Keyword.WORDS.find(matcher.group(1)) != null || Keyword.isRecordedOnly(matcher.group(1)));
    }

    private static Optional<Path> firstListed(Path list, String text) {
        try {
            String utf8 = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            return anywhere(list, Path.of(utf8));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> anywhere(Path list, Path written) {
        return IntStream.rangeClosed(0, written.getNameCount())
                .mapToObj(attempt -> resolveAll(list, List.of(written), attempt))
                .flatMap(List::stream)
                .findFirst();
    }

    static TiSource locate(Path path) {
        TraceSample sample = TraceSample.of(path);
        if (sample.isFolder()) {
            return folder(sample);
        }
        String first = sample.firstLine().orElse(null);
        if (first == null) {
            throw new InputException(
                    path + ": expected the actions of a TI trace or a list of files, found neither in its first "
                            + TraceSample.LEADING_BYTES + " bytes");
        }
        return isMerged(first) ? MergedFile.read(path, List.of(), MergedFile.MOST_BYTES) : list(path);
    }

    private static boolean isMerged(String first) {
        return first.matches("\\d+\\s.*");
    }

    static List<Path> files(Path path) {
        boolean isList = !Files.isDirectory(path)
                && TraceSample.of(path)
                        .firstLine()
                        .filter(first -> !isMerged(first))
                        .isPresent();
        return isList
                ? ImmutableList.<Path>builder()
                        .add(path)
                        .addAll(listed(path).files())
                        .build()
                : List.of(path);
    }

    private static TiSource folder(TraceSample sample) {
        boolean byRank =
                sample.names().stream().anyMatch(name -> BY_RANK.matcher(name).matches());
        return new TiSource.RankFiles(
                byRank
                        ? FilesByRank.of(sample.path(), BY_RANK, "rank-R.txt", 0)
                        : FilesByRank.of(sample.path(), BY_RECORDER, "rank-R.txt or <time>_rank-N.txt", 1),
                List.of());
    }

    private static TiSource list(Path list) {
        Listed found = listed(list);
        List<String> notes = found.isWhereWritten()
                ? List.of()
                : List.of("The list " + list + " names files that do not exist from the current directory: "
                        + "the files next to the list are used; the first is "
                        + found.files().get(0) + ".");
        return found.files().size() == 1
                ? MergedFile.read(found.files().get(0), notes, MergedFile.MOST_BYTES)
                : new TiSource.RankFiles(found.files(), notes);
    }

    /**
     * Paths of a list, resolved to existing files.
     *
     * @param isWhereWritten false if the files are next to the list
     */
    private record Listed(List<Path> files, boolean isWhereWritten) {}

    private static Listed listed(Path list) {
        List<Path> written = new ArrayList<>();
        List<Long> lineNumbers = new ArrayList<>();
        try (LineReader lines = LineReader.open(list, 4096)) {
            while (lines.next()) {
                String text = lines.utf8().strip();
                if (!text.isEmpty()) {
                    written.add(listedPath(lines, text));
                    lineNumbers.add(lines.lineNumber());
                }
            }
        }
        int deepest = written.stream().mapToInt(Path::getNameCount).max().orElse(0);
        for (int attempt = 0; attempt <= deepest; attempt++) {
            List<Path> files = resolveAll(list, written, attempt);
            if (files.size() == written.size()) {
                return new Listed(files, attempt == 0);
            }
        }
        int missing = 0;
        while (missing < written.size() - 1
                && anywhere(list, written.get(missing)).isPresent()) {
            missing++;
        }
        throw InputException.at(
                list + ":" + lineNumbers.get(missing),
                "there is no file " + written.get(missing) + ", neither from the current directory ("
                        + Path.of("").toAbsolutePath() + ") nor from the directory of the list",
                "Run from the directory in which the trace was recorded, or correct the paths");
    }

    private static Path listedPath(LineReader lines, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw InputException.at(
                    lines.place(),
                    "expected an action or the path of a file, found '"
                            + Numbers.printable(lines.bytes(), lines.start(), lines.end()) + "'",
                    "");
        }
    }

    /**
     * Returns the existing files of the paths in a list. Attempt 0: as written; 1: next to the list; n + 1: next to the
     * list, without the first n folders.
     */
    private static List<Path> resolveAll(Path list, List<Path> written, int attempt) {
        return written.stream()
                .filter(path -> attempt <= path.getNameCount())
                .map(path -> attempt == 0 ? path : list.resolveSibling(path.subpath(attempt - 1, path.getNameCount())))
                .filter(Files::isRegularFile)
                .toList();
    }
}
