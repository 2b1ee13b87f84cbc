package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.SendMode;

/**
 * The numbers of the native binary format. All fixed numbers are little-endian; varints have seven bits a byte, the
 * lowest first. The head has {@value #HEAD_BYTES} bytes: signature, version (u32), flags (u32), ranks (u64), offset of
 * the index (u64), span (f64), communicators (u64), ticks per second (f64). Then the records of rank 0, 1, …, and the
 * index: per rank offset, length and operations (u64 each), the number of notes (u64), each note as length (u64) and
 * UTF-8, and the signature again.
 */
final class NativeBinaryLayout {
    /** Not ASCII at first, with both kinds of line ends: what damages text files in transport damages this visibly. */
    static final byte[] SIGNATURE = {(byte) 0x89, 'T', 'L', 'B', '\r', '\n', 0x1a, '\n'};

    static final int HEAD_BYTES = 56;
    static final int INDEX_ENTRY_BYTES = 24;
    static final int FLAG_TIMES = 1;

    // records: the lower five bits; what the upper three mean is said there
    static final int END = 0;
    static final int COMPUTE = 1;
    static final int SEND = 2;
    static final int ISEND = 3;
    static final int RECV = 4;
    static final int IRECV = 5;
    static final int PROBE = 6;
    static final int WAIT = 7;
    static final int WAITALL = 8;
    static final int WAITANY = 9;
    static final int WAITSOME = 10;
    static final int FREE = 11;
    static final int CANCEL = 12;
    static final int COLLECTIVE = 13;
    static final int ICOLLECTIVE = 14;
    static final int START = 15;
    static final int TIMES = 16;
    static final int NO_TIMES = 17;
    static final int COMMUNICATOR = 18;
    static final int RECORD_MASK = 31;

    /** Of messages and probes: a tag follows (else 0). */
    static final int WITH_TAG = 32;
    /**
     * Of messages, probes, collectives: a communicator follows (else that of all). Of definitions: of a group of all
     * ranks.
     */
    static final int WITH_COMMUNICATOR = 64;
    /** Of sends: a mode follows (else standard). */
    static final int WITH_MODE = 128;
    /** Of times: the call differs from the one before. */
    static final int WITH_CALL = 32;

    // what a collective has, a byte of its own
    static final int WITH_ROOT = 1;
    static final int WITH_SEND = 2;
    static final int WITH_RECEIVE = 4;
    static final int WITH_NEIGHBOURS = 8;
    static final int WITH_WORK = 16;
    static final int COLLECTIVE_PARTS = 31;

    /** The number of a kind is its place here, which never changes. */
    static final ImmutableList<Kind> KINDS = ImmutableList.of(
            Kind.BARRIER,
            Kind.BCAST,
            Kind.REDUCE,
            Kind.ALLREDUCE,
            Kind.GATHER,
            Kind.GATHERV,
            Kind.SCATTER,
            Kind.SCATTERV,
            Kind.ALLGATHER,
            Kind.ALLGATHERV,
            Kind.ALLTOALL,
            Kind.ALLTOALLV,
            Kind.REDUCE_SCATTER,
            Kind.SCAN,
            Kind.EXSCAN,
            Kind.REDUCE_SCATTER_BLOCK,
            Kind.ALLTOALLW,
            Kind.NEIGHBOR_ALLGATHER,
            Kind.NEIGHBOR_ALLGATHERV,
            Kind.NEIGHBOR_ALLTOALL,
            Kind.NEIGHBOR_ALLTOALLV,
            Kind.NEIGHBOR_ALLTOALLW);

    /** The number of a mode is its place here, which never changes. */
    static final ImmutableList<SendMode> MODES =
            ImmutableList.of(SendMode.STANDARD, SendMode.BUFFERED, SendMode.SYNCHRONOUS, SendMode.READY);

    private NativeBinaryLayout() {}
}
