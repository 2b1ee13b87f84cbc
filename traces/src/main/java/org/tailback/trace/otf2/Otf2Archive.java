package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedFiles;

/**
 * An OTF2 archive: {@code NAME.otf2} (the anchor), {@code NAME.def} (global definitions) and the folder {@code NAME}
 * with {@code ID.def} (mapping tables, clock offsets) and {@code ID.evt} (events) of each location.
 *
 * <p>Anchor and global definitions are read when the archive is opened, a location when it is needed.
 */
record Otf2Archive(Path anchorFile, Anchor anchor, Definitions definitions, Path folder) {
    static final String ANCHOR_SUFFIX = ".otf2";

    /**
     * Opens an archive.
     *
     * @param path path of the anchor file, or of the folder that contains it
     * @throws InputException if there is no archive or more than one archive, or files are missing or damaged
     */
    static Otf2Archive open(Path path) {
        Path anchorFile = RecordedFiles.only(path, Otf2Archive::isAnchor, ANCHOR_SUFFIX);
        Anchor anchor = Anchor.read(anchorFile);
        String fileName = anchorFile.getFileName().toString();
        String name = fileName.replaceFirst("\\.otf2$", "");
        Path globalDefinitions = anchorFile.resolveSibling(name + ".def");
        if (!Files.isRegularFile(globalDefinitions)) {
            throw new InputException(globalDefinitions + ": there is no such file. It must be next to " + fileName
                    + " and holds the global definitions of the archive");
        }
        return new Otf2Archive(
                anchorFile,
                anchor,
                new Definitions(globalDefinitions, anchor.definitionChunkSize()),
                anchorFile.resolveSibling(name));
    }

    static boolean isAnchor(TraceSample file) {
        return Anchor.begins(file.leadingBytes());
    }

    /**
     * Opens the events of a location.
     *
     * @param location id of the location, unsigned
     * @param bufferSize initial size of the buffer, bytes, >= 64; it grows only for larger records
     * @return null if the archive has no events of this location
     */
    @Nullable
    EventCursor events(long location, int bufferSize) {
        Path file = eventFile(location);
        return Files.isRegularFile(file)
                ? new EventCursor(
                        file,
                        anchor.eventChunkSize(),
                        bufferSize,
                        LocationTables.read(file(location, ".def"), anchor.definitionChunkSize()))
                : null;
    }

    /** Returns the file of a location's events, which need not exist. */
    Path eventFile(long location) {
        return file(location, ".evt");
    }

    private Path file(long location, String suffix) {
        return folder.resolve(Long.toUnsignedString(location) + suffix);
    }
}
