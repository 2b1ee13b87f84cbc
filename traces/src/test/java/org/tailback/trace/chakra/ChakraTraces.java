package org.tailback.trace.chakra;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Writes small Chakra traces in their three forms, field by field from the schema. */
public final class ChakraTraces {
    /** Types of nodes. */
    static final int COMPUTE = 4;

    static final int SEND = 5;
    static final int RECEIVE = 6;
    static final int COLLECTIVE = 7;
    /** Types of collectives. */
    static final int ALL_REDUCE = 0;

    static final int ALL_GATHER = 2;
    static final int ALL_TO_ALL = 6;
    static final int REDUCE_SCATTER = 7;

    private static final String[] TYPES = {
        "INVALID_NODE",
        "METADATA_NODE",
        "MEM_LOAD_NODE",
        "MEM_STORE_NODE",
        "COMP_NODE",
        "COMM_SEND_NODE",
        "COMM_RECV_NODE",
        "COMM_COLL_NODE"
    };

    private ChakraTraces() {}

    /** A node; attributes alternate names and values (Long, Boolean, String, Double); start and inputs
     * are fields of their own.
     */
    record Node(long id, String name, int type, long micros, List<Long> dependencies, Object... attributes) {}

    static Node compute(long id, long micros, Long... dependencies) {
        return new Node(id, "compute", COMPUTE, micros, List.of(dependencies), "is_cpu_op", false);
    }

    static Node collective(long id, int type, long bytes, Long... dependencies) {
        return new Node(
                id,
                "collective",
                COLLECTIVE,
                0,
                List.of(dependencies),
                "is_cpu_op",
                false,
                "comm_type",
                (long) type,
                "comm_size",
                bytes);
    }

    static Node collectiveOf(String group, long id, int type, long bytes, Long... dependencies) {
        return new Node(
                id,
                "collective",
                COLLECTIVE,
                0,
                List.of(dependencies),
                "comm_type",
                (long) type,
                "comm_size",
                bytes,
                "pg_name",
                group);
    }

    static Node send(long id, int destination, long bytes, Long... dependencies) {
        return new Node(
                id,
                "send",
                SEND,
                0,
                List.of(dependencies),
                "comm_size",
                bytes,
                "comm_dst",
                (long) destination,
                "comm_tag",
                7L);
    }

    static Node receive(long id, int source, long bytes, Long... dependencies) {
        return new Node(
                id,
                "receive",
                RECEIVE,
                0,
                List.of(dependencies),
                "comm_size",
                bytes,
                "comm_src",
                (long) source,
                "comm_tag",
                7L);
    }

    /** Writes the file of a rank in protobuf. */
    public static void protobuf(Path folder, int rank, Node... nodes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        delimited(file, message(out -> text(out, 1, "0.0.4")));
        for (Node node : nodes) {
            delimited(file, message(out -> {
                varint(out, 1 << 3, node.id());
                text(out, 2, node.name());
                varint(out, 3 << 3, node.type());
                for (long dependency : node.dependencies()) {
                    varint(out, 5 << 3, dependency);
                }
                varint(out, 7 << 3, node.micros());
                for (int i = 0; i < node.attributes().length; i += 2) {
                    int at = i;
                    if (node.attributes()[at].equals("start")) {
                        varint(out, 6 << 3, (Long) node.attributes()[at + 1]);
                        continue;
                    }
                    if (node.attributes()[at].equals("inputs")) {
                        part(out, 8, message(inputs -> text(inputs, 1, (String) node.attributes()[at + 1])));
                        continue;
                    }
                    part(out, 10, message(attribute -> {
                        text(attribute, 1, (String) node.attributes()[at]);
                        value(attribute, node.attributes()[at + 1]);
                    }));
                }
            }));
        }
        Files.write(folder.resolve("trace." + rank + ".et"), file.toByteArray());
    }

    /** Writes the file of a rank in the JSON of protobuf's messages. */
    static void json(Path folder, int rank, Node... nodes) throws IOException {
        StringBuilder text = new StringBuilder("{\n  \"version\": \"0.0.4\"\n}");
        for (Node node : nodes) {
            List<String> attributes = new ArrayList<>();
            for (int i = 0; i < node.attributes().length; i += 2) {
                Object value = node.attributes()[i + 1];
                String field =
                        value instanceof Boolean ? "boolVal" : value instanceof String ? "stringVal" : "int64Val";
                String written = value instanceof Boolean ? value.toString() : '"' + value.toString() + '"';
                attributes.add("{\"name\": \"" + node.attributes()[i] + "\", \"" + field + "\": " + written + "}");
            }
            text.append("{\"id\": \"")
                    .append(node.id())
                    .append("\", \"name\": \"")
                    .append(node.name());
            text.append("\", \"type\": \"").append(TYPES[node.type()]).append("\", \"durationMicros\": \"");
            text.append(node.micros()).append("\", \"dataDeps\": [");
            text.append(String.join(
                    ", ",
                    node.dependencies().stream()
                            .map(id -> '"' + id.toString() + '"')
                            .toList()));
            text.append("], \"attr\": [").append(String.join(", ", attributes)).append("]}");
        }
        Files.writeString(folder.resolve("trace." + rank + ".json"), text);
    }

    /** Writes the file of a rank in the JSON of Chakra's feeder. */
    static void graphJson(Path folder, int rank, Node... nodes) throws IOException {
        List<String> all = new ArrayList<>();
        for (Node node : nodes) {
            StringBuilder text = new StringBuilder("{\"Id\": " + node.id() + ", \"Name\": \"" + node.name());
            text.append("\", \"NodeType\": ")
                    .append(node.type())
                    .append(", \"runtime\": ")
                    .append(node.micros());
            text.append(", \"data_deps\": ").append(node.dependencies());
            for (int i = 0; i < node.attributes().length; i += 2) {
                Object value = node.attributes()[i + 1];
                text.append(", \"").append(node.attributes()[i]).append("\": ");
                text.append(value instanceof String ? "\"" + value + "\"" : value.toString());
            }
            all.add(text.append("}").toString());
        }
        Files.writeString(
                folder.resolve("trace." + rank + ".json"),
                "{\"workload_graph\": [\n" + String.join(",\n", all) + "\n]}\n");
    }

    private interface Writing {
        void to(ByteArrayOutputStream out);
    }

    private static byte[] message(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writing.to(out);
        return out.toByteArray();
    }

    private static void delimited(ByteArrayOutputStream out, byte[] message) {
        bare(out, message.length);
        out.writeBytes(message);
    }

    private static void part(ByteArrayOutputStream out, int field, byte[] content) {
        bare(out, field << 3 | 2);
        delimited(out, content);
    }

    private static void text(ByteArrayOutputStream out, int field, String text) {
        part(out, field, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void varint(ByteArrayOutputStream out, int tag, long value) {
        bare(out, tag);
        bare(out, value);
    }

    private static void bare(ByteArrayOutputStream out, long value) {
        long left = value;
        for (; (left & ~0x7fL) != 0; left >>>= 7) {
            out.write((int) (left & 0x7f | 0x80));
        }
        out.write((int) left);
    }

    private static void value(ByteArrayOutputStream out, Object value) {
        IntConsumer tag = field -> bare(out, field);
        if (value instanceof Boolean flag) {
            tag.accept(27 << 3);
            bare(out, flag ? 1 : 0);
        } else if (value instanceof String text) {
            text(out, 29, text);
        } else if (value instanceof Double number) {
            tag.accept(3 << 3 | 1);
            long bits = Double.doubleToLongBits(number);
            for (int i = 0; i < 8; i++) {
                out.write((int) (bits >>> 8 * i));
            }
        } else {
            tag.accept(9 << 3);
            bare(out, (Long) value);
        }
    }
}
