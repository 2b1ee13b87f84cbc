package org.tailback.trace.otf2;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
        return label.equals("Anchor")
                || Stream.of(DefinitionKind.values()).map(EventPrinter::label).anyMatch(label::equals);
    }
}
