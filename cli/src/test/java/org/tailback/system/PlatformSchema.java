package org.tailback.system;

import com.google.common.collect.ImmutableMap;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.table.Json;

/**
 * The JSON Schema of platform files: keys that the reader lists when it finds an unknown one, and the parameters of all
 * models.
 */
final class PlatformSchema {
    private static final String REST =
            "cluster: {nodes: 2}\nnetwork: {model: max-min}\ncost: {model: logp, latency: 1 us}\n";
    private static final Pattern KEYS = Pattern.compile("Valid keys: (.*)");

    /** What the schema says about keys outside of models. */
    private static final Map<String, String> MEANING = Map.ofEntries(
            Map.entry("cluster", "the nodes"),
            Map.entry(
                    "nodes",
                    "number of nodes; of a cost: from how many nodes of a program on it counts; of validity: such as"
                            + " 4..16"),
            Map.entry("cores-per-node", "cores of a node (1)"),
            Map.entry("memory-per-node", "memory of a node, such as 192 GiB, for hpl --memory"),
            Map.entry("gpus-per-node", "GPUs of a node, each an endpoint of the network with one rank"),
            Map.entry("gpus-per-nic", "GPUs that share a network interface (1)"),
            Map.entry("gpu", "name of the GPUs, such as h100, for training files that name none"),
            Map.entry("racks", "list of {name: …, nodes: …}, instead of nodes"),
            Map.entry("hosts", "file with a table of hosts, instead of nodes"),
            Map.entry("name", "name of the rack"),
            Map.entry("network", "bandwidth-sharing model and its parameters: what links carry"),
            Map.entry("cost", "message cost and its parameters: how long a message takes alone"),
            Map.entry(
                    "cost-from-ranks",
                    "costs that replace 'cost' for programs of so many ranks (on so many nodes) and more"),
            Map.entry(
                    "ranks", "of a cost: from how many ranks of a program on it counts; of validity: such as 4..1024"),
            Map.entry("loss", "loss model and its parameters (none)"),
            Map.entry("intra-node", "messages between ranks of a node (they take no time)"),
            Map.entry("latency", "time until the first byte, such as 1 us (0)"),
            Map.entry("bandwidth", "such as 4 GB/s (unlimited)"),
            Map.entry("shared", "whether the messages of a node share the bandwidth (false)"),
            Map.entry("overhead", "processor time at each end (that of the cost)"),
            Map.entry("compute", "speed and scale of computations"),
            Map.entry("scale", "multiplies all computation (1)"),
            Map.entry("speed", "of a core, for traces that count operations, such as 10 Gflop/s"),
            Map.entry("local", "work of collective operations at their ranks (it takes no time)"),
            Map.entry("reduction", "{per-call: …, bandwidth: …}, or a list of such with from"),
            Map.entry("copy", "{per-call: …, bandwidth: …}, or a list of such with from"),
            Map.entry("buffer", "fresh temporary memory: {per-call: …, bandwidth: …}, or a list of such with from"),
            Map.entry("node-bandwidth", "memory bandwidth that the ranks of a node share (unlimited)"),
            Map.entry("protocols", "by size, instead of latency, bandwidth and overhead: a list of such with from"),
            Map.entry("kernels", "times of kernels such as dgemm (operations over the speed of a core)"),
            Map.entry("file", "table of kernels in CSV, beside the platform file"),
            Map.entry("table", "the table itself, as 'fit kernels' writes it, instead of file"),
            Map.entry("cpus", "CPUs of a node; rank i of a node computes on CPU i modulo this (1)"),
            Map.entry("dgemm-factor", "factor of the times of dgemm (1)"),
            Map.entry("placement", "round-robin-node, round-robin-processor, block:…, random:SEED, file:PATH, …"),
            Map.entry(
                    "residuals",
                    "how far measured times lie from predictions, as 'fit collective' writes it (unknown)"),
            Map.entry("coverage", "probability of the intervals, such as 90 %"),
            Map.entry("covered-doublings", "doublings of nodes beyond what was measured that widen nothing (0)"),
            Map.entry("per-doubling", "widens intervals for each doubling beyond what was measured (1)"),
            Map.entry("factors", "list of {operation: …, from: …, low: …, high: …, ratio: …, cells: …}"),
            Map.entry(
                    "programs",
                    "list of {program: …, low: …, high: …, cells: …} of whole programs, with any keys of theirs that were measured"),
            Map.entry("validity", "what the numbers come from and the runs that they hold for (guessed, all)"),
            Map.entry("basis", "what most numbers come from: measured, calibrated, nominal, paper or guessed"),
            Map.entry("ranks-a-node", "that were measured, such as 1..4, 24 (all)"),
            Map.entry("operations", "collective operations that were measured, such as allgather, allreduce (all)"),
            Map.entry("sizes", "of the measured buffers, such as 16 B..512 MiB (all)"),
            Map.entry("memory", "of the measured buffers: host or gpu"),
            Map.entry("neighbours", "none: nothing else ran on the machine; or other-jobs"),
            Map.entry("date", "when it was measured, in words"),
            Map.entry(
                    "errors",
                    "list of {below: …} or {share: …, within: …} or {mean: …, largest: …} or {says: …}, each with of"
                            + " and source"),
            Map.entry("nominal", "keys whose numbers are of data sheets, such as network.bandwidth"),
            Map.entry("paper", "keys whose numbers are of a paper"),
            Map.entry("guessed", "keys whose numbers are guessed, such as intra-node"));

    private PlatformSchema() {}

    /** Returns the keys that the reader knows where the text has the key {@code zzz}. */
    static List<String> keys(String text) {
        try {
            PlatformFile.parse(text, "schema").resolve(Overrides.NONE);
        } catch (InputException e) {
            Matcher matcher = KEYS.matcher(String.valueOf(e.getMessage()));
            if (matcher.find()) {
                return List.of(matcher.group(1).split(", "));
            }
            throw e;
        }
        throw new AssertionError("no unknown key: " + text);
    }

    /** Returns the keys of each section that has keys of its own, by its name; of the whole file by the empty name. */
    static Map<String, List<String>> sections() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put("", keys(REST + "zzz: 1\n"));
        sections.put("cluster", keys(REST.replace("nodes: 2", "nodes: 2, zzz: 1")));
        sections.put("racks", keys(REST.replace("nodes: 2", "racks: [{name: a, nodes: 1, zzz: 1}]")));
        for (String section : List.of("intra-node", "compute", "local", "validity", "residuals", "kernels")) {
            sections.put(section, keys(REST + section + ": {zzz: 1}\n"));
        }
        return sections;
    }

    static String text() {
        Registry registry = Registry.load();
        StringWriter out = new StringWriter();
        Map<String, List<String>> sections = sections();
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String key : sections.getOrDefault("", List.of())) {
            Map<String, Object> property = described(key);
            properties.put(key, property);
            switch (key) {
                case "network" -> property.putAll(model(registry.sharingModels(), List.of()));
                case "cost" -> property.putAll(model(registry.messageCosts(), List.of()));
                case "loss" -> property.putAll(model(registry.lossModels(), List.of()));
                case "cost-from-ranks" -> {
                    property.put("type", "array");
                    property.put("items", model(registry.messageCosts(), List.of("ranks", "nodes")));
                }
                case "racks" -> {
                    property.put("type", "array");
                    property.put("items", object(sections.getOrDefault("racks", List.of())));
                }
                default -> {
                    if (sections.containsKey(key)) {
                        property.putAll(object(sections.get(key)));
                    }
                }
            }
        }
        Json.write(
                out,
                schema -> schema.field("$schema", "http://json-schema.org/draft-07/schema#")
                        .field("title", "Platform file of Tailback")
                        .field("type", "object")
                        .field("additionalProperties", false)
                        .field("properties", properties));
        return out.toString();
    }

    private static Map<String, Object> described(String key) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("description", MEANING.get(key));
        return described;
    }

    private static Map<String, Object> object(List<String> keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key, described(key)));
        return ImmutableMap.of("type", "object", "additionalProperties", false, "properties", properties);
    }

    private static Map<String, Object> model(List<Description> models, List<String> more) {
        Map<String, String> keys = new TreeMap<>();
        more.forEach(key -> keys.put(key, MEANING.get(key)));
        Map<String, Map<String, List<String>>> byText = new TreeMap<>();
        for (Description model : models) {
            for (Parameter parameter : model.parameters()) {
                byText.computeIfAbsent(parameter.name(), name -> new LinkedHashMap<>())
                        .computeIfAbsent(parameter.description(), text -> new ArrayList<>())
                        .add(model.name());
            }
        }
        byText.forEach((key, texts) -> keys.put(
                key,
                texts.entrySet().stream()
                        .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
                        .collect(Collectors.joining("; "))));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                "model", Map.of("enum", models.stream().map(Description::name).toList()));
        keys.forEach((key, meaning) -> properties.put(key, Map.of("description", meaning)));
        return ImmutableMap.of(
                "type",
                "object",
                "additionalProperties",
                false,
                "required",
                List.of("model"),
                "properties",
                properties);
    }
}
