package org.tailback.trace.otf2;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The global definitions of an archive, one at a time. Kinds that do not concern the program are skipped. */
final class DefinitionCursor {
    private static final int BUFFER = 64 << 10;
    private static final int FIRST_DEFINITION = 4;

    private final ChunkedFile in;
    private final RecordFields fields = new RecordFields();

    DefinitionCursor(Path file, long chunkSize) {
        in = new ChunkedFile(file, chunkSize, BUFFER);
    }

    /** Returns the next definition, or null at the end. */
    @Nullable
    DefinitionKind next() {
        while (true) {
            int code = in.nextRecord();
            if (code < 0) {
                return null;
            }
            if (code < FIRST_DEFINITION) {
                throw in.corrupt(in.offset() - 1, "expected a definition, found a record of kind " + code);
            }
            in.beginRecord();
            DefinitionKind kind = DefinitionKind.of(code);
            if (kind != null) {
                in.load();
                fields.read(kind.fields(), in, LocationTables.NONE);
                return kind;
            }
        }
    }

    RecordFields fields() {
        return fields;
    }
}
