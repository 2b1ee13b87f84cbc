package org.tailback.cli.render;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/** Lines and indentation down to the items of top-level arrays; what is inside them stays on one line. */
final class JsonLayout extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    JsonLayout() {
        super(Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        indentObjectsWith(new OuterLines());
        indentArraysWith(new OuterLines());
    }

    @Override
    public DefaultPrettyPrinter createInstance() {
        return new JsonLayout();
    }

    private static final class OuterLines extends NopIndenter {
        private static final long serialVersionUID = 1L;
        private static final int LEVELS = 2;

        @Override
        public void writeIndentation(JsonGenerator generator, int level) throws IOException {
            if (level <= LEVELS) {
                generator.writeRaw('\n');
                for (int i = 0; i < level; i++) {
                    generator.writeRaw("  ");
                }
            }
        }

        @Override
        public boolean isInline() {
            return false;
        }
    }
}
