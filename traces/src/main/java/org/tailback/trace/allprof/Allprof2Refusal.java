package org.tailback.trace.allprof;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Recognises the files of liballprof2 by their names, to say what to do instead: its lines have changed with every
 * version.
 */
public final class Allprof2Refusal implements TraceReader {
    /** What distinguishes its traces, and the remedy. */
    static final String ADVICE =
            "It looks like a trace of liballprof2, which writes other arguments than liballprof 0.9 and"
                    + " cannot be read. Record the program with liballprof (LD_PRELOAD=liballprof.so), or make a GOAL"
                    + " schedule of the trace with Schedgen";

    private static final Pattern NAME = Pattern.compile("lap2-trace-rank-\\d+-of-\\d+\\.txt(?:\\.gz)?");

    @Override
    public String name() {
        return "liballprof2";
    }

    @Override
    public String summary() {
        return "text trace of liballprof2 (lap2-trace-rank-R-of-N.txt): not supported; record with liballprof";
    }

    @Override
    public boolean isRead() {
        return false;
    }

    @Override
    public Set<TraceContent> carries() {
        return ImmutableSet.of();
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.isFolder()
                ? sample.names().stream().anyMatch(name -> NAME.matcher(name).matches())
                : NAME.matcher(String.valueOf(sample.path().getFileName())).matches();
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        throw new InputException(path + ": found a trace of format liballprof2. " + ADVICE);
    }
}
