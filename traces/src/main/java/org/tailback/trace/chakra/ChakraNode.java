package org.tailback.trace.chakra;

import com.google.common.collect.ImmutableList;
import java.util.stream.LongStream;
import org.tailback.error.InputException;

/**
 * A node of an execution trace. The readers of both forms set its fields; afterwards it is constant. Missing fields
 * have the default values of the feeder of the reference implementation (mlcommons/chakra, et_feeder_node.cpp) and of
 * ASTRA-sim.
 */
final class ChakraNode {
    static final int METADATA = 1;
    static final int COMPUTE = 4;
    static final int SEND = 5;
    static final int RECEIVE = 6;
    static final int COLLECTIVE = 7;
    /** Types of the schema, by number. */
    static final ImmutableList<String> TYPES = ImmutableList.copyOf(
            ("INVALID_NODE METADATA_NODE MEM_LOAD_NODE MEM_STORE_NODE COMP_NODE COMM_SEND_NODE COMM_RECV_NODE"
                            + " COMM_COLL_NODE STORAGE_NODE BATCH_NODE CHECKPOINT_NODE")
                    .split(" ", -1));

    private static final double MICROSECOND = 1e-6;

    private final String file;
    long id;

    String name = "";
    /** Index of the node's type in {@link #TYPES}; 0 for the metadata of a file. */
    int type;
    /** Ids of the nodes on whose data this node depends, in the order of the file. */
    final LongStream.Builder dependencies = LongStream.builder();
    /** Ids of the nodes that must end before this node starts for other reasons; empty if the file has none. */
    final LongStream.Builder controlDependencies = LongStream.builder();
    /** Duration in seconds, finite, >= 0; 0 if it is unknown. */
    double seconds;
    /** Recorded start time, in seconds; 0 if it is unknown. */
    double start;
    /** Values of a metadata node's inputs; empty if there are none. */
    String inputs = "";
    /** Stream of the accelerator; negative if it is unknown. */
    long stream = -1;

    boolean onHost;
    /** Number of floating-point operations of a compute node, >= 0; 0 if it is unknown. */
    double operations;
    /** Type of a collective node as in the schema; -1 for other nodes. */
    int collective = -1;
    /** Size of a message, or of a rank's input to a collective operation with all its blocks, in bytes. */
    long bytes;

    boolean hasSize;
    /** Sender of a receive node's message; -1 if there is none. */
    int source = -1;
    /** Receiver of a send node's message; -1 if there is none. */
    int destination = -1;

    int tag;
    /** Name of the process group of a collective node; empty for all ranks. */
    String group = "";

    /** Position of the root in its group; 0 if it is not in the file. */
    int root;

    boolean hasRoot;
    /** True if the collective is restricted to some dimensions of the network. */
    boolean partial;

    ChakraNode(String file) {
        this.file = file;
    }

    void type(int number) {
        if (number < 0 || number >= TYPES.size()) {
            throw InputException.at(place(), "has the type " + number, "Types are 0 to " + (TYPES.size() - 1));
        }
        type = number;
    }

    boolean isCommunication() {
        return type == SEND || type == RECEIVE || type == COLLECTIVE;
    }

    void startMicroseconds(double value) {
        start = within("start in microseconds", value, 0, 0x1p63) * MICROSECOND;
    }

    void microseconds(double value) {
        seconds = within("duration in microseconds", value, 0, 0x1p53) * MICROSECOND;
    }

    /**
     * Sets a numeric attribute; truth values are passed as 0 or 1. Unused attributes are ignored.
     *
     * @throws InputException if the value is out of its domain
     */
    void attribute(String attribute, double value) {
        switch (attribute) {
            case "is_cpu_op" -> onHost = value != 0;
            case "stream" -> stream = (long) within(attribute, value, -1, 0x1p53);
            case "pg_name" -> group = Long.toString((long) value);
            case "num_ops" -> operations = within(attribute, value, 0, Double.MAX_VALUE);
            case "comm_type" -> collective = (int) within(attribute, value, -1, 1 << 20);
            case "comm_size" -> {
                bytes = (long) within(attribute, value, 0, 0x1p53);
                hasSize = true;
            }
            case "comm_src" -> source = (int) within(attribute, value, -1, Integer.MAX_VALUE);
            case "comm_dst" -> destination = (int) within(attribute, value, -1, Integer.MAX_VALUE);
            case "comm_tag" -> tag = (int) within(attribute, value, 0, (1 << 30) - 1);
            case "root_rank", "comm_root", "root" -> {
                root = (int) within(attribute, value, 0, Integer.MAX_VALUE);
                hasRoot = true;
            }
            default -> {}
        }
    }

    /** Sets a text attribute. Unused attributes are ignored. */
    void attribute(String attribute, String value) {
        if (attribute.equals("pg_name")) {
            group = value;
        }
    }

    /** Sets an element of an attribute that is a list of truth values. */
    void element(String attribute, boolean value) {
        partial |= attribute.equals("involved_dim") && !value;
    }

    private double within(String quantity, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw InputException.at(
                    place(),
                    quantity + " is " + value + ", a number from " + least + " to " + most + " is expected",
                    "Is the file complete and undamaged?");
        }
        return value;
    }

    String place() {
        return file + ": " + label();
    }

    /** Returns the number and the name of the node, for messages. */
    String label() {
        return "node " + Long.toUnsignedString(id) + (name.isEmpty() ? "" : " ('" + name + "')");
    }
}
