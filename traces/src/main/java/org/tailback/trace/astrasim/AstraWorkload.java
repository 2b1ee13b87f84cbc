package org.tailback.trace.astrasim;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;
import org.tailback.trace.astrasim.AstraLayer.Communication;
import org.tailback.trace.astrasim.AstraLayer.Communication.Scope;
import org.tailback.trace.io.LineReader;

/** Text workload: the policy, the group sizes in the first line, and the layers. */
final class AstraWorkload {
    static final int MOST = 1 << 17;

    private static final long LONGEST = 1L << 53;
    private static final int WORDS = 12;
    private static final Splitter BLANKS = Splitter.onPattern("[ \t]+").omitEmptyStrings();
    /** Keywords of operations; {@code _} and a scope may follow. */
    private static final Map<String, Kind> KINDS = Map.of(
            "ALLREDUCE", Kind.ALLREDUCE,
            "ALLGATHER", Kind.ALLGATHER,
            "REDUCESCATTER", Kind.REDUCE_SCATTER_BLOCK,
            "ALLTOALL", Kind.ALLTOALL,
            "BROADCAST", Kind.BCAST);

    private static final Pattern COMMUNICATION =
            Pattern.compile("NONE|(" + String.join("|", KINDS.keySet()) + ")(?:_(TP|DP|EP|DP_EP))?");
    private static final List<String> POLICIES =
            Arrays.stream(AstraPolicy.values()).map(Enum::name).toList();

    static final String TENSOR = "model_parallel_NPU_group";
    /**
     * Keys of lists of layers: the layers that a backward pass keeps, and the layers where it runs forward again. A
     * list consists of the number of layers and their indices.
     */
    static final String CHECKPOINTS = "checkpoints";

    static final String INITIATES = "checkpoint_initiates";
    private static final String GPUS = "all_gpus";

    /** Keys of the first line, including keys that are not used here. */
    private static final List<String> KEYS =
            List.of(TENSOR, "ep", "pp", "vpp", "ga", GPUS, CHECKPOINTS, INITIATES, "pp_comm", "pp_comm_value");
    /** Names of lines in AICB's workloads. They identify older files that do not name AICB. */
    private static final Set<String> NAMES_OF_AICB =
            Set.of("micro_test", "norm", "grad_norm", "grad_gather", "grad_param", "grad_param_comm");

    private final LineReader lines;
    private final Map<String, Long> head = new TreeMap<>();
    final List<AstraLayer> layers = new ArrayList<>();
    private final Map<String, List<Integer>> lists = new HashMap<>();
    AstraPolicy policy = AstraPolicy.DATA;
    /** Index of the last layer of the bottom network of a DLRM. */
    int lastBottom;

    private boolean namesOfAicb;
    /** True if the workload contains all-gathers; there are two conventions for their sizes. */
    boolean gathers;
    /** True if the groups of the policy are the network's first dimension. */
    boolean needsGroup;
    /** Number of listed communications that the loop of the policy does not perform. */
    int ignored;

    private AstraWorkload(LineReader lines) {
        this.lines = lines;
    }

    /**
     * Reads a workload.
     *
     * @throws InputException with the line, if the file cannot be read or is malformed
     */
    static AstraWorkload read(Path file) {
        try (LineReader lines = LineReader.open(file, 1 << 13)) {
            AstraWorkload workload = new AstraWorkload(lines);
            workload.readHead(workload.words(file, "a policy"));
            List<String> count = workload.words(file, "the number of layers");
            long announced = workload.number(count.get(0), "the number of layers", MOST);
            if (count.size() > 1) {
                throw workload.problem("expected a line with only the number of layers, found '" + count.get(1) + "'");
            }
            while (workload.layers.size() < announced) {
                workload.readLayer(workload.words(file, "layer " + (workload.layers.size() + 1) + " of " + announced));
            }
            if (workload.lastBottom >= Math.max(1, announced)) {
                throw InputException.at(
                        file.toString(),
                        "the last bottom layer " + workload.lastBottom + " is not among the layers",
                        "");
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
        policy = policy(words.get(0));
        int first = 1;
        if (policy.order == AstraPolicy.Order.EMBEDDING) {
            lastBottom =
                    (int) number(words.size() < 2 ? "" : words.get(1), "the number of the last bottom layer", MOST);
            first = 2;
        }
        for (int i = first; i < words.size(); i += 2) {
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
            // activation sizes may be written as 1024.0
            String value = words.get(i + 1).replaceAll("\\.0+$", "");
            head.put(key, number(value, key, key.startsWith("pp_comm") ? LONGEST : MOST));
            if (key.equals(CHECKPOINTS) || key.equals(INITIATES)) {
                List<Integer> layer = new ArrayList<>();
                for (long left = head.get(key); left > 0 && i + 2 < words.size(); left--, i++) {
                    layer.add((int) number(words.get(i + 2), "the number of a layer", MOST));
                }
                if (layer.size() < head.get(key)) {
                    throw problem("expected " + head.get(key) + " numbers of layers after '" + key + "', found "
                            + layer.size());
                }
                lists.put(key, layer);
            }
        }
    }

    private AstraPolicy policy(String word) {
        if (!POLICIES.contains(word)) {
            throw InputException.at(
                    lines.place(),
                    "the policy '" + word + "' is not understood",
                    Suggestion.of(word, POLICIES) + "Policies: " + String.join(", ", POLICIES));
        }
        return AstraPolicy.valueOf(word);
    }

    private void readLayer(List<String> words) {
        boolean customized = policy == AstraPolicy.HYBRID_CUSTOMIZED;
        int expected = customized ? WORDS + 1 : WORDS;
        if (words.size() != expected) {
            throw problem("expected " + expected + " words, found " + words.size()
                    + ": name, reserved, then time, communication and bytes of forward pass, input gradient and weight"
                    + " gradient, then the time of the update" + (customized ? " and the policy of the layer" : ""));
        }
        namesOfAicb |= NAMES_OF_AICB.contains(words.get(0));
        AstraPolicy its = customized ? policy(words.get(WORDS)) : policy;
        needsGroup |= its.needsGroup();
        // the embedding exchanges data with all GPUs, with any policy
        boolean embedding = policy.order == AstraPolicy.Order.EMBEDDING && layers.isEmpty();
        Scope activations = embedding ? Scope.ALL : its.activations;
        boolean backward = policy.order != AstraPolicy.Order.FORWARD_ONLY;
        boolean inputs = backward && (embedding || !layers.isEmpty() || policy.order == AstraPolicy.Order.INPUTS_FIRST);
        layers.add(new AstraLayer(
                time(words, 2),
                communication(words, 3, embedding && !words.get(3).equals("ALLTOALL") ? null : activations),
                time(words, 5),
                communication(words, 6, inputs ? activations : null),
                time(words, 8),
                communication(words, 9, backward ? its.weights : null),
                time(words, 11)));
    }

    private long time(List<String> words, int at) {
        return number(words.get(at), "a time in word " + (at + 1), LONGEST);
    }

    private @Nullable Communication communication(List<String> words, int at, @Nullable Scope usual) {
        String word = words.get(at);
        long bytes = number(words.get(at + 1), "a size in word " + (at + 2), LONGEST);
        Matcher matcher = COMMUNICATION.matcher(word);
        if (!matcher.matches()) {
            throw InputException.at(
                    lines.place(),
                    "the communication '" + word + "' is not understood",
                    "Write NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER, ALLTOALL or BROADCAST, or one of these followed by"
                            + " _TP, _DP, _EP or _DP_EP");
        }
        if (matcher.group(1) == null || bytes == 0) {
            return null;
        }
        Kind kind = Objects.requireNonNull(KINDS.get(matcher.group(1)));
        Scope scope = matcher.group(2) == null ? usual : Scope.valueOf(matcher.group(2));
        if (scope == null) {
            ignored++;
            return null;
        }
        gathers |= kind == Kind.ALLGATHER;
        return new Communication(kind, scope, bytes);
    }

    private long number(String word, String name, long most) {
        if (word.matches("[0-9]{1,16}") && Long.parseLong(word) <= most) {
            return Long.parseLong(word);
        }
        throw problem("expected " + name + ", a whole number up to " + most + ", found '" + word + "'");
    }

    private InputException problem(String problem) {
        return InputException.at(lines.place(), problem, "");
    }

    /** Returns the list of layers, numbered from 0, of the key {@link #CHECKPOINTS} or {@link #INITIATES}. */
    List<Integer> list(String key) {
        return lists.getOrDefault(key, List.of());
    }

    /**
     * Returns whether AICB wrote the workload for SimAI. Such a text states the number of GPUs, or its lines have
     * AICB's names.
     */
    boolean isOfAicb() {
        return saysGpus() || namesOfAicb;
    }

    boolean saysGpus() {
        return head.containsKey(GPUS);
    }

    /** Returns the number of GPUs; 0 if the text does not state the number. */
    int gpus() {
        return value(GPUS, 0);
    }

    int value(String key, int ifMissing) {
        return Math.toIntExact(head.getOrDefault(key, (long) ifMissing));
    }
}
