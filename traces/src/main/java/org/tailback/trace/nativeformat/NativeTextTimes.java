package org.tailback.trace.nativeformat;

import org.tailback.trace.RecordedTimes;

/** Cursor over the times among a rank's lines. */
final class NativeTextTimes extends RecordedTimes.Cursor {
    private final NativeLine lines;
    private boolean closed;
    private boolean known;
    private boolean computation;

    NativeTextTimes(NativeLine lines) {
        this.lines = lines;
    }

    @Override
    public boolean next() {
        while (!closed && lines.next()) {
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
        // a computation has the number of the next call, as in the readers of recorded traces
        if (!computation || call == null) {
            callNumber++;
        }
        computation = call == null;
    }

    private void skipProgressThread() {
        int open = 1;
        while (open > 0 && lines.next()) {
            Word.Meaning meaning = lines.meaning();
            open += meaning == Word.Meaning.START ? 1 : meaning == Word.Meaning.CLOSE ? -1 : 0;
        }
    }

    @Override
    public void close() {
        closed = true;
        lines.close();
    }
}
