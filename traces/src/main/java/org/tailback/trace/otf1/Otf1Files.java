package org.tailback.trace.otf1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.io.SourceStream;
import org.tailback.trace.mpi.RecordedFiles;

/**
 * Files of an archive, listed in its control file: one line {@code stream:process,process,…} per stream, in
 * hexadecimal.
 */
final class Otf1Files {
    private static final Pattern STREAM = Pattern.compile("[0-9a-fA-F]{1,16}:[0-9a-fA-F]{1,16}(,[0-9a-fA-F]{1,16})*,?");
    private static final int MOST_PROCESSES = 1 << 24;

    /** Path of the control file. */
    final Path control;

    /** Streams by process, sorted. */
    final Map<Long, Long> streams = new TreeMap<>();

    static boolean recognises(TraceSample sample) {
        return RecordedFiles.recognises(sample, Otf1Files::isControl, ".otf");
    }

    private static boolean isControl(TraceSample sample) {
        return sample.path().getFileName().toString().endsWith(".otf")
                && sample.firstLine()
                        // a list of many processes is longer than the sample
                        .filter(line -> STREAM.matcher(line.replaceAll(",[0-9a-fA-F]*$", ""))
                                .matches())
                        .isPresent();
    }

    /**
     * Creates the list of the files of an archive from the path of its control file, or of the folder of that file.
     */
    Otf1Files(Path path) {
        control = RecordedFiles.only(path, file -> true, ".otf");
        try (Otf1Line line = new Otf1Line(LineReader.open(control, 4096))) {
            while (line.next()) {
                String[] parts = line.text().split(":", 2);
                if (!STREAM.matcher(line.text()).matches()) {
                    throw line.malformed("stream:process,process,… in hexadecimal");
                }
                for (String process : parts[1].split(",")) {
                    streams.putIfAbsent(line.hex(process), line.hex(parts[0]));
                }
                if (streams.size() > MOST_PROCESSES) {
                    throw line.malformed("at most " + MOST_PROCESSES + " processes");
                }
            }
        }
        if (streams.isEmpty()) {
            throw InputException.at(control + ":1", "the control file lists no stream", "");
        }
    }

    Otf1Line definitions() {
        return open("0.def", 16 << 10);
    }

    Otf1Line events(long stream) {
        return open(Long.toHexString(stream) + ".events", RankBuffers.forRecords(streams.size()));
    }

    private Otf1Line open(String suffix, int buffer) {
        String name = control.getFileName().toString().replaceFirst("\\.otf$", "") + "." + suffix;
        Path plain = control.resolveSibling(name);
        if (Files.isRegularFile(plain)) {
            return new Otf1Line(LineReader.open(plain, buffer));
        }
        Path zipped = control.resolveSibling(name + ".z");
        if (Files.isRegularFile(zipped)) {
            SourceStream compressed = new SourceStream(new FileSource(zipped), 0, Long.MAX_VALUE);
            return new Otf1Line(
                    new LineReader(new InflaterInputStream(compressed), buffer, number -> zipped + ":" + number));
        }
        throw new InputException(control + ": there is no file " + plain.getFileName() + " next to it, nor "
                + zipped.getFileName() + ". Is the archive complete?");
    }
}
