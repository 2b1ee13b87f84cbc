package org.tailback.trace.otf2;

import static org.tailback.trace.otf2.Field.UNDEFINED;
import static org.tailback.trace.otf2.Field.list;
import static org.tailback.trace.otf2.Field.shortList;
import static org.tailback.trace.otf2.Field.text;
import static org.tailback.trace.otf2.Field.typedValue;
import static org.tailback.trace.otf2.Field.u32;
import static org.tailback.trace.otf2.Field.u64;
import static org.tailback.trace.otf2.Field.u8;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * The global definitions of OTF2 up to version 3.1, with their fields in the order in which they stand on disk. Local
 * definition files use the codes 5 and 6 otherwise, see {@link LocationTables}.
 */
enum DefinitionKind {
    CLOCK_PROPERTIES(
            5,
            "ClockProperties",
            u64("timerResolution"),
            u64("globalOffset"),
            u64("traceLength"),
            u64("realtimeTimestamp").since(-1)),
    PARADIGM(6, "Paradigm", u8("paradigm"), u32("name"), u8("paradigmClass")),
    PARADIGM_PROPERTY(7, "ParadigmProperty", u8("paradigm"), u8("property"), typedValue()),
    IO_PARADIGM(
            8,
            "IoParadigm",
            u8("self"),
            u32("identification"),
            u32("name"),
            u8("ioParadigmClass"),
            u32("ioParadigmFlags"),
            shortList("numberOfProperties", u8("properties"), typedValue())),
    STRING(10, "String", u32("self"), text("string")),
    ATTRIBUTE(
            11,
            "Attribute",
            u32("self"),
            u32("name"),
            u8("type"),
            u32("description").since(UNDEFINED)),
    SYSTEM_TREE_NODE(12, "SystemTreeNode", u32("self"), u32("name"), u32("className"), u32("parent")),
    LOCATION_GROUP(
            13,
            "LocationGroup",
            u32("self"),
            u32("name"),
            u8("locationGroupType"),
            u32("systemTreeParent"),
            u32("creatingLocationGroup").since(UNDEFINED)),
    LOCATION(14, "Location", u64("self"), u32("name"), u8("locationType"), u64("numberOfEvents"), u32("locationGroup")),
    REGION(
            15,
            "Region",
            u32("self"),
            u32("name"),
            u32("description"),
            u8(""),
            u32("sourceFile"),
            u32("beginLineNumber"),
            u32("endLineNumber"),
            u32("canonicalName").since(UNDEFINED),
            u8("regionRole").since(0),
            u8("paradigm").since(0),
            u32("regionFlags").since(0)),
    CALLSITE(
            16, "Callsite", u32("self"), u32("sourceFile"), u32("lineNumber"), u32("enteredRegion"), u32("leftRegion")),
    CALLPATH(17, "Callpath", u32("self"), u32("parent"), u32("region")),
    GROUP(
            18,
            "Group",
            u32("self"),
            u32("name"),
            u8(""),
            list("numberOfMembers", u64("members")),
            u8("groupType").since(-1),
            u8("paradigm").since(-1),
            u32("groupFlags").since(0)),
    METRIC_MEMBER(
            19,
            "MetricMember",
            u32("self"),
            u32("name"),
            u32("description"),
            u8("metricType"),
            u8("metricMode"),
            u8("valueType"),
            u8("base"),
            u64("exponent"),
            u32("unit")),
    METRIC_CLASS(
            20,
            "MetricClass",
            u32("self"),
            shortList("numberOfMetrics", u32("metricMembers")),
            u8("metricOccurrence"),
            u8("recorderKind").since(0)),
    METRIC_INSTANCE(
            21, "MetricInstance", u32("self"), u32("metricClass"), u64("recorder"), u8("metricScope"), u64("scope")),
    COMM(
            22,
            "Comm",
            u32("self"),
            u32("name"),
            u32("group"),
            u32("parent"),
            u32("flags").since(0)),
    PARAMETER(23, "Parameter", u32("self"), u32("name"), u8("parameterType")),
    RMA_WIN(24, "RmaWin", u32("self"), u32("name"), u32("comm"), u32("flags").since(1)),
    METRIC_CLASS_RECORDER(25, "MetricClassRecorder", u32("metric"), u64("recorder")),
    SYSTEM_TREE_NODE_PROPERTY(
            26,
            "SystemTreeNodeProperty",
            u32("systemTreeNode"),
            u32("name"),
            u32(""),
            typedValue().since(0)),
    SYSTEM_TREE_NODE_DOMAIN(27, "SystemTreeNodeDomain", u32("systemTreeNode"), u8("systemTreeDomain")),
    LOCATION_GROUP_PROPERTY(
            28,
            "LocationGroupProperty",
            u32("locationGroup"),
            u32("name"),
            u32(""),
            typedValue().since(0)),
    LOCATION_PROPERTY(
            29,
            "LocationProperty",
            u64("location"),
            u32("name"),
            u32(""),
            typedValue().since(0)),
    CART_DIMENSION(30, "CartDimension", u32("self"), u32("name"), u32("size"), u8("cartPeriodicity")),
    CART_TOPOLOGY(
            31,
            "CartTopology",
            u32("self"),
            u32("name"),
            u32("communicator"),
            shortList("numberOfDimensions", u32("cartDimensions"))),
    CART_COORDINATE(
            32,
            "CartCoordinate",
            u32("cartTopology"),
            u32("rank"),
            shortList("numberOfDimensions", u32("coordinates"))),
    SOURCE_CODE_LOCATION(33, "SourceCodeLocation", u32("self"), u32("file"), u32("lineNumber")),
    CALLING_CONTEXT(34, "CallingContext", u32("self"), u32("region"), u32("sourceCodeLocation"), u32("parent")),
    CALLING_CONTEXT_PROPERTY(35, "CallingContextProperty", u32("callingContext"), u32("name"), typedValue()),
    INTERRUPT_GENERATOR(
            36,
            "InterruptGenerator",
            u32("self"),
            u32("name"),
            u8("interruptGeneratorMode"),
            u8("base"),
            u64("exponent"),
            u64("period")),
    IO_FILE_PROPERTY(37, "IoFileProperty", u32("ioFile"), u32("name"), typedValue()),
    IO_REGULAR_FILE(38, "IoRegularFile", u32("self"), u32("name"), u32("scope")),
    IO_DIRECTORY(39, "IoDirectory", u32("self"), u32("name"), u32("scope")),
    IO_HANDLE(
            40,
            "IoHandle",
            u32("self"),
            u32("name"),
            u32("file"),
            u8("ioParadigm"),
            u32("ioHandleFlags"),
            u32("comm"),
            u32("parent")),
    IO_PRE_CREATED_HANDLE_STATE(41, "IoPreCreatedHandleState", u32("ioHandle"), u8("mode"), u32("statusFlags")),
    CALLPATH_PARAMETER(42, "CallpathParameter", u32("callpath"), u32("parameter"), typedValue()),
    INTER_COMM(
            43,
            "InterComm",
            u32("self"),
            u32("name"),
            u32("groupA"),
            u32("groupB"),
            u32("commonCommunicator"),
            u32("flags"));

    private static final @Nullable DefinitionKind[] BY_CODE = new @Nullable DefinitionKind[256];

    static {
        for (DefinitionKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final String label;
    private final RecordLayout layout;

    DefinitionKind(int code, String label, Field... fields) {
        this.code = code;
        this.label = label;
        this.layout = new RecordLayout(ImmutableList.copyOf(fields));
    }

    String label() {
        return label;
    }

    RecordLayout layout() {
        return layout;
    }

    static @Nullable DefinitionKind of(int code) {
        return BY_CODE[code];
    }
}
