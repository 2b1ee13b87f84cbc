package org.tailback.trace.otf2;

import org.jspecify.annotations.Nullable;

/**
 * The global definitions of OTF2 up to version 3.1, with their fields in their order on disk. Local
 * definition files use the codes 5 and 6 otherwise, see {@link LocationTables}.
 */
enum DefinitionKind {
    CLOCK_PROPERTIES(
            5, "ClockProperties", "timerResolution:u64 globalOffset:u64 traceLength:u64 realtimeTimestamp:u64=-1"),
    PARADIGM(6, "Paradigm", "paradigm:u8 name:u32 paradigmClass:u8"),
    PARADIGM_PROPERTY(7, "ParadigmProperty", "paradigm:u8 property:u8 type:value"),
    IO_PARADIGM(
            8,
            "IoParadigm",
            "self:u8 identification:u32 name:u32 ioParadigmClass:u8 ioParadigmFlags:u32 "
                    + "numberOfProperties:u8(properties:u8,type:value)"),
    STRING(10, "String", "self:u32 string:text"),
    ATTRIBUTE(11, "Attribute", "self:u32 name:u32 type:u8 description:u32=undefined"),
    SYSTEM_TREE_NODE(12, "SystemTreeNode", "self:u32 name:u32 className:u32 parent:u32"),
    LOCATION_GROUP(
            13,
            "LocationGroup",
            "self:u32 name:u32 locationGroupType:u8 systemTreeParent:u32 " + "creatingLocationGroup:u32=undefined"),
    LOCATION(14, "Location", "self:u64 name:u32 locationType:u8 numberOfEvents:u64 locationGroup:u32"),
    REGION(
            15,
            "Region",
            "self:u32 name:u32 description:u32 :u8 sourceFile:u32 beginLineNumber:u32 endLineNumber:u32 "
                    + "canonicalName:u32=undefined regionRole:u8=0 paradigm:u8=0 regionFlags:u32=0"),
    CALLSITE(16, "Callsite", "self:u32 sourceFile:u32 lineNumber:u32 enteredRegion:u32 leftRegion:u32"),
    CALLPATH(17, "Callpath", "self:u32 parent:u32 region:u32"),
    GROUP(
            18,
            "Group",
            "self:u32 name:u32 :u8 numberOfMembers:u32(members:u64) groupType:u8=-1 paradigm:u8=-1 "
                    + "groupFlags:u32=0"),
    METRIC_MEMBER(
            19,
            "MetricMember",
            "self:u32 name:u32 description:u32 metricType:u8 metricMode:u8 valueType:u8 base:u8 "
                    + "exponent:u64 unit:u32"),
    METRIC_CLASS(
            20, "MetricClass", "self:u32 numberOfMetrics:u8(metricMembers:u32) metricOccurrence:u8 recorderKind:u8=0"),
    METRIC_INSTANCE(21, "MetricInstance", "self:u32 metricClass:u32 recorder:u64 metricScope:u8 scope:u64"),
    COMM(22, "Comm", "self:u32 name:u32 group:u32 parent:u32 flags:u32=0"),
    PARAMETER(23, "Parameter", "self:u32 name:u32 parameterType:u8"),
    RMA_WIN(24, "RmaWin", "self:u32 name:u32 comm:u32 flags:u32=1"),
    METRIC_CLASS_RECORDER(25, "MetricClassRecorder", "metric:u32 recorder:u64"),
    SYSTEM_TREE_NODE_PROPERTY(26, "SystemTreeNodeProperty", "systemTreeNode:u32 name:u32 :u32 type:value=0"),
    SYSTEM_TREE_NODE_DOMAIN(27, "SystemTreeNodeDomain", "systemTreeNode:u32 systemTreeDomain:u8"),
    LOCATION_GROUP_PROPERTY(28, "LocationGroupProperty", "locationGroup:u32 name:u32 :u32 type:value=0"),
    LOCATION_PROPERTY(29, "LocationProperty", "location:u64 name:u32 :u32 type:value=0"),
    CART_DIMENSION(30, "CartDimension", "self:u32 name:u32 size:u32 cartPeriodicity:u8"),
    CART_TOPOLOGY(31, "CartTopology", "self:u32 name:u32 communicator:u32 numberOfDimensions:u8(cartDimensions:u32)"),
    CART_COORDINATE(32, "CartCoordinate", "cartTopology:u32 rank:u32 numberOfDimensions:u8(coordinates:u32)"),
    SOURCE_CODE_LOCATION(33, "SourceCodeLocation", "self:u32 file:u32 lineNumber:u32"),
    CALLING_CONTEXT(34, "CallingContext", "self:u32 region:u32 sourceCodeLocation:u32 parent:u32"),
    CALLING_CONTEXT_PROPERTY(35, "CallingContextProperty", "callingContext:u32 name:u32 type:value"),
    INTERRUPT_GENERATOR(
            36, "InterruptGenerator", "self:u32 name:u32 interruptGeneratorMode:u8 base:u8 exponent:u64 period:u64"),
    IO_FILE_PROPERTY(37, "IoFileProperty", "ioFile:u32 name:u32 type:value"),
    IO_REGULAR_FILE(38, "IoRegularFile", "self:u32 name:u32 scope:u32"),
    IO_DIRECTORY(39, "IoDirectory", "self:u32 name:u32 scope:u32"),
    IO_HANDLE(40, "IoHandle", "self:u32 name:u32 file:u32 ioParadigm:u8 ioHandleFlags:u32 comm:u32 parent:u32"),
    IO_PRE_CREATED_HANDLE_STATE(41, "IoPreCreatedHandleState", "ioHandle:u32 mode:u8 statusFlags:u32"),
    CALLPATH_PARAMETER(42, "CallpathParameter", "callpath:u32 parameter:u32 type:value"),
    INTER_COMM(43, "InterComm", "self:u32 name:u32 groupA:u32 groupB:u32 commonCommunicator:u32 flags:u32");

    private static final @Nullable DefinitionKind[] BY_CODE = new @Nullable DefinitionKind[256];

    static {
        for (DefinitionKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final String label;
    private final Field[] fields;

    DefinitionKind(int code, String label, String fields) {
        this.code = code;
        this.label = label;
        this.fields = Field.list(fields, " ").toArray(new Field[0]);
    }

    String label() {
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

    static @Nullable DefinitionKind of(int code) {
        return BY_CODE[code];
    }
}
