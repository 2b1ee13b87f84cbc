package org.tailback.trace.nativeformat;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.io.LineReader;

/** Reads the times among a rank's lines. */
final class NativeTextTimes extends RecordedTimes.Cursor {
    private @Nullable LineReader reader;
    private final NativeLine lines;
    private boolean known;
    private boolean computation;

    NativeTextTimes(LineReader reader, String file, long firstLine) {
        this.reader = reader;
        this.lines = new NativeLine(reader, file, firstLine);
    }

    @Override
    public boolean next() {
        while (reader != null && lines.next()) {
            Word word = lines.word();
            switch (word.meaning()) {
                case TIMES -> times();
                case END -> {
                    return false;
                }
                default -> {
                    if (word.meaning().isOperation()) {
                        operation++;
                        if (word.meaning() == Word.Meaning.START) {
                            skipProgressThread();
                        }
                        if (known) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private void times() {
        if (lines.skip("-")) {
            lines.finish();
            known = false;
            return;
        }
        enter = lines.number("a number of seconds", -Double.MAX_VALUE);
        leave = lines.number("a number of seconds", enter);
        String name = lines.rest();
        if (name.length() > NativeTextSink.LONGEST_NAME) {
            throw lines.problem("the call's name is longer than " + NativeTextSink.LONGEST_NAME + " characters", "");
        }
        call = name.isEmpty() ? null : name.equals(call) ? call : name;
        known = true;
        seconds = leave - enter;
        // a computation has the number of the call that follows it, as the readers of recorded traces have it
        if (!computation || call == null) {
            callNumber++;
        }
        computation = call == null;
    }

    private void skipProgressThread() {
        int open = 1;
        while (open > 0 && lines.next()) {
            Word word = lines.peekWord();
            if (word != null) {
                open += word.meaning() == Word.Meaning.START ? 1 : word.meaning() == Word.Meaning.CLOSE ? -1 : 0;
            }
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
