package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes definitions as the reference dumps have them. */
final class DefinitionPrinter {
    private DefinitionPrinter() {}

    static void print(Otf2Archive archive, Consumer<String> lines) {
        Anchor anchor = archive.anchor();
        lines.accept(String.join(
                "\t",
                "Anchor",
                "chunkEvents=" + anchor.eventChunkSize(),
                "chunkDefs=" + anchor.definitionChunkSize(),
                "creator=" + anchor.creator()));
        DefinitionCursor cursor =
                new DefinitionCursor(Path.of(archive.folder() + ".def"), anchor.definitionChunkSize());
        for (DefinitionKind kind = cursor.next(); kind != null; kind = cursor.next()) {
            lines.accept(line(kind, cursor.fields()));
        }
        for (long location : archive.definitions().locations.keySet()) {
            Path file = archive.localDefinitionFile(location);
            if (Files.exists(file)) {
                String prefix = "LOCAL\t" + Long.toUnsignedString(location) + "\t";
                LocationDefinitions.read(file, anchor.definitionChunkSize(), new LocalPrinter(prefix, lines));
            }
        }
    }

    private record LocalPrinter(String prefix, Consumer<String> lines) implements LocationDefinitions.Visitor {
        @Override
        public void mapping(int type, long[] locals, long[] globals) {
            lines.accept(prefix + "MappingTable\tmappingType=" + type + "\tmap="
                    + IntStream.range(0, globals.length)
                            .mapToObj(i -> Long.toUnsignedString(locals[i]) + ">" + Long.toUnsignedString(globals[i]))
                            .collect(Collectors.joining(",")));
        }

        @Override
        public void clockOffset(long time, long offset, double standardDeviation) {
            lines.accept(prefix + "ClockOffset\ttime=" + Long.toUnsignedString(time) + "\toffset=" + offset
                    + "\tstandardDeviation=" + EventPrinter.hexadecimal(standardDeviation));
        }
    }

    private static String line(DefinitionKind kind, RecordFields fields) {
        StringBuilder line = new StringBuilder(EventPrinter.label(kind));
        int i = 0;
        for (RecordField field : kind.fields()) {
            long value = fields.value(i++);
            if (!field.name().isEmpty()) {
                line.append('\t').append(field.name()).append('=');
                line.append(
                        field.encoding() == RecordField.Encoding.TEXT ? fields.text() : Long.toUnsignedString(value));
            }
            if (field.encoding() == RecordField.Encoding.LIST) {
                line.append("\tmembers=")
                        .append(Arrays.stream(fields.copyOfElements())
                                .mapToObj(Long::toUnsignedString)
                                .collect(Collectors.joining(",")));
            }
        }
        return line.toString();
    }

    /** Returns a line of the reference with those fields of the anchor that are read. */
    static String ofReference(String line) {
        return line.startsWith("Anchor\t") ? line.replaceAll("\t(?!(chunkEvents|chunkDefs|creator)=)[^\t]*", "") : line;
    }

    /** Returns whether a line of the reference is of a record that is read. */
    static boolean isRead(String line) {
        String label = line.substring(0, (line + "\t").indexOf('\t'));
        return List.of("Anchor", "LOCAL").contains(label)
                || Stream.of(DefinitionKind.values()).map(EventPrinter::label).anyMatch(label::equals);
    }
}
