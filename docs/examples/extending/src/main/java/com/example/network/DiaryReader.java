package com.example.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.error.InputException;
import org.tailback.program.OperationSink;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reads diaries, a text format made up for this tutorial: first {@code diary of 4 ranks}, then a line for each
 * operation, {@code RANK send PEER BYTES}, {@code RANK recv PEER BYTES} or {@code RANK compute SECONDS}.
 */
public final class DiaryReader extends TraceReader {
    private static final String FIRST_WORDS = "diary of ";
    private static final int MOST_RANKS = 1_000_000;

    /** Called by the service loader. */
    public DiaryReader() {
        super(
                "diary",
                "one line for each operation: RANK send|recv PEER BYTES, or RANK compute SECONDS",
                TraceContent.MESSAGES, TraceContent.COMPUTE_SECONDS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.leadingText().startsWith(FIRST_WORDS);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        List<String> lines = read(path);
        String first = lines.isEmpty() ? "" : lines.get(0);
        if (!first.startsWith(FIRST_WORDS)) {
            throw InputException.at(path + ":1", "expected 'diary of N ranks', found '" + first + "'", "");
        }
        String[] words = first.split(" ");
        int ranks = (int) number(words, 2, path + ":1", 1, MOST_RANKS);
        List<List<Consumer<OperationSink>>> operations = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
        for (int line = 1; line < lines.size(); line++) {
            String place = path + ":" + (line + 1);
            words = lines.get(line).split(" ");
            operations.get((int) number(words, 0, place, 0, ranks - 1)).add(operation(words, place, ranks));
        }
        return new Diary(operations);
    }

    private static Consumer<OperationSink> operation(String[] words, String place, int ranks) {
        String kind = words.length > 1 ? words[1] : "";
        if (kind.equals("compute")) {
            double seconds = number(words, 2, place, 0, 1e9);
            return sink -> sink.compute(seconds);
        }
        if (!kind.equals("send") && !kind.equals("recv")) {
            throw InputException.at(place, "unknown operation '" + kind + "'", "Valid: send, recv, compute");
        }
        int peer = (int) number(words, 2, place, 0, ranks - 1);
        long bytes = (long) number(words, 3, place, 0, 1L << 50);
        return kind.equals("send") ? sink -> sink.send(peer, 0, bytes) : sink -> sink.recv(peer, 0, bytes);
    }

    private static double number(String[] words, int index, String place, double least, double most) {
        String word = index < words.length ? words[index] : "";
        try {
            double number = Double.parseDouble(word);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw InputException.at(
                place, "word " + (index + 1) + " must be a number from " + least + " to " + most + ", found '" + word + "'", "");
    }

    private static List<String> read(Path path) {
        try {
            return List.of(new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).split("\n"));
        } catch (IOException e) {
            throw new InputException(path + ": cannot be read (" + e + ")", e);
        }
    }
}
