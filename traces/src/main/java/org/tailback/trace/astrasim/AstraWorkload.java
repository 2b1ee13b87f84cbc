package org.tailback.trace.astrasim;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.LineReader;

/** A text workload: its policy, the sizes of groups in its first line, and its layers. */
final class AstraWorkload {
    /** Most GPUs and layers. */
    static final int MOST = 1 << 17;

    private static final long LONGEST = 1L << 53;
    private static final int WORDS = 12;
    private static final Splitter BLANKS = Splitter.onPattern("[ \t]+").omitEmptyStrings();
    /** The policies that are understood. */
    static final List<String> POLICIES =
            List.of("DATA", "MODEL", "MICRO", "HYBRID_TRANSFORMER", "HYBRID_TRANSFORMER_FWD_IN_BCKWD");

    static final String TENSOR = "model_parallel_NPU_group";
    private static final String GPUS = "all_gpus";

    /** The keys of the first line; those without a meaning here are counted. */
    private static final List<String> KEYS = List.of(
            TENSOR, "ep", "pp", "vpp", "ga", GPUS, "checkpoints", "checkpoint_initiates", "pp_comm", "pp_comm_value");

    private final LineReader lines;
    private final Map<String, Long> head = new TreeMap<>();
    private final List<AstraLayer> layers = new ArrayList<>();
    private String policy = "";

    private AstraWorkload(LineReader lines) {
        this.lines = lines;
    }

    /** @throws InputException if the file cannot be read, or is malformed; with the line */
    static AstraWorkload read(Path file) {
        try (LineReader lines = LineReader.open(file, 1 << 13)) {
            AstraWorkload workload = new AstraWorkload(lines);
            workload.readHead(workload.words(file, "a policy"));
            List<String> count = workload.words(file, "the number of layers");
            long announced = workload.number(count.get(0), "the number of layers", MOST);
            if (count.size() > 1) {
                throw workload.problem("expected the number of layers alone on its line, found '" + count.get(1) + "'");
            }
            while (workload.layers.size() < announced) {
                workload.readLayer(workload.words(file, "layer " + (workload.layers.size() + 1) + " of " + announced));
            }
            while (lines.next()) {
                if (!workload.line().isBlank()) {
                    throw workload.problem("expected the end after layer " + announced + " of " + announced
                            + ", found '" + workload.line().strip() + "'");
                }
            }
            return workload;
        }
    }

    /** Returns whether a text begins with a policy and, on the next line, a number. */
    static boolean isBegunBy(String text) {
        List<String> first =
                text.lines().filter(line -> !line.isBlank()).limit(2).toList();
        return first.size() == 2
                && BLANKS.splitToList(first.get(0)).get(0).matches("[A-Z]+(_[A-Z]+)*")
                && first.get(1).strip().matches("[0-9]{1,9}");
    }

    private String line() {
        return lines.utf8();
    }

    private List<String> words(Path file, String expected) {
        while (lines.next()) {
            List<String> words = BLANKS.splitToList(line().strip());
            if (!words.isEmpty()) {
                return words;
            }
        }
        throw InputException.at(
                file.toString(), "the file ends where " + expected + " is expected", "Is the file complete?");
    }

    private void readHead(List<String> words) {
        policy = words.get(0);
        if (!POLICIES.contains(policy)) {
            throw InputException.at(
                    lines.place(),
                    "the policy '" + policy + "' is not understood",
                    Suggestion.of(policy, POLICIES) + "Policies: " + String.join(", ", POLICIES));
        }
        for (int i = 1; i < words.size(); i += 2) {
            String key = words.get(i).endsWith(":")
                    ? words.get(i).substring(0, words.get(i).length() - 1)
                    : words.get(i);
            if (!KEYS.contains(key)) {
                throw InputException.at(
                        lines.place(),
                        "unknown key '" + key + "'",
                        Suggestion.of(key, KEYS) + "Valid keys: " + String.join(", ", KEYS));
            }
            if (i + 1 == words.size()) {
                throw problem("expected a number after '" + key + "', found the end of the line");
            }
            // an activation size may be written as 1024.0
            String value = words.get(i + 1).replaceAll("\\.0+$", "");
            head.put(key, number(value, key, key.startsWith("pp_comm") ? LONGEST : MOST));
        }
    }

    private void readLayer(List<String> words) {
        if (words.size() != WORDS) {
            throw problem("expected " + WORDS + " words, found " + words.size()
                    + ": name, reserved, then time, communication and bytes of forward pass, input gradient and weight"
                    + " gradient, then the time of the update");
        }
        layers.add(new AstraLayer(
                time(words, 2),
                communication(words, 3),
                time(words, 5),
                communication(words, 6),
                time(words, 8),
                communication(words, 9),
                time(words, 11)));
    }

    private long time(List<String> words, int at) {
        return number(words.get(at), "a time in word " + (at + 1), LONGEST);
    }

    private AstraCommunication communication(List<String> words, int at) {
        AstraCommunication found =
                AstraCommunication.of(words.get(at), number(words.get(at + 1), "a size in word " + (at + 2), LONGEST));
        if (found == null) {
            throw InputException.at(
                    lines.place(),
                    "the communication '" + words.get(at) + "' is not understood",
                    "Write NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL, or one of these followed by _TP, _DP,"
                            + " _EP or _DP_EP");
        }
        return found;
    }

    private long number(String word, String what, long most) {
        if (word.matches("[0-9]{1,16}") && Long.parseLong(word) <= most) {
            return Long.parseLong(word);
        }
        throw problem("expected " + what + ", a whole number up to " + most + ", found '" + word + "'");
    }

    private InputException problem(String problem) {
        return InputException.at(lines.place(), problem, "");
    }

    String policy() {
        return policy;
    }

    List<AstraLayer> layers() {
        return layers;
    }

    /** Returns whether SimAI wrote it: then it says for how many GPUs it is. */
    boolean isOfSimAi() {
        return head.containsKey(GPUS);
    }

    /** Returns the number of GPUs; 0 if the text does not say. */
    int gpus() {
        return value(GPUS, 0);
    }

    /** Returns a number of the first line. */
    int value(String key, int ifMissing) {
        return Math.toIntExact(head.getOrDefault(key, (long) ifMissing));
    }
}
