package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes definitions as the reference dumps have them. */
final class DefinitionPrinter {
    private static final Set<String> SIGNED = ImmutableSet.of("exponent");

    private DefinitionPrinter() {}

    static void print(Otf2Archive archive, Consumer<String> lines) {
        Anchor anchor = archive.anchor();
        lines.accept(String.join(
                "\t",
                "Anchor",
                "version=" + anchor.version(),
                "chunkEvents=" + anchor.eventChunkSize(),
                "chunkDefs=" + anchor.definitionChunkSize(),
                "locations=" + Long.toUnsignedString(anchor.locations()),
                "definitions=" + Long.toUnsignedString(anchor.definitions()),
                "traceId=" + Long.toUnsignedString(anchor.traceId()),
                "machine=" + anchor.machine(),
                "creator=" + anchor.creator(),
                "description=" + anchor.description()));
        anchor.properties().forEach((name, value) -> lines.accept("Property\t" + name + "=" + value));
        DefinitionCursor cursor = archive.definitionCursor();
        for (DefinitionKind kind = cursor.next(); kind != null; kind = cursor.next()) {
            lines.accept(line(kind, cursor.fields()));
        }
        for (long location : archive.locations()) {
            Path file = archive.localDefinitionFile(location);
            if (Files.exists(file)) {
                String prefix = "LOCAL\t" + Long.toUnsignedString(location) + "\t";
                LocalDefinitions.read(file, anchor.definitionChunkSize(), new LocalPrinter(prefix, lines));
            }
        }
    }

    private record LocalPrinter(String prefix, Consumer<String> lines) implements LocalDefinitions {
        @Override
        public void mapping(int type, long[] locals, long[] globals, boolean dense) {
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
        StringBuilder line = new StringBuilder(kind.label());
        int i = 0;
        for (Field field : kind.fields()) {
            if (field.encoding() == Field.Encoding.TYPED_VALUE) {
                line.append("\ttype=").append(fields.value(i));
                line.append("\tvalue=").append(EventPrinter.typed((int) fields.value(i), fields.value(i + 1)));
                i += 2;
                continue;
            }
            long value = fields.value(i++);
            if (!field.name().isEmpty()) {
                line.append('\t').append(field.name()).append('=');
                if (field.encoding() == Field.Encoding.TEXT) {
                    line.append(fields.text());
                } else {
                    line.append(SIGNED.contains(field.name()) ? Long.toString(value) : Long.toUnsignedString(value));
                }
            }
            if (field.isList()) {
                appendList(line, field.columns(), fields);
            }
        }
        return line.toString();
    }

    private static void appendList(StringBuilder line, ImmutableList<Field> columns, RecordFields fields) {
        ImmutableList.Builder<String> builder = ImmutableList.builder();
        columns.forEach(column -> addNames(column, builder));
        ImmutableList<String> names = builder.build();
        for (int column = 0; column < names.size(); column++) {
            String name = names.get(column);
            String plural = name.equals("type") || name.equals("value") ? name + "s" : name;
            line.append('\t').append(plural).append('=');
            for (int i = column; i < fields.elementCount(); i += names.size()) {
                line.append(i == column ? "" : ",").append(Long.toUnsignedString(fields.element(i)));
            }
        }
    }

    private static void addNames(Field field, ImmutableList.Builder<String> names) {
        names.add(field.name());
        if (field.encoding() == Field.Encoding.TYPED_VALUE) {
            names.add("value");
        }
    }
}
