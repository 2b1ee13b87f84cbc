package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reads the library's own binary format by memory map: opening a file costs nothing per rank, and an open rank some
 * hundred bytes. The file must not change while it is in use.
 */
public final class NativeBinaryReader implements TraceReader {
    /** Name of the format. */
    public static final String NAME = "tailback-binary";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "this library's own binary form of the same, compact, for big traces";
    }

    @Override
    public Set<TraceContent> carries() {
        return ImmutableSet.copyOf(new NativeTextReader().carries());
    }

    @Override
    public boolean isWritten() {
        return true;
    }

    @Override
    public boolean recognises(TraceSample sample) {
        byte[] leading = sample.leadingBytes();
        int length = NativeBinaryLayout.SIGNATURE.length;
        return leading.length >= length && Arrays.equals(leading, 0, length, NativeBinaryLayout.SIGNATURE, 0, length);
    }

    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(List.of(path));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return NativeTrace.of(NAME, NativeBinaryFile.open(path));
    }
}
