package org.tailback.trace.otf2;

import org.jspecify.annotations.Nullable;

/** The events of OTF2 up to version 3.1, with their fields in their order on disk. */
public enum EventKind {
    BUFFER_FLUSH(10, "BufferFlush", "stopTime:time"),
    MEASUREMENT_ON_OFF(11, "MeasurementOnOff", "measurementMode:u8"),
    ENTER(12, "Enter", "region:REGION"),
    LEAVE(13, "Leave", "region:REGION"),
    MPI_SEND(14, "MpiSend", "receiver:u32 communicator:COMM msgTag:u32 msgLength:u64"),
    MPI_ISEND(15, "MpiIsend", "receiver:u32 communicator:COMM msgTag:u32 msgLength:u64 requestID:u64"),
    MPI_ISEND_COMPLETE(16, "MpiIsendComplete", "requestID:u64"),
    MPI_IRECV_REQUEST(17, "MpiIrecvRequest", "requestID:u64"),
    MPI_RECV(18, "MpiRecv", "sender:u32 communicator:COMM msgTag:u32 msgLength:u64"),
    MPI_IRECV(19, "MpiIrecv", "sender:u32 communicator:COMM msgTag:u32 msgLength:u64 requestID:u64"),
    MPI_REQUEST_TEST(20, "MpiRequestTest", "requestID:u64"),
    MPI_REQUEST_CANCELLED(21, "MpiRequestCancelled", "requestID:u64"),
    MPI_COLLECTIVE_BEGIN(22, "MpiCollectiveBegin", ""),
    MPI_COLLECTIVE_END(
            23, "MpiCollectiveEnd", "collectiveOp:u8 communicator:COMM root:u32 sizeSent:u64 sizeReceived:u64"),
    OMP_FORK(24, "OmpFork", "numberOfRequestedThreads:u32"),
    OMP_JOIN(25, "OmpJoin", ""),
    OMP_ACQUIRE_LOCK(26, "OmpAcquireLock", "lockID:u32 acquisitionOrder:u32"),
    OMP_RELEASE_LOCK(27, "OmpReleaseLock", "lockID:u32 acquisitionOrder:u32"),
    OMP_TASK_CREATE(28, "OmpTaskCreate", "taskID:u64"),
    OMP_TASK_SWITCH(29, "OmpTaskSwitch", "taskID:u64"),
    OMP_TASK_COMPLETE(30, "OmpTaskComplete", "taskID:u64"),
    METRIC_VALUES(31, "Metric", "metric:METRIC numberOfMetrics:u8(typeIDs:u8,metricValues:u64)"),
    PARAMETER_STRING(32, "ParameterString", "parameter:PARAMETER string:STRING"),
    PARAMETER_INT(33, "ParameterInt", "parameter:PARAMETER value:u64"),
    PARAMETER_UNSIGNED_INT(34, "ParameterUnsignedInt", "parameter:PARAMETER value:u64"),
    RMA_WIN_CREATE(35, "RmaWinCreate", "win:RMA_WIN"),
    RMA_WIN_DESTROY(36, "RmaWinDestroy", "win:RMA_WIN"),
    RMA_COLLECTIVE_BEGIN(37, "RmaCollectiveBegin", ""),
    RMA_COLLECTIVE_END(
            38,
            "RmaCollectiveEnd",
            "collectiveOp:u8 syncLevel:u32 win:RMA_WIN root:u32 bytesSent:u64 bytesReceived:u64"),
    RMA_GROUP_SYNC(39, "RmaGroupSync", "syncLevel:u32 win:RMA_WIN group:GROUP"),
    RMA_REQUEST_LOCK(40, "RmaRequestLock", "win:RMA_WIN remote:u32 lockId:u64 lockType:u8"),
    RMA_ACQUIRE_LOCK(41, "RmaAcquireLock", "win:RMA_WIN remote:u32 lockId:u64 lockType:u8"),
    RMA_TRY_LOCK(42, "RmaTryLock", "win:RMA_WIN remote:u32 lockId:u64 lockType:u8"),
    RMA_RELEASE_LOCK(43, "RmaReleaseLock", "win:RMA_WIN remote:u32 lockId:u64"),
    RMA_SYNC(44, "RmaSync", "win:RMA_WIN remote:u32 syncType:u8"),
    RMA_WAIT_CHANGE(45, "RmaWaitChange", "win:RMA_WIN"),
    RMA_PUT(46, "RmaPut", "win:RMA_WIN remote:u32 bytes:u64 matchingId:u64"),
    RMA_GET(47, "RmaGet", "win:RMA_WIN remote:u32 bytes:u64 matchingId:u64"),
    RMA_ATOMIC(48, "RmaAtomic", "win:RMA_WIN remote:u32 type:u8 bytesSent:u64 bytesReceived:u64 matchingId:u64"),
    RMA_OP_COMPLETE_BLOCKING(49, "RmaOpCompleteBlocking", "win:RMA_WIN matchingId:u64"),
    RMA_OP_COMPLETE_NON_BLOCKING(50, "RmaOpCompleteNonBlocking", "win:RMA_WIN matchingId:u64"),
    RMA_OP_TEST(51, "RmaOpTest", "win:RMA_WIN matchingId:u64"),
    RMA_OP_COMPLETE_REMOTE(52, "RmaOpCompleteRemote", "win:RMA_WIN matchingId:u64"),
    THREAD_FORK(53, "ThreadFork", "model:u8 numberOfRequestedThreads:u32"),
    THREAD_JOIN(54, "ThreadJoin", "model:u8"),
    THREAD_TEAM_BEGIN(55, "ThreadTeamBegin", "threadTeam:COMM"),
    THREAD_TEAM_END(56, "ThreadTeamEnd", "threadTeam:COMM"),
    THREAD_ACQUIRE_LOCK(57, "ThreadAcquireLock", "model:u8 lockID:u32 acquisitionOrder:u32"),
    THREAD_RELEASE_LOCK(58, "ThreadReleaseLock", "model:u8 lockID:u32 acquisitionOrder:u32"),
    THREAD_TASK_CREATE(59, "ThreadTaskCreate", "threadTeam:COMM creatingThread:u32 generationNumber:u32"),
    THREAD_TASK_SWITCH(60, "ThreadTaskSwitch", "threadTeam:COMM creatingThread:u32 generationNumber:u32"),
    THREAD_TASK_COMPLETE(61, "ThreadTaskComplete", "threadTeam:COMM creatingThread:u32 generationNumber:u32"),
    THREAD_CREATE(62, "ThreadCreate", "threadContingent:COMM sequenceCount:u64"),
    THREAD_BEGIN(63, "ThreadBegin", "threadContingent:COMM sequenceCount:u64"),
    THREAD_WAIT(64, "ThreadWait", "threadContingent:COMM sequenceCount:u64"),
    THREAD_END(65, "ThreadEnd", "threadContingent:COMM sequenceCount:u64"),
    CALLING_CONTEXT_ENTER(66, "CallingContextEnter", "callingContext:CALLING_CONTEXT unwindDistance:u32"),
    CALLING_CONTEXT_LEAVE(67, "CallingContextLeave", "callingContext:CALLING_CONTEXT"),
    CALLING_CONTEXT_SAMPLE(
            68,
            "CallingContextSample",
            "callingContext:CALLING_CONTEXT unwindDistance:u32 interruptGenerator:INTERRUPT_GENERATOR"),
    IO_CREATE_HANDLE(69, "IoCreateHandle", "handle:IO_HANDLE mode:u8 creationFlags:u32 statusFlags:u32"),
    IO_DESTROY_HANDLE(70, "IoDestroyHandle", "handle:IO_HANDLE"),
    IO_DUPLICATE_HANDLE(71, "IoDuplicateHandle", "oldHandle:IO_HANDLE newHandle:IO_HANDLE statusFlags:u32"),
    IO_SEEK(72, "IoSeek", "handle:IO_HANDLE offsetRequest:u64 whence:u8 offsetResult:u64"),
    IO_CHANGE_STATUS_FLAGS(73, "IoChangeStatusFlags", "handle:IO_HANDLE statusFlags:u32"),
    IO_DELETE_FILE(74, "IoDeleteFile", "ioParadigm:u8 file:IO_FILE"),
    IO_OPERATION_BEGIN(
            75, "IoOperationBegin", "handle:IO_HANDLE mode:u8 operationFlags:u32 bytesRequest:u64 matchingId:u64"),
    IO_OPERATION_TEST(76, "IoOperationTest", "handle:IO_HANDLE matchingId:u64"),
    IO_OPERATION_ISSUED(77, "IoOperationIssued", "handle:IO_HANDLE matchingId:u64"),
    IO_OPERATION_COMPLETE(78, "IoOperationComplete", "handle:IO_HANDLE bytesResult:u64 matchingId:u64"),
    IO_OPERATION_CANCELLED(79, "IoOperationCancelled", "handle:IO_HANDLE matchingId:u64"),
    IO_ACQUIRE_LOCK(80, "IoAcquireLock", "handle:IO_HANDLE lockType:u8"),
    IO_RELEASE_LOCK(81, "IoReleaseLock", "handle:IO_HANDLE lockType:u8"),
    IO_TRY_LOCK(82, "IoTryLock", "handle:IO_HANDLE lockType:u8"),
    PROGRAM_BEGIN(83, "ProgramBegin", "programName:STRING numberOfArguments:u32(programArguments:STRING)"),
    PROGRAM_END(84, "ProgramEnd", "exitStatus:u64"),
    NON_BLOCKING_COLLECTIVE_REQUEST(85, "NonBlockingCollectiveRequest", "requestID:u64"),
    NON_BLOCKING_COLLECTIVE_COMPLETE(
            86,
            "NonBlockingCollectiveComplete",
            "collectiveOp:u8 communicator:COMM root:u32 sizeSent:u64 sizeReceived:u64 requestID:u64"),
    COMM_CREATE(87, "CommCreate", "communicator:COMM"),
    COMM_DESTROY(88, "CommDestroy", "communicator:COMM");

    private static final @Nullable EventKind[] BY_CODE = new @Nullable EventKind[256];

    static {
        for (EventKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final String label;
    private final Field[] fields;

    EventKind(int code, String label, String fields) {
        this.code = code;
        this.label = label;
        this.fields = Field.list(fields, " ").toArray(new Field[0]);
    }

    /** Returns the name that the OTF2 tools print. */
    public String label() {
        return label;
    }

    /** Returns the fields; not to be changed. */
    Field[] fields() {
        return fields;
    }

    /** Returns the number of the record in the format. */
    int code() {
        return code;
    }

    /** Returns whether it is about messages, requests or collective operations of MPI. */
    boolean isMpi() {
        return (code >= 14 && code <= 23) || code == 85 || code == 86;
    }

    static @Nullable EventKind of(int code) {
        return BY_CODE[code];
    }

    /**
     * Returns whether events of this code have no length and one number; all others, also unknown ones, have a length.
     */
    static boolean isBare(int code) {
        return switch (code) {
            case 12, 13, 16, 17, 20, 21, 24, 28, 29, 30 -> true;
            default -> false;
        };
    }
}
