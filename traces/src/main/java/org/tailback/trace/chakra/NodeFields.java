package org.tailback.trace.chakra;

import java.util.stream.LongStream;
import org.tailback.error.InputException;

/** The fields and attributes of a node while its file is read, whatever the form of the file. Reusable. */
final class NodeFields {
    private static final double MICROSECOND = 1e-6;
    private static final double MOST_MICROSECONDS = 0x1p53;

    private final String file;
    private long id;
    private String name = "";
    private int type;
    private LongStream.Builder dependencies = LongStream.builder();
    private LongStream.Builder controlDependencies = LongStream.builder();
    private double micros;
    private boolean onHost;
    private double operations;
    private long collective;
    private double bytes;
    private boolean hasSize;
    private double source;
    private double destination;
    private double tag;
    private String group = "";
    private double root;
    private boolean partial;

    NodeFields(String file) {
        this.file = file;
        clear();
    }

    /** Forgets the node. */
    void clear() {
        id = 0;
        name = "";
        type = 0;
        dependencies = LongStream.builder();
        controlDependencies = LongStream.builder();
        micros = 0;
        // as in the feeder of the reference implementation (mlcommons/chakra, et_feeder_node.cpp) and in ASTRA-sim
        onHost = false;
        operations = 0;
        collective = -1;
        bytes = 0;
        hasSize = false;
        source = -1;
        destination = -1;
        tag = 0;
        group = "";
        root = 0;
        partial = false;
    }

    void id(long value) {
        id = value;
    }

    void name(String value) {
        name = value;
    }

    void type(int value) {
        type = value;
    }

    /** Returns whether the node has a type; metadata have none. */
    boolean hasType() {
        return type != 0;
    }

    void microseconds(double value) {
        micros = value;
    }

    void dependency(long node, boolean ofControl) {
        (ofControl ? controlDependencies : dependencies).add(node);
    }

    /** Sets an attribute with a number, or a truth value as 0 or 1; those that are not needed are ignored. */
    void attribute(String attribute, double value) {
        switch (attribute) {
            case "is_cpu_op" -> onHost = value != 0;
            case "num_ops" -> operations = value;
            case "comm_type" -> collective = (long) value;
            case "comm_size" -> {
                bytes = value;
                hasSize = true;
            }
            case "comm_src" -> source = value;
            case "comm_dst" -> destination = value;
            case "comm_tag" -> tag = value;
            case "root_rank", "comm_root" -> root = value;
            default -> {}
        }
    }

    /** Sets an attribute with a text; those that are not needed are ignored. */
    void attribute(String attribute, String value) {
        if (attribute.equals("pg_name")) {
            group = value;
        }
    }

    /** Sets an element of an attribute with a list of truth values. */
    void element(String attribute, boolean value) {
        if (attribute.equals("involved_dim") && !value) {
            partial = true;
        }
    }

    /**
     * Returns the node.
     *
     * @throws InputException if a value is out of its domain
     */
    ChakraNode node() {
        String place = file + ": node " + Long.toUnsignedString(id) + (name.isEmpty() ? "" : " ('" + name + "')");
        if (type < 0 || type >= ChakraNode.TYPES.size()) {
            throw InputException.at(place, "has the type " + type, "Types are 0 to " + (ChakraNode.TYPES.size() - 1));
        }
        return new ChakraNode(
                id,
                type,
                dependencies.build().toArray(),
                controlDependencies.build().toArray(),
                within(place, "duration in microseconds", micros, 0, MOST_MICROSECONDS) * MICROSECOND,
                onHost,
                within(place, "num_ops", operations, 0, Double.MAX_VALUE),
                (int) within(place, "comm_type", collective, -1, 1 << 20),
                (long) within(place, "comm_size", bytes, 0, 0x1p53),
                (int) within(place, "comm_src", source, -1, Integer.MAX_VALUE),
                (int) within(place, "comm_dst", destination, -1, Integer.MAX_VALUE),
                (int) within(place, "comm_tag", tag, 0, (1 << 30) - 1),
                hasSize,
                group,
                (int) within(place, "root_rank", root, 0, Integer.MAX_VALUE),
                partial,
                place);
    }

    private static double within(String place, String what, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw InputException.at(
                    place,
                    what + " is " + value + ", a number from " + least + " to " + most + " is expected",
                    "Is the file complete and undamaged?");
        }
        return value;
    }
}
