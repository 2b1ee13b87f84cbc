package org.tailback.trace.otf2;

import static org.tailback.trace.otf2.Field.list;
import static org.tailback.trace.otf2.Field.reference;
import static org.tailback.trace.otf2.Field.shortList;
import static org.tailback.trace.otf2.Field.time;
import static org.tailback.trace.otf2.Field.u32;
import static org.tailback.trace.otf2.Field.u64;
import static org.tailback.trace.otf2.Field.u8;
import static org.tailback.trace.otf2.Reference.CALLING_CONTEXT;
import static org.tailback.trace.otf2.Reference.COMM;
import static org.tailback.trace.otf2.Reference.GROUP;
import static org.tailback.trace.otf2.Reference.IO_FILE;
import static org.tailback.trace.otf2.Reference.IO_HANDLE;
import static org.tailback.trace.otf2.Reference.METRIC;
import static org.tailback.trace.otf2.Reference.REGION;
import static org.tailback.trace.otf2.Reference.RMA_WIN;
import static org.tailback.trace.otf2.Reference.STRING;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** The events of OTF2 up to version 3.1, with their fields in the order in which they stand on disk. */
public enum EventKind {
    BUFFER_FLUSH(10, "BufferFlush", time("stopTime")),
    MEASUREMENT_ON_OFF(11, "MeasurementOnOff", u8("measurementMode")),
    ENTER(12, "Enter", reference("region", REGION)),
    LEAVE(13, "Leave", reference("region", REGION)),
    MPI_SEND(14, "MpiSend", u32("receiver"), reference("communicator", COMM), u32("msgTag"), u64("msgLength")),
    MPI_ISEND(
            15,
            "MpiIsend",
            u32("receiver"),
            reference("communicator", COMM),
            u32("msgTag"),
            u64("msgLength"),
            u64("requestID")),
    MPI_ISEND_COMPLETE(16, "MpiIsendComplete", u64("requestID")),
    MPI_IRECV_REQUEST(17, "MpiIrecvRequest", u64("requestID")),
    MPI_RECV(18, "MpiRecv", u32("sender"), reference("communicator", COMM), u32("msgTag"), u64("msgLength")),
    MPI_IRECV(
            19,
            "MpiIrecv",
            u32("sender"),
            reference("communicator", COMM),
            u32("msgTag"),
            u64("msgLength"),
            u64("requestID")),
    MPI_REQUEST_TEST(20, "MpiRequestTest", u64("requestID")),
    MPI_REQUEST_CANCELLED(21, "MpiRequestCancelled", u64("requestID")),
    MPI_COLLECTIVE_BEGIN(22, "MpiCollectiveBegin"),
    MPI_COLLECTIVE_END(
            23,
            "MpiCollectiveEnd",
            u8("collectiveOp"),
            reference("communicator", COMM),
            u32("root"),
            u64("sizeSent"),
            u64("sizeReceived")),
    OMP_FORK(24, "OmpFork", u32("numberOfRequestedThreads")),
    OMP_JOIN(25, "OmpJoin"),
    OMP_ACQUIRE_LOCK(26, "OmpAcquireLock", u32("lockID"), u32("acquisitionOrder")),
    OMP_RELEASE_LOCK(27, "OmpReleaseLock", u32("lockID"), u32("acquisitionOrder")),
    OMP_TASK_CREATE(28, "OmpTaskCreate", u64("taskID")),
    OMP_TASK_SWITCH(29, "OmpTaskSwitch", u64("taskID")),
    OMP_TASK_COMPLETE(30, "OmpTaskComplete", u64("taskID")),
    METRIC_VALUES(
            31,
            "Metric",
            reference("metric", METRIC),
            shortList("numberOfMetrics", u8("typeIDs"), u64("metricValues"))),
    PARAMETER_STRING(32, "ParameterString", reference("parameter", Reference.PARAMETER), reference("string", STRING)),
    PARAMETER_INT(33, "ParameterInt", reference("parameter", Reference.PARAMETER), u64("value")),
    PARAMETER_UNSIGNED_INT(34, "ParameterUnsignedInt", reference("parameter", Reference.PARAMETER), u64("value")),
    RMA_WIN_CREATE(35, "RmaWinCreate", reference("win", RMA_WIN)),
    RMA_WIN_DESTROY(36, "RmaWinDestroy", reference("win", RMA_WIN)),
    RMA_COLLECTIVE_BEGIN(37, "RmaCollectiveBegin"),
    RMA_COLLECTIVE_END(
            38,
            "RmaCollectiveEnd",
            u8("collectiveOp"),
            u32("syncLevel"),
            reference("win", RMA_WIN),
            u32("root"),
            u64("bytesSent"),
            u64("bytesReceived")),
    RMA_GROUP_SYNC(39, "RmaGroupSync", u32("syncLevel"), reference("win", RMA_WIN), reference("group", GROUP)),
    RMA_REQUEST_LOCK(40, "RmaRequestLock", reference("win", RMA_WIN), u32("remote"), u64("lockId"), u8("lockType")),
    RMA_ACQUIRE_LOCK(41, "RmaAcquireLock", reference("win", RMA_WIN), u32("remote"), u64("lockId"), u8("lockType")),
    RMA_TRY_LOCK(42, "RmaTryLock", reference("win", RMA_WIN), u32("remote"), u64("lockId"), u8("lockType")),
    RMA_RELEASE_LOCK(43, "RmaReleaseLock", reference("win", RMA_WIN), u32("remote"), u64("lockId")),
    RMA_SYNC(44, "RmaSync", reference("win", RMA_WIN), u32("remote"), u8("syncType")),
    RMA_WAIT_CHANGE(45, "RmaWaitChange", reference("win", RMA_WIN)),
    RMA_PUT(46, "RmaPut", reference("win", RMA_WIN), u32("remote"), u64("bytes"), u64("matchingId")),
    RMA_GET(47, "RmaGet", reference("win", RMA_WIN), u32("remote"), u64("bytes"), u64("matchingId")),
    RMA_ATOMIC(
            48,
            "RmaAtomic",
            reference("win", RMA_WIN),
            u32("remote"),
            u8("type"),
            u64("bytesSent"),
            u64("bytesReceived"),
            u64("matchingId")),
    RMA_OP_COMPLETE_BLOCKING(49, "RmaOpCompleteBlocking", reference("win", RMA_WIN), u64("matchingId")),
    RMA_OP_COMPLETE_NON_BLOCKING(50, "RmaOpCompleteNonBlocking", reference("win", RMA_WIN), u64("matchingId")),
    RMA_OP_TEST(51, "RmaOpTest", reference("win", RMA_WIN), u64("matchingId")),
    RMA_OP_COMPLETE_REMOTE(52, "RmaOpCompleteRemote", reference("win", RMA_WIN), u64("matchingId")),
    THREAD_FORK(53, "ThreadFork", u8("model"), u32("numberOfRequestedThreads")),
    THREAD_JOIN(54, "ThreadJoin", u8("model")),
    THREAD_TEAM_BEGIN(55, "ThreadTeamBegin", reference("threadTeam", COMM)),
    THREAD_TEAM_END(56, "ThreadTeamEnd", reference("threadTeam", COMM)),
    THREAD_ACQUIRE_LOCK(57, "ThreadAcquireLock", u8("model"), u32("lockID"), u32("acquisitionOrder")),
    THREAD_RELEASE_LOCK(58, "ThreadReleaseLock", u8("model"), u32("lockID"), u32("acquisitionOrder")),
    THREAD_TASK_CREATE(
            59, "ThreadTaskCreate", reference("threadTeam", COMM), u32("creatingThread"), u32("generationNumber")),
    THREAD_TASK_SWITCH(
            60, "ThreadTaskSwitch", reference("threadTeam", COMM), u32("creatingThread"), u32("generationNumber")),
    THREAD_TASK_COMPLETE(
            61, "ThreadTaskComplete", reference("threadTeam", COMM), u32("creatingThread"), u32("generationNumber")),
    THREAD_CREATE(62, "ThreadCreate", reference("threadContingent", COMM), u64("sequenceCount")),
    THREAD_BEGIN(63, "ThreadBegin", reference("threadContingent", COMM), u64("sequenceCount")),
    THREAD_WAIT(64, "ThreadWait", reference("threadContingent", COMM), u64("sequenceCount")),
    THREAD_END(65, "ThreadEnd", reference("threadContingent", COMM), u64("sequenceCount")),
    CALLING_CONTEXT_ENTER(
            66, "CallingContextEnter", reference("callingContext", CALLING_CONTEXT), u32("unwindDistance")),
    CALLING_CONTEXT_LEAVE(67, "CallingContextLeave", reference("callingContext", CALLING_CONTEXT)),
    CALLING_CONTEXT_SAMPLE(
            68,
            "CallingContextSample",
            reference("callingContext", CALLING_CONTEXT),
            u32("unwindDistance"),
            reference("interruptGenerator", Reference.INTERRUPT_GENERATOR)),
    IO_CREATE_HANDLE(
            69, "IoCreateHandle", reference("handle", IO_HANDLE), u8("mode"), u32("creationFlags"), u32("statusFlags")),
    IO_DESTROY_HANDLE(70, "IoDestroyHandle", reference("handle", IO_HANDLE)),
    IO_DUPLICATE_HANDLE(
            71,
            "IoDuplicateHandle",
            reference("oldHandle", IO_HANDLE),
            reference("newHandle", IO_HANDLE),
            u32("statusFlags")),
    IO_SEEK(72, "IoSeek", reference("handle", IO_HANDLE), u64("offsetRequest"), u8("whence"), u64("offsetResult")),
    IO_CHANGE_STATUS_FLAGS(73, "IoChangeStatusFlags", reference("handle", IO_HANDLE), u32("statusFlags")),
    IO_DELETE_FILE(74, "IoDeleteFile", u8("ioParadigm"), reference("file", IO_FILE)),
    IO_OPERATION_BEGIN(
            75,
            "IoOperationBegin",
            reference("handle", IO_HANDLE),
            u8("mode"),
            u32("operationFlags"),
            u64("bytesRequest"),
            u64("matchingId")),
    IO_OPERATION_TEST(76, "IoOperationTest", reference("handle", IO_HANDLE), u64("matchingId")),
    IO_OPERATION_ISSUED(77, "IoOperationIssued", reference("handle", IO_HANDLE), u64("matchingId")),
    IO_OPERATION_COMPLETE(
            78, "IoOperationComplete", reference("handle", IO_HANDLE), u64("bytesResult"), u64("matchingId")),
    IO_OPERATION_CANCELLED(79, "IoOperationCancelled", reference("handle", IO_HANDLE), u64("matchingId")),
    IO_ACQUIRE_LOCK(80, "IoAcquireLock", reference("handle", IO_HANDLE), u8("lockType")),
    IO_RELEASE_LOCK(81, "IoReleaseLock", reference("handle", IO_HANDLE), u8("lockType")),
    IO_TRY_LOCK(82, "IoTryLock", reference("handle", IO_HANDLE), u8("lockType")),
    PROGRAM_BEGIN(
            83,
            "ProgramBegin",
            reference("programName", STRING),
            list("numberOfArguments", reference("programArguments", STRING))),
    PROGRAM_END(84, "ProgramEnd", u64("exitStatus")),
    NON_BLOCKING_COLLECTIVE_REQUEST(85, "NonBlockingCollectiveRequest", u64("requestID")),
    NON_BLOCKING_COLLECTIVE_COMPLETE(
            86,
            "NonBlockingCollectiveComplete",
            u8("collectiveOp"),
            reference("communicator", COMM),
            u32("root"),
            u64("sizeSent"),
            u64("sizeReceived"),
            u64("requestID")),
    COMM_CREATE(87, "CommCreate", reference("communicator", COMM)),
    COMM_DESTROY(88, "CommDestroy", reference("communicator", COMM));

    private static final @Nullable EventKind[] BY_CODE = new @Nullable EventKind[256];

    static {
        for (EventKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final String label;
    private final RecordLayout layout;

    EventKind(int code, String label, Field... fields) {
        this.code = code;
        this.label = label;
        this.layout = new RecordLayout(ImmutableList.copyOf(fields));
    }

    /** The name that the OTF2 tools print. */
    public String label() {
        return label;
    }

    RecordLayout layout() {
        return layout;
    }

    /** Whether it tells of messages, requests or collective operations of MPI. */
    boolean isMpi() {
        return (code >= 14 && code <= 23) || code == 85 || code == 86;
    }

    static @Nullable EventKind of(int code) {
        return BY_CODE[code];
    }

    /** Whether events of this code have no length and one number; all others, also unknown ones, have a length. */
    static boolean isBare(int code) {
        return switch (code) {
            case 12, 13, 16, 17, 20, 21, 24, 28, 29, 30 -> true;
            default -> false;
        };
    }
}
