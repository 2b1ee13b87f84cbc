package org.tailback.trace;

import java.util.List;
import java.util.Map;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Internal;

/**
 * Program that is used as a trace.
 *
 * @param format name of the format of these programs
 * @param program program of the ranks; can be opened any number of times
 */
@Internal
public record ProgramTrace(String format, ParallelProgram program) implements Trace {
    @Override
    public int ranks() {
        return program.ranks();
    }

    @Override
    public Program open(int rank) {
        return program.open(rank);
    }

    @Override
    public List<String> approximations() {
        return program.approximations();
    }

    @Override
    public boolean callsKernels() {
        return program.callsKernels();
    }

    @Override
    public Map<String, Object> configuration() {
        return program.configuration();
    }

    @Override
    public boolean dependsOnProbes() {
        return program.dependsOnProbes();
    }
}
