package org.tailback.trace.otf2;

import org.jspecify.annotations.Nullable;

/**
 * The global definitions of OTF2 up to version 3.1 that concern the program, with their fields in their order
 * on disk; others are skipped. Local definition files use the code 5 otherwise, see {@link LocationTables}.
 */
enum DefinitionKind {
    CLOCK_PROPERTIES(5, "timerResolution:u64 globalOffset:u64 traceLength:u64 realtimeTimestamp:u64=-1"),
    STRING(10, "self:u32 string:text"),
    LOCATION(14, "self:u64 name:u32 locationType:u8 numberOfEvents:u64 locationGroup:u32"),
    REGION(
            15,
            "self:u32 name:u32 description:u32 :u8 sourceFile:u32 beginLineNumber:u32 endLineNumber:u32 "
                    + "canonicalName:u32=undefined regionRole:u8=0 paradigm:u8=0 regionFlags:u32=0"),
    GROUP(18, "self:u32 name:u32 :u8 numberOfMembers:list groupType:u8=-1 paradigm:u8=-1 groupFlags:u32=0"),
    COMM(22, "self:u32 name:u32 group:u32 parent:u32 flags:u32=0"),
    INTER_COMM(43, "self:u32 name:u32 groupA:u32 groupB:u32 commonCommunicator:u32 flags:u32");

    private static final @Nullable DefinitionKind[] BY_CODE = new @Nullable DefinitionKind[256];

    static {
        for (DefinitionKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final RecordField[] fields;

    DefinitionKind(int code, String fields) {
        this.code = code;
        this.fields = RecordField.list(fields);
    }

    /** Returns the fields; not to be changed. */
    RecordField[] fields() {
        return fields;
    }

    static @Nullable DefinitionKind of(int code) {
        return BY_CODE[code];
    }
}
