package org.tailback.trace.chakra;

import java.util.List;

/**
 * A node of an execution trace.
 *
 * @param id unique in its file
 * @param type as in the schema, {@link #COMPUTE} and so on
 * @param dependencies ids of the nodes that must have ended before for their data, in order of the file
 * @param controlDependencies ids of other nodes that must have ended before, if the file has them
 * @param seconds duration, finite, >= 0; 0 if it is not known
 * @param onHost whether it runs on the CPU rather than on the accelerator
 * @param operations floating-point operations of a compute node, >= 0; 0 if they are not known
 * @param collective type of a collective node as in the schema, 0 to 9; -1 if there is none
 * @param bytes of a message; of a collective operation what a rank puts in, all blocks together. Bytes, >= 0
 * @param source sender of what a receive node receives; -1 if there is none
 * @param destination receiver of what a send node sends; -1 if there is none
 * @param tag of a message
 * @param hasSize whether the bytes are known
 * @param group name of the process group of a collective node; empty for all ranks
 * @param root position of the root in the group, >= 0
 * @param partial whether the collective names dimensions of the network that it leaves out
 * @param place file and node, for messages
 */
record ChakraNode(
        long id,
        int type,
        long[] dependencies,
        long[] controlDependencies,
        double seconds,
        boolean onHost,
        double operations,
        int collective,
        long bytes,
        int source,
        int destination,
        int tag,
        boolean hasSize,
        String group,
        int root,
        boolean partial,
        String place) {
    static final int METADATA = 1;
    static final int COMPUTE = 4;
    static final int SEND = 5;
    static final int RECEIVE = 6;
    static final int COLLECTIVE = 7;
    /** The types of the schema, by number. */
    static final List<String> TYPES = List.of(
            "INVALID_NODE",
            "METADATA_NODE",
            "MEM_LOAD_NODE",
            "MEM_STORE_NODE",
            "COMP_NODE",
            "COMM_SEND_NODE",
            "COMM_RECV_NODE",
            "COMM_COLL_NODE",
            "STORAGE_NODE",
            "BATCH_NODE",
            "CHECKPOINT_NODE");
}
